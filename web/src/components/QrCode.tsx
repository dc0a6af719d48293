import { Box } from '@chakra-ui/react';

/**
 * A QR code, dark on white in both color modes: phones do not read the reverse. The quiet zone is four modules wide.
 * `width`: of a side, in CSS.
 */
export function QrCode({ path, size, label, width }: { path: string; size: number; label: string; width: string }) {
  return (
    <Box bg="white" borderRadius="l2" width={width} flexShrink="0">
      <svg viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="black" />
      </svg>
    </Box>
  );
}
