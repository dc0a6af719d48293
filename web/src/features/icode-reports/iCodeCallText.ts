import type { TFunction } from 'i18next';
import { formatDate } from '../../lib/dates.ts';
import type { ICodeCallsQuery } from './gql/ICodeCalls.ts';

export type ICodeCallPlan = NonNullable<ICodeCallsQuery['patient']>['iCodeCalls'];
export type ICodeCall = ICodeCallPlan['calls'][number];
type Translate = TFunction<'icode-reports'>;

const DAY = 86_400_000;

/** Returns when a call is due, seen from today. A planned day never lies before today: the plan moves it to today. */
export function dueOf({ on, reason }: Pick<ICodeCall, 'on' | 'reason'>, today: string) {
  if (reason === 'OVERDUE') return { due: 'overdue', days: 0 } as const;
  const days = Math.round((Date.parse(on) - Date.parse(today)) / DAY);
  return days <= 0 ? ({ due: 'today', days: 0 } as const) : ({ due: 'later', days } as const);
}

/** Returns the codes to ask for: "30-day code and 90-day code". */
export const codesText = (t: Translate, { periods }: Pick<ICodeCall, 'periods'>): string =>
  periods.map((period) => t('calls.code', { period })).join(t('calls.and'));

/** Returns the nights that the longest of the codes shows on that day. */
export const nightsText = (t: Translate, { firstNight, lastNight }: Pick<ICodeCall, 'firstNight' | 'lastNight'>) =>
  t('calls.nights', { first: formatDate(firstNight), last: formatDate(lastNight) });

/** Returns the plan as lines of plain text, for a note or a calendar. It names the device and no patient. */
export const planText = (t: Translate, serial: string | null, calls: readonly ICodeCall[]): string =>
  [
    t('calls.listTitle', { serial }),
    ...calls.map((call) => `${formatDate(call.on)}: ${codesText(t, call)} (${nightsText(t, call)})`),
  ].join('\n');
