import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { MockLink } from '@apollo/client/testing';
import type { DateRange } from '../../lib/dateRange.tsx';
import { announceDeviceChange } from '../../lib/deviceChanges.ts';
import type { Language } from '../../lib/language.ts';
import { page } from '../../lib/page.ts';
import { dateOf, dayOf } from '../../lib/nightRange.ts';
import { setClock } from '../../testing/clock.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { drawing } from './drawing.ts';
import { UsageCard_patientFragmentDoc } from './gql/usageFragment.ts';
import { UsageNightsDocument } from './gql/useUsageNights.ts';
import { UsageCharts } from './UsageCharts.tsx';
import type { RecordedNight } from './usageDays.ts';
import { aNight } from './usageFixtures.ts';
import type { SceneContent } from './usageScene.ts';

/** What was drawn, and what a drag or the wheel would do. */
let shown: SceneContent | undefined;
let move: (view: DateRange) => void;
let pictured: { title: string; legend: readonly { text: string }[] } | undefined;
const onShown = jest.fn();
const realLoad = drawing.load;

beforeEach(() => {
  setClock('2026-11-22T17:00:00Z');
  shown = undefined;
  onShown.mockClear();
  drawing.load = () =>
    Promise.resolve({
      startDrawing: (_canvas, content, onMoved) => {
        [shown, move] = [content, onMoved];
        return {
          show: (next) => void (shown = next),
          picture: (words) => {
            pictured = words;
            return Promise.resolve(new Blob(['png']));
          },
          end: () => void (shown = undefined),
        };
      },
    });
});
afterEach(() => {
  drawing.load = realLoad;
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const patient = {
  __typename: 'Patient' as const,
  id: 'p7',
  firstUsageDate: '2026-01-01',
  devices: [
    {
      __typename: 'DeviceHistory' as const,
      id: 'd1',
      serial: 'A1',
      startDate: '2026-01-01',
      endDate: null as string | null,
    },
  ],
  compliance: {
    __typename: 'Compliance' as const,
    minutesWanted: 240,
    windowStart: '2026-01-01' as string | null,
    windowEnd: '2026-01-30' as string | null,
  },
};
type Night = RecordedNight & { __typename: 'UsageNight'; id: string };
const row = (date: string, change: Partial<RecordedNight> = {}): Night => ({
  __typename: 'UsageNight',
  id: `n${date}${change.source ?? ''}`,
  ...aNight(date, change),
});
const answer = (from: string, to: string, nights: Night[]): MockLink.MockedResponse => ({
  request: { query: UsageNightsDocument, variables: { patientId: 'p7', from, to } },
  result: { data: { patient: { __typename: 'Patient', id: 'p7', nights } } },
});
const usual = (...nights: Night[]) => answer('2026-10-24', '2026-11-22', nights);

const show = (
  mocks: MockLink.MockedResponse[],
  options: { path?: string; language?: Language; viewer?: typeof testViewer; of?: typeof patient } = {},
) => {
  const { of = patient, ...rest } = options;
  return renderApp(
    <InCache fragment={UsageCard_patientFragmentDoc} fragmentName="UsageCard_patient" data={of}>
      <UsageCharts patient={of as never} onShown={onShown} />
    </InCache>,
    { mocks, ...rest },
  );
};
/** jsdom's Blob has no text(). */
const textOf = (file: Blob) =>
  new Promise<unknown>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(file);
  });
const slider = () => screen.findByRole('slider', { name: 'Usage by night' });

test('the last 30 days are asked for and drawn, with the compliance window and the device', async () => {
  await show([usual(row('2026-11-20'))]);
  await slider();
  await waitFor(() => expect(shown).toBeDefined());
  expect(shown).toMatchObject({
    view: { start: '2026-10-24', end: '2026-11-22' },
    wanted: 240,
    window: { start: '2026-01-01', end: '2026-01-30' },
    changes: [{ serial: 'A1' }],
  });
  expect(shown!.days).toHaveLength(30);
  expect(
    screen.getByText('Nights from 10/24/2026 to 11/22/2026. Device-reported. No data is not zero use.'),
  ).toBeInTheDocument();
});

test('start_date and end_date of the address are the range', async () => {
  await show([answer('2026-03-01', '2026-03-31', [])], { path: '/?start_date=2026-03-01&end_date=2026-03-31' });
  await slider();
  expect(screen.getByLabelText('First night')).toHaveValue('03/01/2026');
  expect(
    screen.getByText('Nights from 03/01/2026 to 03/31/2026. There is no night of use in this range.'),
  ).toBeInTheDocument();
});

test('90 days asks for more only then, writes the address, and keeps its other parameters', async () => {
  const { user, router } = await show([usual(), answer('2026-05-27', '2026-11-22', [row('2026-09-01')])], {
    path: '/?device=3',
  });
  await slider();
  await user.click(screen.getByRole('button', { name: '90 days' }));
  expect(router.state.location.search).toBe('?device=3&start_date=2026-08-25&end_date=2026-11-22');
  expect(router.state.historyAction).toBe('REPLACE');
  expect(screen.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(shown!.days).toHaveLength(180));
});

test('within what was read, a shorter range asks for nothing', async () => {
  const { user } = await show([usual(row('2026-11-20'))]);
  await slider();
  await user.click(screen.getByRole('button', { name: '7 days' }));
  await waitFor(() => expect(shown?.view).toEqual({ start: '2026-11-16', end: '2026-11-22' }));
  expect(shown!.days).toHaveLength(30);
});

test('dates can be typed; the charts begin no later than they end', async () => {
  const { user } = await show([usual()]);
  const start = await screen.findByLabelText('First night');
  await user.clear(start);
  await user.type(start, '11012026');
  await waitFor(() => expect(shown?.view.start).toBe('2026-11-01'));
  await user.clear(start);
  await user.type(start, '12012026');
  await waitFor(() => expect(shown?.view).toEqual({ start: '2026-11-22', end: '2026-11-22' }));
});

test('the arrow keys go from night to night, and each is read aloud', async () => {
  const { user } = await show([usual(row('2026-11-20', { minutes: 312 }))]);
  const charts = await slider();
  act(() => charts.focus());
  expect(charts).toHaveAttribute('aria-valuetext', '11/22/2026. No data yet');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(charts).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/^11\/20\/2026\. 5 h 12 min of use \(4 h or more\)\. AHI 3\.0/),
  );
  await user.keyboard('{PageDown}');
  expect(charts).toHaveAttribute('aria-valuetext', '11/13/2026. No data');
  await user.keyboard('{Home}');
  expect(charts).toHaveAttribute('aria-valuetext', '10/24/2026. No data');
  await user.keyboard('{End}{ArrowRight}');
  expect(charts).toHaveAttribute('aria-valuetext', '11/22/2026. No data yet');
});

test('beyond the edge an arrow key moves the charts, and more nights are read', async () => {
  const { user } = await show([usual(), answer('2026-09-23', '2026-11-22', [row('2026-10-23')])]);
  const charts = await slider();
  act(() => charts.focus());
  await user.keyboard('{Home}{ArrowLeft}');
  await waitFor(() => expect(shown?.view).toEqual({ start: '2026-10-23', end: '2026-11-21' }));
  await waitFor(() =>
    expect(charts).toHaveAttribute('aria-valuetext', expect.stringMatching(/^10\/23\/2026\. 6 h 40 min/)),
  );
});

test('+ and − zoom around the cursor', async () => {
  const { user } = await show([usual()]);
  const charts = await slider();
  act(() => charts.focus());
  await user.keyboard('+');
  await waitFor(() => expect(shown?.view).toEqual({ start: '2026-11-08', end: '2026-11-22' }));
  await user.keyboard('-');
  await waitFor(() => expect(shown?.view).toEqual({ start: '2026-10-24', end: '2026-11-22' }));
});

test('a drag or the wheel sets the shared range', async () => {
  const { router } = await show([usual()]);
  await slider();
  await waitFor(() => expect(shown).toBeDefined());
  act(() => move({ start: '2026-11-01', end: '2026-11-20' }));
  expect(router.state.location.search).toBe('?start_date=2026-11-01&end_date=2026-11-20');
  expect(shown?.view).toEqual({ start: '2026-11-01', end: '2026-11-20' });
});

test('the table has the same nights, newest first, with corrected dates and readings that do not count', async () => {
  const nights = [
    row('2026-11-18', { minutes: 65, leak: null }),
    row('2026-11-19', { corrected: true, recordedDate: '2026-10-19' }),
    row('2026-11-19', { source: 'SD', effective: false, minutes: 120 }),
  ];
  const { user } = await show([answer('2026-11-18', '2026-11-19', nights)], {
    path: '/?start_date=2026-11-18&end_date=2026-11-19',
  });
  await slider();
  await user.click(screen.getByRole('button', { name: 'View as table' }));
  const rows = within(screen.getByRole('table', { name: 'Nights of use' }))
    .getAllByRole('row')
    .slice(1);
  expect(
    rows.map((each) =>
      within(each)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    [
      '11/19/2026',
      '6:40',
      '4 h or more',
      '3.0',
      '8.0',
      '10.0',
      '6.0',
      'Wireless',
      'A1',
      'Corrected date: recorded as 10/19/2026. SD card reading of 2:00 overruled',
    ],
    ['11/18/2026', '1:05', 'Less than 4 h', '3.0', '8.0', '10.0', '–', 'Wireless', 'A1', ''],
  ]);
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});

const NOTES =
  'Use: the time with the mask on that the device itself recorded, in full minutes. Programs that measure it on the breathing curves differ by some minutes.';
const LEAK =
  'Mean leak: the mean of the night as the device reports it. The device does not say whether it is unintentional or total leak. It is no 95th percentile: do not compare it with a limit for one, such as 24 L/min.';

test('what the figures are is said below them: use and leak always, IPAP and an approximation when there is one', async () => {
  const bilevel = row('2026-11-19', { pressureKind: 'IPAP' });
  const { user } = await show([usual(bilevel, { ...row('2026-11-19', { p95: 12 }), id: 'second' })]);
  await slider();
  const notes = () => [...screen.getByRole('note').children].map(({ textContent }) => textContent);
  const all = [
    NOTES,
    LEAK,
    'IPAP: the pressure while breathing in. A bilevel device and a ventilator report it as their pressure.',
    '≈: the night has several readings. Their common P95 is not known; the highest one is shown.',
  ];
  expect(notes()).toEqual(all);
  await waitFor(() => expect(shown).toBeDefined());
  expect(shown!.texts).toMatchObject({ pressure: 'Pressure or IPAP (cmH₂O)', leak: 'Mean leak (L/min)' });
  await user.click(screen.getByRole('button', { name: 'View as table' }));
  expect(notes()).toEqual(all);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Night of',
    'Use h:mm',
    'Counts as',
    'AHI events/h',
    'Pressure or IPAP cmH₂O',
    'P95 of pressure or IPAP cmH₂O',
    'Mean leak L/min',
    'Source',
    'Device',
    'Notes',
  ]);
  expect(screen.getByRole('cell', { name: '≈ 12.0' })).toBeInTheDocument();
  expect(screen.getByText('P95 is the highest of several readings, an approximation')).toBeInTheDocument();
});

test('of a device with one pressure, with one reading a night and without leak, only use is explained', async () => {
  await show([usual(row('2026-11-20', { leak: null }))]);
  await slider();
  expect(screen.getByRole('note').textContent).toBe(NOTES);
});

describe('a night is opened', () => {
  const bars = [row('2026-11-19'), row('2026-11-20')];

  test('with Enter and with Space: the address names it and keeps the rest', async () => {
    const { user, router } = await show([usual(...bars)], { path: '/?device=5' });
    const charts = await slider();
    charts.focus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
    expect(router.state.location.search).toBe('?device=5&night=2026-11-20');
    await user.keyboard('{ArrowLeft} ');
    expect(router.state.location.search).toBe('?device=5&night=2026-11-19');
  });

  test('with a click on its place in the charts, and not by a drag', async () => {
    const { router } = await show([usual(...bars)]);
    const charts = await slider();
    // 30 nights of 20 px between the edges of 40 and 36 px.
    jest.spyOn(charts, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 676 } as DOMRect);
    const at = (clientX: number) => ({ clientX, clientY: 50 });
    fireEvent.pointerDown(charts, at(610));
    fireEvent.click(charts, at(640 - 50));
    expect(router.state.location.search).toBe('');
    fireEvent.pointerDown(charts, at(40 + 27 * 20 + 10));
    fireEvent.click(charts, at(40 + 27 * 20 + 12));
    expect(router.state.location.search).toBe('?night=2026-11-20');
  });

  test('from the table', async () => {
    const { user, router } = await show([usual(...bars)]);
    await slider();
    await user.click(screen.getByRole('button', { name: 'View as table' }));
    await user.click(screen.getByRole('link', { name: '11/19/2026' }));
    expect(router.state.location.search).toBe('?night=2026-11-19');
  });
});

test('a night that arrives is drawn at once', async () => {
  await show([usual(), usual(row('2026-11-21', { minutes: 480 }))]);
  await slider();
  act(() => announceDeviceChange());
  await waitFor(() => expect(shown?.days.find(({ date }) => date === '2026-11-21')?.minutes).toBe(480));
});

test('the nights are saved as a CSV file and as a picture', async () => {
  const save = jest.spyOn(page, 'save').mockImplementation(() => {});
  const { user } = await show([usual(row('2026-11-20'))]);
  await slider();
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  const [file, name] = save.mock.calls[0]!;
  expect(name).toBe('usage_2026-10-24_2026-11-22.csv');
  expect(await textOf(file)).toContain('11/20/2026,6:40,400,4 h or more');
  await user.click(await screen.findByRole('button', { name: 'Save as picture' }));
  await waitFor(() => expect(save.mock.calls[1]?.[1]).toBe('usage_2026-10-24_2026-11-22.png'));
  expect(pictured!.title).toBe(
    'Usage. Nights from 10/24/2026 to 11/22/2026. Device-reported. No data is not zero use.',
  );
  expect(pictured!.legend.map(({ text }) => text)).toEqual(
    screen.getAllByRole('listitem').map(({ textContent }) => textContent),
  );
});

test('a viewer whose organization does not allow files gets its reason instead of the CSV file', async () => {
  const save = jest.spyOn(page, 'save').mockImplementation(() => {});
  const viewer = {
    ...testViewer,
    viewerCanExportPatients: false,
    exportNotice: 'Your organization has disabled this.',
  };
  const { user } = await show([usual(row('2026-11-20'))], { viewer });
  await slider();
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Your organization has disabled this.')).toBeInTheDocument();
  expect(save).not.toHaveBeenCalled();
});

test('the page learns when the charts are drawn', async () => {
  await show([usual(row('2026-11-20'))]);
  expect(onShown).not.toHaveBeenCalled();
  await waitFor(() => expect(onShown).toHaveBeenCalledTimes(1));
  expect(shown).toBeDefined();
});

test.each([
  ['Ctrl', 'Linux x86_64'],
  ['Cmd', 'MacIntel'],
])('the text below the charts says %s on %s', async (key, platform) => {
  jest.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  await show([usual()]);
  await slider();
  expect(screen.getByText(new RegExp(`Hold ${key} and turn the wheel`))).toBeInTheDocument();
});

test('three years are drawn, listed and saved, each night once', async () => {
  const nights = Array.from({ length: 1095 }, (_, n) => row(dateOf(dayOf('2026-11-22') - n)));
  const save = jest.spyOn(page, 'save').mockImplementation(() => {});
  const { user } = await show([answer('2023-11-24', '2026-11-22', nights)], {
    path: '/?start_date=2023-11-24&end_date=2026-11-22',
  });
  await slider();
  await waitFor(() => expect(shown?.days).toHaveLength(1095));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const lines = String(await textOf(save.mock.calls[0]![0]))
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(1096);
  expect([lines[1]!.slice(0, 10), lines.at(-1)!.slice(0, 10)]).toEqual(['11/24/2023', '11/22/2026']);
});

test('without a night there are charts, a table and a file of days without data', async () => {
  const save = jest.spyOn(page, 'save').mockImplementation(() => {});
  const { user } = await show([usual()]);
  await slider();
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const lines = String(await textOf(save.mock.calls[0]![0]))
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(31);
  expect(lines[1]).toMatch(/^10\/24\/2026,,,No data,,,,/);
  await user.click(screen.getByRole('button', { name: 'View as table' }));
  expect(within(screen.getByRole('table', { name: 'Nights of use' })).getAllByRole('row')).toHaveLength(31);
});

test('a range of more than 1100 days shows its newest, and says so', async () => {
  await show([answer('2023-11-19', '2026-11-22', [row('2026-11-20')])], {
    path: '/?start_date=2020-01-01&end_date=2026-11-22',
  });
  await slider();
  expect(screen.getByRole('status')).toHaveTextContent(
    'Nights from 11/19/2023 to 11/22/2026. At most 1100 days are shown at a time. Device-reported.',
  );
});

test('while the nights load the card says so; a failure can be retried', async () => {
  expectConsoleError(/down/);
  const failed = { request: usual().request, error: new Error('down') };
  const { user } = await show([failed, usual(row('2026-11-20'))]);
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(onShown).toHaveBeenCalledTimes(1);
  expect(await slider()).toBeInTheDocument();
});

test('a patient who never had a device has no charts', async () => {
  await show([usual()], { of: { ...patient, firstUsageDate: null as never, devices: [] } });
  expect(await screen.findByText('No nights of use have arrived for this patient.')).toBeInTheDocument();
  expect(onShown).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});

test('in Spanish', async () => {
  await show([usual(row('2026-11-22', { minutes: 90 }))], { language: 'es' });
  const charts = await screen.findByRole('slider', { name: 'Uso por noche' });
  expect(charts).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/^11\/22\/2026\. 1 h 30 min de uso \(Menos de 4 h\)\. IAH 3\.0/),
  );
  expect(screen.getByText('Ventana de cumplimiento')).toBeInTheDocument();
});
