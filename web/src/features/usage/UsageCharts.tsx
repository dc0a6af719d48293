import { Box } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { useNightAddress } from '../../lib/useNightAddress.ts';
import { lengthOf, MOST_DAYS } from '../../lib/nightRange.ts';
import { ruleHours } from '../../lib/figures.ts';
import type { UsageCard_patientFragment } from './gql/usageFragment.ts';
import { UsageCanvas } from './UsageCanvas.tsx';
import { daysOf, deviceChanges, pressureOfAll } from './usageDays.ts';
import type { Drawing } from './usageDrawing.ts';
import { UsageFiles } from './UsageFiles.tsx';
import { UsageCard_patient } from './usageFragment.ts';
import { legendOf } from './usageLegend.ts';
import { UsageLegend } from './UsageLegend.tsx';
import { UsageNotes } from './UsageNotes.tsx';
import { limitsOf } from './usageRange.ts';
import { UsageTable } from './UsageTable.tsx';
import { pressureNames } from './usageText.ts';
import { UsageToolbar } from './UsageToolbar.tsx';
import { useUsageNights } from './useUsageNights.ts';
import { useUsageRange } from './useUsageRange.ts';

/** Charts and table of a patient's nights, with their range. */
export function UsageCharts(props: {
  patient: FragmentType<UsageCard_patientFragment>;
  /** Called once there is nothing more to wait for: the charts are drawn, or there are none. */
  onShown: () => void;
}) {
  const { t } = useTranslation('usage');
  const { data: patient } = useSuspenseFragment({ fragment: UsageCard_patient, from: props.patient });
  const { today, range, setRange } = useUsageRange();
  const { open } = useNightAddress();
  const [isTable, setTable] = useState(false);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const { firstUsageDate, devices, compliance } = patient;
  const { minutesWanted: wanted, windowStart, windowEnd } = compliance;
  const limits = useMemo(() => limitsOf(range, firstUsageDate, today), [range, firstUsageDate, today]);
  const { loaded, isLoading, error, reload } = useUsageNights(patient.id, range, limits);

  const days = useMemo(
    () => loaded && daysOf(loaded.nights, loaded.range, { wanted, assignments: devices, today }),
    [loaded, wanted, devices, today],
  );
  const content = useMemo(
    () =>
      days && {
        days,
        view: range,
        limits,
        wanted,
        window: windowStart && windowEnd ? { start: windowStart, end: windowEnd } : null,
        changes: deviceChanges(devices),
        texts: {
          use: t('axis.use'),
          ahi: t('axis.ahi'),
          pressure: t('axis.pressure', { name: pressureNames(t, pressureOfAll(days)).pressure }),
          leak: t('axis.leak'),
          none: t('axis.none'),
          line: t('axis.line', { hours: ruleHours(wanted) }),
        },
      },
    [days, range, limits, wanted, windowStart, windowEnd, devices, t],
  );

  const shown = content?.days.filter(({ date }) => range.start <= date && date <= range.end) ?? [];
  const isEmpty = shown.every(({ minutes }) => minutes === null);
  const hasNone = devices.length === 0 && isEmpty;
  const onShown = useEffectEvent(props.onShown);
  const isShown = error !== undefined || (content !== null && (hasNone || isTable || drawing !== null));
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown]);

  if (!content) return error ? <ErrorState error={error} onRetry={reload} /> : <SkeletonLines lines={6} />;
  if (hasNone) return <EmptyState text={t('none')} />;

  const rangeText =
    lengthOf(range) === MOST_DAYS
      ? `${t('range.longest', { days: MOST_DAYS })} ${t('deviceReported')}`
      : t('deviceReported');
  const legend = legendOf(t, { days: shown, wanted, hasWindow: content.window !== null });
  return (
    <Box>
      <UsageToolbar range={range} limits={limits} today={today} onRange={setRange} />
      {error ? <ErrorState error={error} onRetry={reload} /> : null}
      {isTable ? (
        <UsageTable days={shown} wanted={wanted} />
      ) : (
        <>
          <UsageCanvas content={content} onView={setRange} onNight={open} onDrawing={setDrawing} />
          <UsageLegend entries={legend} />
        </>
      )}
      {isEmpty ? null : <UsageNotes days={shown} />}
      <UsageFiles
        range={range}
        status={isLoading ? t('loading') : isEmpty ? t('empty') : rangeText}
        days={isLoading ? null : shown}
        wanted={wanted}
        drawing={drawing}
        legend={legend}
        isTable={isTable}
        onTable={setTable}
      />
    </Box>
  );
}
