import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createI18n } from '../../lib/i18n.ts';
import type { Language } from '../../lib/language.ts';
import { setClock } from '../../testing/clock.ts';
import { loadTexts } from '../../testing/texts.ts';
import { aFollowUp, NOW, TODAY } from './followUpFixtures.ts';
import { decisionText, followUpDueOf, whyText } from './followUpText.ts';

beforeEach(() => void setClock(NOW));
afterEach(() => void jest.useRealTimers());

const translator = async (language: Language) =>
  (await createI18n(language, loadTexts)).getFixedT(language, 'follow-ups');

const nights = (nightsNeeded: number | null, nightsLeft: number | null) =>
  aFollowUp(1, { reason: 'NIGHTS_NEEDED', nightsNeeded, nightsLeft });
const codes = (...iCodePeriods: number[]) => aFollowUp(1, { reason: 'ICODE_CALL', iCodePeriods });
const silent = (lastConnectionAt: string | null) => aFollowUp(1, { patient: { lastConnectionAt } });
const failed = (failureText: string | null) => aFollowUp(1, { reason: 'SETTINGS_FAILED', failureText });

test.each([
  [nights(12, 14), 'Needs 12 of the 14 nights that are left', 'Necesita 12 de las 14 noches que quedan'],
  [nights(14, 14), 'Needs all 14 nights that are left', 'Necesita las 14 noches que quedan'],
  [nights(1, 1), 'Needs the 1 night that is left', 'Necesita la noche que queda'],
  [nights(1, 2), 'Needs 1 of the 2 nights that are left', 'Necesita 1 de las 2 noches que quedan'],
  [nights(null, null), 'May miss at most 3 of the nights that are left', /3 de las noches que quedan/],
  [codes(30, 90), 'Ask for the 30-day and 90-day iCodes', 'Pida los iCodes de 30 y 90 días'],
  [codes(30), 'Ask for the 30-day iCode', 'Pida el iCode de 30 días'],
  [silent('2026-11-22T02:00:00Z'), 'Last connected 5 days ago', 'Última conexión hace 5 días'],
  [silent(null), 'Never connected', 'Nunca se ha conectado'],
  [failed('The device refused it.'), 'The device refused it.', 'The device refused it.'],
  [failed(null), 'The latest settings change did not reach the device', /no llegó al dispositivo/],
])('a follow-up says why (%#)', async (followUp, english, spanish) => {
  expect(whyText(await translator('en'), followUp)).toBe(english);
  expect(whyText(await translator('es'), followUp)).toEqual(
    typeof spanish === 'string' ? spanish : expect.stringMatching(spanish),
  );
});

test.each([
  [null, null],
  ['2026-11-25', { due: 'overdue', days: -1 }],
  ['2026-11-26', { due: 'today', days: 0 }],
  ['2026-11-27', { due: 'later', days: 1 }],
  ['2027-01-25', { due: 'later', days: 60 }],
])('the last day %s is seen from 11/26/2026', (until, due) => expect(followUpDueOf({ until }, TODAY)).toEqual(due));

test.each([
  [{}, null],
  [{ state: 'SNOOZED', hiddenUntil: '2026-12-01' }, 'Snoozed until 12/01/2026.'],
  [{ state: 'DONE', outcome: 'REACHED', hiddenUntil: '2026-12-03' }, 'Reached the patient. Look again on 12/03/2026.'],
  [{ outcome: 'NO_ANSWER' }, 'Last time: No answer.'],
] as const)('what was decided last is said (%#)', async (change, text) =>
  expect(decisionText(await translator('en'), aFollowUp(1, change))).toBe(text),
);
