import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { parseDate } from './dates.ts';

export interface DateRange {
  start: string;
  end: string;
}

const DateRangeContext = createContext<{ range: DateRange | null; setRange: (range: DateRange | null) => void } | null>(
  null,
);

/** Parses a calendar date in the query parameters: YYYY-MM-DD, also MM/DD/YYYY. */
function dateOf(text: string | null): string | null {
  if (!text) return null;
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  return parseDate(iso ? `${iso[2]}/${iso[3]}/${iso[1]}` : text);
}

/**
 * Shares one usage date range among all pages. Any address may contain start_date and end_date, which set it (document
 * 000, section 2); anything but a valid range leaves it unchanged.
 */
export function DateRangeProvider({ children }: { children: ReactNode }) {
  const [parameters] = useSearchParams();
  const start = dateOf(parameters.get('start_date'));
  const end = dateOf(parameters.get('end_date'));
  const [range, setRange] = useState<DateRange | null>(null);
  const [seed, setSeed] = useState('');

  const given = start && end && start <= end ? `${start}/${end}` : '';
  if (start && end && given && given !== seed) {
    setSeed(given);
    setRange({ start, end });
  }
  const value = useMemo(() => ({ range, setRange }), [range]);
  return <DateRangeContext value={value}>{children}</DateRangeContext>;
}

/** Returns the part of a range that can have use: from the first usage date on. Null when no day is left. */
export function usagePart({ start, end }: DateRange, firstUsageDate: string | null): DateRange | null {
  const used = firstUsageDate && firstUsageDate > start ? firstUsageDate : start;
  return firstUsageDate !== null && used <= end ? { start: used, end } : null;
}

/** Returns the shared usage range, null until an address or a page sets it. */
export function useDateRangeSeed() {
  const value = useContext(DateRangeContext);
  if (!value) throw new Error('useDateRangeSeed outside DateRangeProvider');
  return value;
}
