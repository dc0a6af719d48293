import { spokenCode } from '../compliance-reports/report-code.rules.ts';
import { displayDate } from '../device-history/device-form.ts';
import { translate, type Locale, type MessageKey } from '../shared/messages.ts';
import { isCalendarDate } from '../shared/text.rules.ts';
import type { FactRow } from './timeline.reads.ts';
import type { FactKind } from './timeline.rules.ts';

/** The kinds whose text says how many nights they are about. */
const COUNTED: readonly FactKind[] = [
  'nights_arrived',
  'card_read',
  'dates_corrected',
  'nights_voided',
  'nights_given_back',
];

const shown = (value: string) => (isCalendarDate(value) ? displayDate(value) : value);

/** Returns the values of a text: dates as they are shown, and names of closed sets in the viewer's language. */
function valuesOf(locale: Locale, { details, validFrom, validTo }: FactRow): Record<string, string> {
  const values: Record<string, string> = { first: shown(validFrom ?? ''), last: shown(validTo ?? '') };
  for (const [name, value] of Object.entries(details)) values[name] = value === null ? '' : shown(String(value));
  if (details.code) values.code = spokenCode(String(details.code));
  for (const what of ['about', 'outcome'] as const)
    if (details[what])
      values[what] = translate(
        locale,
        `follow_up.${what === 'about' ? 'reason' : what}.${details[what]}` as MessageKey,
      );
  if (details.source) values.source = translate(locale, `settings.source.${details.source}` as MessageKey);
  return values;
}

/** Returns the key of the text of a fact: some kinds have one for each outcome. */
function keyOf({ kind, details, validTo }: FactRow): MessageKey {
  if (COUNTED.includes(kind)) return `timeline.${kind}.${details.nights === 1 ? 'one' : 'other'}` as MessageKey;
  if (kind === 'settings_answered') return `timeline.settings_answered.${details.failure ?? 'applied'}` as MessageKey;
  if (kind === 'therapy_start_set')
    return details.date ? 'timeline.therapy_start_set' : 'timeline.therapy_start_removed';
  if (kind === 'follow_up_assigned' && !details.assignee) return 'timeline.follow_up_assigned.no_one';
  if (kind.startsWith('assignment_') && validTo === null) return `timeline.${kind}.open` as MessageKey;
  return `timeline.${kind}` as MessageKey;
}

/** Returns what a fact says in one line, in the viewer's language. */
export const describeFact = (locale: Locale, fact: FactRow): string =>
  translate(locale, keyOf(fact), valuesOf(locale, fact));
