import { Box } from '@chakra-ui/react';

/** A QR code, dark on white in both color modes: phones do not read the reverse. The quiet zone is four modules wide. */
export function QrCode({ path, size, label }: { path: string; size: number; label: string }) {
  return (
    <Box bg="white" borderRadius="l2" width="200px" mx="auto">
      <svg viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="#000" />
      </svg>
    </Box>
  );
}
