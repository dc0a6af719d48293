import { expect, test } from '@jest/globals';
import en from '../../src/locales/en.json' with { type: 'json' };

const english: Record<string, string> = en;

/** Texts that refuse nothing: names, states, sentences of logs, mails and files, and what was done. */
const OTHER =
  /^(activity|developers|mail|timeline|scope\.|permission|role\.|settings\.(label|value|status|history|source|failure)|uploads\.(warning|state)|migration\.(reason|kept|problem|contact|started)|security_events|user_import\.(outcome|row|started)|announcements|mobile_users|organizations|compliance\.state|compliance_batch\.reason|follow_up\.(reason|state|outcome)|errors\.)|\.csv\.|^(usage_dates\.(saved|unchanged|reset)|night_voids\.(done|given_back)|password\.(updated|requested)|two_factor\.(reset|sms))$/;

/** Texts of the documents and of the protocol, exactly as written. */
const WRITTEN = [
  'required', // the name of the field says what to enter
  'unauthenticated',
  'forbidden',
  'not_found',
  'csrf_mismatch',
  'too_many',
  'server_error',
  'credentials',
  'scope',
  'token.scope_unknown',
  'export.disabled',
  'export.restricted',
  'migration.unknown',
  'migration.child',
  'migration.already',
  'user.phone_format',
  'api_key.org_level',
  'uploads.wrong_dates', // followed by uploads.wrong_dates_move
  'uploads.reason.wrong_dates',
];

/** A sentence that begins with what to do, or the values that are taken. */
const NEXT =
  /(^|[.:;] |\b(please|must) )(Activate|Add|Answer|Ask|Change|Check|Choose|Compare|Copy|Correct|Create|Decline|Delete|Do not|Do you want|End|Enter|Generate|Give|Leave|Load|Look|Make|Migrate|Move|Name|Narrow|Open|Put|Read|Regenerate|Reload|Remove|Request|Restore|Return|Review|Revoke|Save|Select|Send|Set|Shorten|Sign|Start|Switch|Then sign|Try|Use|Wait|Withdraw)\b|\b(at most|at least|between|must be|longer than|only letters|only files|has 17 digits|is 4 to 8 digits|after 5 to 60)\b/i;

test('every refusal says what to do next, or what is taken', () => {
  const refusals = Object.keys(english).filter((key) => !OTHER.test(key) && !WRITTEN.includes(key));
  expect(refusals.length).toBeGreaterThan(250);
  expect(refusals.filter((key) => !NEXT.test(english[key]!)).map((key) => `${key}: ${english[key]}`)).toEqual([]);
});

test('the list of texts that stay as they are written names no other', () => {
  expect(WRITTEN.filter((key) => !(key in english) || NEXT.test(english[key]!))).toEqual([]);
});
