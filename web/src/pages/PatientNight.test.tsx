import type { MockLink } from '@apollo/client/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { UsageCard_patientFragmentDoc } from '../features/usage/gql/usageFragment.ts';
import type { Language } from '../lib/language.ts';
import { useNightAddress } from '../lib/useNightAddress.ts';
import { setClock } from '../testing/clock.ts';
import { InCache } from '../testing/InCache.tsx';
import { renderApp } from '../testing/renderApp.tsx';
import { PatientNightDocument, type PatientNightQuery } from './gql/PatientNight.ts';
import { PatientNight } from './PatientNight.tsx';

beforeEach(() => void setClock('2026-11-22T17:00:00Z'));

type Patient = NonNullable<PatientNightQuery['patient']>;
type Reading = Patient['nights'][number];
type Held = Patient['nightSettings'][number];

const patient = {
  __typename: 'Patient' as const,
  id: 'p7',
  firstUsageDate: '2026-11-18',
  devices: [{ __typename: 'DeviceHistory' as const, id: 'd1', serial: 'A1', startDate: '2026-01-01', endDate: null }],
  compliance: { __typename: 'Compliance' as const, minutesWanted: 240, windowStart: null, windowEnd: null },
};

const reading = (date: string, change: Partial<Reading> = {}): Reading => ({
  __typename: 'UsageNight',
  id: `n${date}${change.source ?? ''}`,
  date,
  recordedDate: date,
  corrected: false,
  source: 'WIRELESS',
  effective: true,
  state: 1,
  minutes: 400,
  sessions: 2,
  ahi: 3.4,
  obstructiveApneas: 11,
  centralApneas: 0,
  unclassifiedApneas: null,
  hypopneas: 9,
  reras: 4,
  pressure: 8.7,
  p95: 11.2,
  leak: 4,
  sni: 6.5,
  pressureKind: 'PRESSURE',
  serial: 'A1',
  arrivedAt: `${date}T13:30:00Z`,
  ...change,
});

const setting = (name: string, label: string, value: string, unit: string | null) => ({
  __typename: 'SettingsField' as const,
  name,
  label,
  value,
  unit,
});
const held = (id: string, since: string, pressure: string): Held => ({
  __typename: 'NightSettings',
  since,
  device: { __typename: 'DeviceHistory', id: 'd1', serial: 'A1' },
  settings: {
    __typename: 'SettingsRecord',
    id,
    therapy: [setting('treat_p', 'Treat P', pressure, 'cmH2O')],
    comfort: [setting('leak_alert_flag', 'Leak Alert', 'true', null)],
    alerts: [],
  },
});

const answer = (date: string, nights: Reading[], nightSettings: Held[] = []): MockLink.MockedResponse => ({
  request: { query: PatientNightDocument, variables: { patientId: 'p7', date } },
  maxUsageCount: Infinity,
  result: { data: { patient: { __typename: 'Patient', id: 'p7', nights, nightSettings } } },
});

function Page() {
  const { night, step, close } = useNightAddress();
  return (
    <InCache fragment={UsageCard_patientFragmentDoc} fragmentName="UsageCard_patient" data={patient}>
      {night ? <PatientNight patient={patient as never} date={night} onStep={step} onClose={close} /> : null}
    </InCache>
  );
}
const open = (mocks: MockLink.MockedResponse[], { night = '2026-11-20', language = 'en' as Language } = {}) =>
  renderApp(<Page />, { mocks, route: '/', path: `/?night=${night}&device=5#timeline`, language });

const facts = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
const cells = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('a night', () => {
  test('shows its figures, every reading with sessions and events, and what is not available as no zero', async () => {
    await open([answer('2026-11-20', [reading('2026-11-20')])]);
    expect(await screen.findByRole('dialog', { name: 'Night of 11/20/2026' })).toBeInTheDocument();
    await screen.findByRole('table', { name: 'Readings' });
    expect(facts()).toEqual([
      'Use: 6:40',
      'Counts as: 4 h or more',
      'AHI: 3.4 events/h',
      'Pressure: 8.7 cmH₂O',
      'P95: 11.2 cmH₂O',
      'Mean leak: 4.0 L/min',
      'Notes: –',
    ]);
    expect(cells('Readings')).toEqual([
      ['Reading', 'Wireless'],
      ['Device', 'A1'],
      ['Counted', 'Yes'],
      ['Recorded as night of', '11/20/2026'],
      ['Use (h:mm)', '6:40'],
      ['Sessions', '2'],
      ['AHI (events/h)', '3.4'],
      ['Obstructive apneas', '11'],
      ['Central apneas', '0'],
      ['Unclassified apneas', '–'],
      ['Hypopneas', '9'],
      ['RERAs', '4'],
      ['Mean pressure (cmH₂O)', '8.7'],
      ['95th percentile of pressure (cmH₂O)', '11.2'],
      ['Mean leak (L/min)', '4.0'],
      ['Snoring index (events/h)', '6.5'],
      ['Arrived', '11/20/2026 08:30:00'],
    ]);
  });

  test('shows a corrected date, and why a reading is not counted', async () => {
    await open([
      answer('2026-11-20', [
        reading('2026-11-20', { corrected: true, recordedDate: '2026-10-20' }),
        reading('2026-11-20', { source: 'SD', effective: false, minutes: 130, leak: null }),
      ]),
    ]);
    await screen.findByRole('table', { name: 'Readings' });
    expect(facts().at(-1)).toBe('Notes: Corrected date: recorded as 10/20/2026. SD card reading of 2:10 overruled');
    expect(cells('Readings').slice(0, 5)).toEqual([
      ['Reading', 'Wireless', 'SD card'],
      ['Device', 'A1', 'A1'],
      ['Counted', 'Yes', 'SD card reading of 2:10 overruled'],
      ['Recorded as night of', '10/20/2026, corrected', '11/20/2026'],
      ['Use (h:mm)', '6:40', '2:10'],
    ]);
  });

  test('shows the settings that held in it; a value that changed in the night is marked', async () => {
    await open([
      answer(
        '2026-11-20',
        [reading('2026-11-20')],
        [held('s1', '2026-11-01T15:00:00Z', '8.0'), held('s2', '2026-11-21T03:00:00Z', '9.5')],
      ),
    ]);
    await screen.findByRole('table', { name: 'Settings in this night' });
    expect(cells('Settings in this night')).toEqual([
      ['Setting', 'A1Known since 11/01/2026 10:00:00', 'A1Known since 11/20/2026 22:00:00'],
      ['Treat P', '8.0 cmH₂O', 'changed: 9.5 cmH₂O'],
      ['Leak Alert', 'true', 'true'],
    ]);
  });

  test('without a reading or known settings says so', async () => {
    await open([answer('2026-11-19', [])], { night: '2026-11-19' });
    expect(await screen.findByText('No reading of this night has arrived. No data is not zero use.')).toBeVisible();
    expect(screen.getByText('The device had not reported its settings by the end of this night.')).toBeVisible();
    expect(facts().slice(0, 3)).toEqual(['Use: –', 'Counts as: No data', 'AHI: –']);
  });

  test('in Spanish', async () => {
    await open([answer('2026-11-20', [reading('2026-11-20')])], { language: 'es' });
    expect(await screen.findByRole('dialog', { name: 'Noche del 11/20/2026' })).toBeInTheDocument();
    expect(await screen.findByText('Apneas obstructivas')).toBeInTheDocument();
  });
});

describe('the nights before and after', () => {
  const all = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'].map((date) =>
    answer(date, [reading(date)]),
  );
  const shown = (date: string) => screen.findByRole('dialog', { name: `Night of ${date}` });

  test('follow the arrow keys and the buttons; the address names the night and keeps the rest', async () => {
    const { user, router } = await open(all);
    await shown('11/20/2026');
    await user.keyboard('{ArrowLeft}');
    await shown('11/19/2026');
    expect(router.state.location).toMatchObject({ search: '?night=2026-11-19&device=5', hash: '#timeline' });
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await shown('11/21/2026');
    await user.click(screen.getByRole('button', { name: 'Previous night' }));
    await shown('11/20/2026');
    await user.click(screen.getByRole('button', { name: 'Next night' }));
    await shown('11/21/2026');
    expect(router.state.location.search).toBe('?night=2026-11-21&device=5');
  });

  test('end with the first night of use and with today', async () => {
    const { user, router } = await open(all);
    await shown('11/20/2026');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    await shown('11/18/2026');
    expect(screen.getByRole('button', { name: 'Previous night' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{ArrowLeft}');
    await user.click(screen.getByRole('button', { name: 'Previous night' }));
    expect(router.state.location.search).toBe('?night=2026-11-18&device=5');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await shown('11/22/2026');
    expect(screen.getByRole('button', { name: 'Next night' })).toHaveAttribute('aria-disabled', 'true');
    expect(router.state.location.search).toBe('?night=2026-11-22&device=5');
  });

  test('are left with Escape, and the address names no night', async () => {
    const { user, router } = await open(all);
    await shown('11/20/2026');
    await user.keyboard('{Escape}');
    expect(router.state.location).toMatchObject({ search: '?device=5', hash: '#timeline' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

test('an address with a date that does not exist opens no night', async () => {
  await open([], { night: '2026-02-30' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
