import { Box, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import type { UsageDay } from './usageDays.ts';
import { EDGES } from './usageScene.ts';
import { nightLines } from './usageText.ts';

/**
 * The line of the cursor and what is known of its night. `share`: where it is between the edges of the charts, 0 to 1.
 * Hidden from screen readers, which get the same from the slider.
 */
export function NightTooltip({ night, share, wanted }: { night: UsageDay | null; share: number; wanted: number }) {
  const { t } = useTranslation('usage');
  const left = `calc(${EDGES.left}px + (100% - ${EDGES.left + EDGES.right}px) * ${share})`;
  return (
    <Box className="no-print" aria-hidden="true" pointerEvents="none">
      <Box position="absolute" top={`${EDGES.top}px`} bottom="26px" w="1px" bg="fg.muted" style={{ left }} />
      {night ? (
        <Box
          position="absolute"
          top="6"
          w="max-content"
          maxW="18rem"
          px="2.5"
          py="1.5"
          borderWidth="1px"
          borderColor="border.emphasized"
          borderRadius="l2"
          bg="bg.panel"
          textStyle="xs"
          style={{ left, transform: share > 0.5 ? 'translateX(calc(-100% - 8px))' : 'translateX(8px)' }}
        >
          <Text fontWeight="semibold">{formatDate(night.date)}</Text>
          {nightLines(t, night, wanted).map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        </Box>
      ) : null}
    </Box>
  );
}
