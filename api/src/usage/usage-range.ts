import * as yup from 'yup';
import { daysBetween } from '../shared/dates.ts';
import { isCalendarDate } from '../shared/text.rules.ts';

/** Days of one range: three years and a little more, so that a chart of three years is one request. */
export const MAX_USAGE_DAYS = 1100;

const date = () =>
  yup
    .string()
    .strict()
    .typeError('date.invalid')
    .required('required')
    .test('calendar-date', 'date.invalid', (value) => !value || isCalendarDate(value));

/** Returns the days of a range, both ends included; 0 or less when it ends before it begins. */
export const daysInRange = ({ from, to }: UsageRange): number => daysBetween(from, to) + 1;

/** The first and the last night of a range of nights. */
export const usageRangeRules = yup.object({
  from: date(),
  to: date()
    .test(
      'order',
      'usage.order',
      (to, { parent: { from } }: { parent: Partial<UsageRange> }) =>
        !isRange(from, to) || daysInRange({ from, to: to! }) > 0,
    )
    .test({
      name: 'length',
      message: 'usage.range',
      params: { max: MAX_USAGE_DAYS },
      test: (to, { parent: { from } }: { parent: Partial<UsageRange> }) =>
        !isRange(from, to) || daysInRange({ from, to: to! }) <= MAX_USAGE_DAYS,
    }),
});

export interface UsageRange {
  /** The first night, YYYY-MM-DD. */
  from: string;
  /** The last night, YYYY-MM-DD. */
  to: string;
}

const isRange = (from: string | undefined, to: string | undefined): from is string =>
  from !== undefined && to !== undefined && isCalendarDate(from) && isCalendarDate(to);
