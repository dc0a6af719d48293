import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';

/** Returns a function that formats the dates of nights: one date, or the first and the last one. */
export function useNightDates() {
  const { t } = useTranslation('device-history');
  return ({ firstDate, lastDate }: { firstDate: string; lastDate: string }): string =>
    firstDate === lastDate
      ? formatDate(firstDate)
      : t('removed.range', { first: formatDate(firstDate), last: formatDate(lastDate) });
}
