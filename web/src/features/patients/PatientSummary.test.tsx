import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import {
  PatientSummary_patientFragmentDoc,
  type PatientSummary_patientFragment as Patient,
} from './gql/PatientSummary.ts';
import { PatientSummary } from './PatientSummary.tsx';

const patientWith = ({
  compliance,
  ...change
}: Partial<Omit<Patient, 'compliance'>> & { compliance?: object } = {}) => ({
  __typename: 'Patient' as const,
  id: 'p7',
  lastReport: '2026-11-24',
  lastNightMinutes: 405 as number | null,
  currentSerial: 'A3900010001',
  lastConnectionAt: new Date().toISOString(),
  followUps: [],
  ...change,
  compliance: {
    __typename: 'Compliance' as const,
    state: 'IN_PROGRESS' as const,
    nightsWanted: 21,
    compliantDays: 12,
    nightsNeeded: 9,
    metOn: null,
    latestDate: '2026-12-20',
    ...compliance,
  },
});

async function show(patient: ReturnType<typeof patientWith>, language: Language = 'en'): Promise<string[]> {
  await renderApp(
    <InCache fragment={PatientSummary_patientFragmentDoc} fragmentName="PatientSummary_patient" data={patient}>
      <PatientSummary patient={patient as never} />
    </InCache>,
    { language },
  );
  const terms = await screen.findAllByRole('term');
  return terms.map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
}
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const followUp = (change: Partial<Patient['followUps'][number]>): Patient['followUps'][number] => ({
  __typename: 'FollowUp',
  id: '7-SILENT',
  reason: 'SILENT',
  state: 'OPEN',
  until: null,
  sinceDay: '2026-11-20',
  ...change,
});

test('the summary says how many nights of the rule are there, what is left until when, and that nothing waits', async () => {
  expect(await show(patientWith())).toEqual([
    'Compliance: In progress12 of 21 nights, 9 more needed until 12/20/2026',
    'Last night: 11/24/20266:45 h of use',
    'Device: A3900010001Connected a few seconds ago',
    'Waiting: Nothing',
  ]);
});

test.each([
  { state: 'MET', metOn: '2026-04-03', compliantDays: 24, text: 'Met24 of 21 nights, met on 04/03/2026' },
  { state: 'AT_RISK', nightsNeeded: 1, text: 'At risk12 of 21 nights, 1 more needed until 12/20/2026' },
  { state: 'NOT_MET', nightsNeeded: null, text: 'Not met12 of 21 nights' },
  { state: 'NO_THERAPY_START', text: 'No therapy start' },
])('compliance: $text', async ({ text, ...compliance }) => {
  expect((await show(patientWith({ compliance })))[0]).toBe(`Compliance: ${text}`);
});

test('a device without a connection for more than 48 hours is silent', async () => {
  expect((await show(patientWith({ lastConnectionAt: ago(72) })))[2]).toBe(
    'Device: A3900010001Silent for 48 hours or moreConnected 3 days ago',
  );
});

test('without a device, a connection or a night the summary says so', async () => {
  expect(
    (await show(patientWith({ lastReport: null, lastNightMinutes: null, currentSerial: null }))).slice(1, 3),
  ).toEqual(['Last night: No night has arrived', 'Device: No active device']);
});

test.each([
  [0, 'Last night: 11/24/20260:00 h of use'],
  [null, 'Last night: 11/24/2026'],
])('a last night with %p minutes', async (lastNightMinutes, text) => {
  expect((await show(patientWith({ lastNightMinutes })))[1]).toBe(text);
});

test('the last night opens', async () => {
  await show(patientWith());
  expect(screen.getByRole('link', { name: '11/24/2026' })).toHaveAttribute('href', '/?night=2026-11-24');
});

test('open follow-ups wait, with their last day or since when; snoozed and done ones do not', async () => {
  const followUps = [
    followUp({ id: '7-NIGHTS_NEEDED', reason: 'NIGHTS_NEEDED', until: '2026-12-20' }),
    followUp({}),
    followUp({ id: '7-ICODE_CALL', reason: 'ICODE_CALL', state: 'SNOOZED' }),
  ];
  expect((await show(patientWith({ followUps })))[3]).toBe(
    'Waiting: Nights neededUntil 12/20/2026Silent deviceSince 11/20/2026',
  );
});

test('the Spanish interface translates the summary', async () => {
  expect((await show(patientWith(), 'es'))[0]).toBe(
    'Cumplimiento: En curso12 de 21 noches, faltan 9 hasta el 12/20/2026',
  );
});
