import { Box } from '@chakra-ui/react';

/**
 * Counted nights out of the required ones, as a bar. Hidden from screen readers, because the numbers are next to it.
 */
export function NightsBar({ nights, wanted }: { nights: number; wanted: number }) {
  const share = wanted > 0 ? Math.min(1, nights / wanted) : 0;
  return (
    <Box
      aria-hidden="true"
      mt="3"
      h="2"
      borderRadius="full"
      bg="bg.emphasized"
      overflow="hidden"
      forcedColorAdjust="none"
    >
      <Box h="100%" borderRadius="full" bg="teal.solid" style={{ width: `${share * 100}%` }} />
    </Box>
  );
}
