import { Button, Field, HStack, IconButton } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import type { DateRange } from '../../lib/dateRange.tsx';
import { lengthOf } from '../../lib/nightRange.ts';
import { answerable, lastDays, movedRange, PRESETS, usualRange, zoomed } from './usageRange.ts';

interface Props {
  range: DateRange;
  limits: DateRange;
  today: string;
  onRange: (range: DateRange) => void;
}

/** The range of nights: 7, 30 or 90 days, any other, and what the pointer and the keys do on the charts. */
export function UsageToolbar({ range, limits, today, onRange }: Props) {
  const { t } = useTranslation('usage');
  const length = lengthOf(range);
  const half = Math.max(1, Math.round(length / 2));
  const isPreset = (days: number) => length === days && range.end === today;
  const steps = [
    { label: t('range.earlier'), Icon: ChevronLeft, to: movedRange(range, -half, limits) },
    { label: t('range.later'), Icon: ChevronRight, to: movedRange(range, half, limits) },
    { label: t('range.zoomOut'), Icon: ZoomOut, to: zoomed(range, 2, limits) },
    { label: t('range.zoomIn'), Icon: ZoomIn, to: zoomed(range, 0.5, limits) },
  ];
  return (
    <HStack
      className="no-print"
      role="group"
      aria-label={t('range.label')}
      gap="3"
      mb="2"
      flexWrap="wrap"
      alignItems="flex-end"
    >
      <HStack gap="1">
        {PRESETS.map((days) => (
          <Button
            key={days}
            size="xs"
            variant="outline"
            aria-pressed={isPreset(days)}
            onClick={() => onRange(lastDays(days, today))}
          >
            {t('range.days', { days })}
          </Button>
        ))}
      </HStack>
      <HStack gap="2" alignItems="flex-end" minW="0">
        <Field.Root w="9rem" minW="0" gap="0.5">
          <Field.Label textStyle="xs">{t('range.start')}</Field.Label>
          <DateField
            size="xs"
            value={range.start}
            max={range.end}
            onChange={(start) => start && onRange(answerable({ start, end: range.end }))}
          />
        </Field.Root>
        <Field.Root w="9rem" minW="0" gap="0.5">
          <Field.Label textStyle="xs">{t('range.end')}</Field.Label>
          <DateField
            size="xs"
            value={range.end}
            min={range.start}
            max={today}
            onChange={(end) => end && onRange(answerable({ start: range.start, end }))}
          />
        </Field.Root>
      </HStack>
      <HStack gap="1">
        {steps.map(({ label, Icon, to }) => {
          const isThere = to.start === range.start && to.end === range.end;
          return (
            <Tooltip key={label} content={label}>
              <IconButton
                size="xs"
                variant="outline"
                aria-label={label}
                aria-disabled={isThere}
                opacity={isThere ? 0.5 : 1}
                onClick={() => !isThere && onRange(to)}
              >
                <Icon />
              </IconButton>
            </Tooltip>
          );
        })}
        <Button size="xs" variant="ghost" onClick={() => onRange(usualRange(today))}>
          {t('range.reset')}
        </Button>
      </HStack>
    </HStack>
  );
}
