import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useDateRangeSeed, type DateRange } from '../../lib/dateRange.tsx';
import { today as todayIn } from '../../lib/dates.ts';
import { useViewer } from '../../lib/viewer.ts';
import { answerable, usualRange } from './usageRange.ts';

/**
 * Returns the range of nights that the charts show, and its setter: the range that all pages share, or the last 30 days.
 * The address keeps it as start_date and end_date, so that it survives a reload and can be shared; it adds no history
 * entries. A range that is too long shows its newest days.
 */
export function useUsageRange() {
  const { range: shared, setRange: share } = useDateRangeSeed();
  const [parameters, setParameters] = useSearchParams();
  const { organization } = useViewer();
  const today = todayIn(organization.timezone);

  const keep = ({ start, end }: DateRange) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('start_date', start);
        after.set('end_date', end);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );

  // A range that another page set is in this address too.
  const isKept = shared === null || parameters.has('start_date');
  const onOther = useEffectEvent(() => shared && keep(shared));
  useEffect(() => {
    if (!isKept) onOther();
  }, [isKept]);

  return {
    today,
    range: answerable(shared ?? usualRange(today)),
    setRange: (range: DateRange) => {
      share(range);
      keep(range);
    },
  };
}
