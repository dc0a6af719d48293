import { Box } from '@chakra-ui/react';

/** How many of the wanted nights there are, as a bar. The numbers stand beside it, so it is hidden from a screen reader. */
export function NightsBar({ nights, wanted }: { nights: number; wanted: number }) {
  const share = wanted > 0 ? Math.min(1, nights / wanted) : 0;
  return (
    <Box aria-hidden="true" mt="3" h="2" borderRadius="full" bg="bg.emphasized" overflow="hidden">
      <Box h="100%" borderRadius="full" bg="teal.solid" style={{ width: `${share * 100}%` }} />
    </Box>
  );
}
