import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import { escapeHtml } from '../shared/html.ts';
import type { Locale, MessageKey } from '../shared/messages.ts';

// The code of a refusal is the key of its text, unless the documents name another one. What refuses no input is left out,
// so that a new refusal is in the catalog with its text.

/** Beginnings of the keys of texts that refuse no input: names, states, and sentences of logs, mails and files. */
const OTHER_TEXTS = [
  'activity.',
  'announcements.',
  'compliance.state.',
  'compliance_batch.reason.',
  'developers.',
  'follow_up.outcome.',
  'follow_up.reason.',
  'follow_up.state.',
  'mail.',
  'migration.contact',
  'migration.kept',
  'migration.problem',
  'migration.reason',
  'migration.started',
  'mobile_users.',
  'night_voids.done',
  'night_voids.given_back',
  'organizations.',
  'password.requested',
  'password.updated',
  'permission',
  'role.',
  'scope.',
  'security_events.',
  'settings.failure',
  'settings.history',
  'settings.label',
  'settings.source',
  'settings.status',
  'settings.value',
  'timeline.',
  'two_factor.reset',
  'two_factor.sms',
  'uploads.state.',
  'uploads.warning.',
  'usage_dates.reset',
  'usage_dates.saved',
  'usage_dates.unchanged',
  'user_import.outcome',
  'user_import.started',
];

/** Beginnings of the keys of texts of errors that have a code of their own (`errors[].extensions.code`), and of dialogs. */
const ERROR_TEXTS = [
  'carrier.',
  'csrf_mismatch',
  'disk_full',
  'errors.',
  'export.disabled',
  'export.restricted',
  'forbidden',
  'legacy.',
  'limit.',
  'messages.',
  'not_found',
  'reauthenticate',
  'request_id.malformed',
  'scope',
  'server_error',
  'too_many',
  'unauthenticated',
  'unavailable',
];

/** Codes whose texts have other keys; of several texts the one that is shown. */
const DOCUMENTED: Record<string, MessageKey> = {
  'compliance.future': 'compliance.future.asOf',
  conflict: 'conflict.patient',
  'device-already-connected': 'device.not_available',
  'errors.more': 'errors.more',
  'errors.one_more': 'errors.one_more',
  'list.filter': 'list.filter',
  'list.filter_null': 'list.filter_null',
  max_failed_attempts_overpassed: 'device.max_failed_attempts_overpassed',
  max_failed_attempts_reached: 'device.max_failed_attempts_reached',
  not_failed: 'installation.not_failed',
  pin_number: 'device.pin_number',
  'usage_date.not_newest': 'usage_dates.not_newest',
};
/** Beginnings of the keys of the texts of these. */
const TEXTS_OF_DOCUMENTED = [
  'compliance.future.',
  'conflict.',
  'device.max_failed_attempts_',
  'device.not_available',
  'device.pin_number',
  'installation.',
  'list.filter',
  'usage_dates.not_newest',
];

const NO_CODES = [...OTHER_TEXTS, ...ERROR_TEXTS, ...TEXTS_OF_DOCUMENTED];
const isCode = (key: string): boolean => !key.includes('.csv.') && !NO_CODES.some((start) => key.startsWith(start));

/** Every code of `userErrors` and of a 422 of REST, in their order, with the key of its text. */
export const REFUSAL_CODES: ReadonlyMap<string, MessageKey> = new Map(
  [...Object.keys(en).flatMap((key) => (isCode(key) ? [[key, key]] : [])), ...Object.entries(DOCUMENTED)].toSorted(
    ([one], [other]) => (one! < other! ? -1 : 1),
  ) as [string, MessageKey][],
);

const TEXTS = { en, es };

/** Returns the codes as a list, each with its text in this language. The names of values are in its places. */
export const refusalsHtml = (locale: Locale): string =>
  [...REFUSAL_CODES]
    .map(([code, key]) => {
      const text = escapeHtml(TEXTS[locale][key]).replaceAll(/\{\{(\w+)[^}]*\}\}/g, '<var>$1</var>');
      return `<dt><code>${escapeHtml(code)}</code></dt><dd>${text}</dd>`;
    })
    .join('\n');
