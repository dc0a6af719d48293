import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';

/**
 * Returns a function that formats the dates of an assignment: start date to end date, or the word present (document
 * 000, section 2).
 */
export function useAssignedRange() {
  const { t } = useTranslation('device-history');
  return ({ startDate, endDate }: { startDate: string; endDate: string | null }): string =>
    t('range', { start: formatDate(startDate), end: endDate ? formatDate(endDate) : t('present') });
}
