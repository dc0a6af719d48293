import { useTranslation } from 'react-i18next';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { hoursAndMinutes } from '../../lib/hours.ts';
import { oneDecimal } from '../../lib/figures.ts';
import type { UsageDay } from './usageDays.ts';
import { ABOUT, noteTexts, pressureNames, stateText } from './usageText.ts';

/** A night as the charts and their table show it: the figures of all readings that count. */
export function NightFigures({ day, wanted }: { day: UsageDay; wanted: number }) {
  const { t } = useTranslation('usage');
  const names = pressureNames(t, day.pressureOf);
  const figure = (value: number | null, unit: 'ahi' | 'pressure' | 'leak', isAbout = false) =>
    value === null ? null : `${isAbout ? `${ABOUT} ` : ''}${oneDecimal(value)} ${t(`units.${unit}`)}`;
  return (
    <DescriptionList
      labelWidth="6rem"
      display="grid"
      gridTemplateColumns="repeat(2, minmax(0, 1fr))"
      items={[
        { label: t('figures.use'), value: day.minutes === null ? null : hoursAndMinutes(day.minutes) },
        { label: t('table.counts'), value: stateText(t, day.state, wanted) },
        { label: t('figures.ahi'), value: figure(day.ahi, 'ahi') },
        { label: names.pressure, value: figure(day.pressure, 'pressure') },
        { label: names.p95, value: figure(day.p95, 'pressure', day.isP95About) },
        { label: t('figures.leak'), value: figure(day.leak, 'leak') },
        { label: t('table.notes'), value: noteTexts(t, day, day.pressureOf).join('. ') },
      ]}
    />
  );
}
