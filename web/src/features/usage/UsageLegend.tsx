import { Box, chakra, HStack } from '@chakra-ui/react';
import { CHART_TOKENS } from './usageColors.ts';
import { MARK_SIZE, type LegendEntry } from './usageLegend.ts';

/** What the marks of the charts mean, drawn as on the canvas. */
export function UsageLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <HStack as="ul" listStyleType="none" gap="4" rowGap="1" flexWrap="wrap" mt="2" textStyle="xs" color="fg.muted">
      {entries.map(({ text, mark }) => (
        <HStack key={text} as="li" gap="1.5">
          <Box display="inline-flex" flexShrink="0">
            <svg width={MARK_SIZE} height={MARK_SIZE} viewBox={`0 0 ${MARK_SIZE} ${MARK_SIZE}`} aria-hidden="true">
              {mark.map(({ path, color, line, dash }) => (
                <chakra.path
                  key={path}
                  d={path}
                  color={CHART_TOKENS[color]}
                  fill={line ? 'none' : 'currentColor'}
                  stroke={line ? 'currentColor' : undefined}
                  strokeWidth={line}
                  strokeDasharray={dash?.join(' ')}
                />
              ))}
            </svg>
          </Box>
          {text}
        </HStack>
      ))}
    </HStack>
  );
}
