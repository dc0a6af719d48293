import type { MockLink } from '@apollo/client/testing';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { announceDeviceChange } from '../../lib/deviceChanges.ts';
import type { Language } from '../../lib/language.ts';
import { page } from '../../lib/page.ts';
import { Unreachable } from '../../lib/reach.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { DeviceSettings } from './DeviceSettings.tsx';
import { DeviceSettings_historyFragmentDoc } from './gql/DeviceSettings.ts';
import { SettingsHistoryDocument } from './gql/SettingsHistoryDialog.ts';
import type { HistoryRow } from './settingsHistory.ts';
import { deviceSettings, settingsNews } from './settingsFixtures.ts';

const label = (name: string, text: string, unit: string | null = null) => ({
  __typename: 'SettingLabel',
  name,
  label: text,
  group: 'THERAPY',
  unit,
});
const labels = [label('treat_p', 'Treat P', 'cmH2O'), label('mask', 'Mask'), label('auto_on_flag', 'Auto On')];
const value = (name: string, text: string) => ({ __typename: 'SettingsHistoryValue' as const, name, value: text });

const row = (id: string, change: Partial<HistoryRow> & { values: HistoryRow['values'] }): HistoryRow => ({
  __typename: 'SettingsHistoryRow',
  id,
  collected: null,
  title: 'Past',
  status: 'PAST',
  statusLabel: '',
  sourceDisplay: null,
  submittedBy: null,
  submittedAt: null,
  dismissedBy: null,
  dismissedAt: null,
  tone: 'NONE',
  diffFromPrevious: [],
  ...change,
});
const rows = [
  row('r4', {
    status: 'PENDING',
    statusLabel: '(Pending)',
    tone: 'PENDING',
    submittedBy: 'Whitfield, Dana',
    submittedAt: '2026-05-04T02:05:09Z',
    diffFromPrevious: ['treat_p'],
    values: [value('treat_p', '9.5'), value('mask', 'Nasal'), value('auto_on_flag', 'true')],
  }),
  row('r3', {
    status: 'FAILED',
    statusLabel: '(Failed)',
    tone: 'FAILED',
    submittedBy: 'Whitfield, Dana',
    submittedAt: '2026-05-03T02:05:09Z',
    dismissedBy: 'Ellery, Morgan',
    dismissedAt: '2026-05-03T13:00:00Z',
    diffFromPrevious: ['treat_p'],
    values: [value('treat_p', '12.0'), value('mask', 'Nasal'), value('auto_on_flag', 'true')],
  }),
  row('r2', {
    status: 'VOID',
    statusLabel: '(Replaced)',
    tone: 'VOID',
    submittedBy: 'Reyes, Dana',
    submittedAt: '2026-05-02T02:05:09Z',
    values: [value('treat_p', '8.0'), value('mask', 'Nasal'), value('auto_on_flag', 'true')],
  }),
  row('r1', {
    collected: '2026-05-01T14:37:10Z',
    sourceDisplay: 'Wireless',
    values: [value('treat_p', '8.0'), value('mask', 'Nasal')],
  }),
];

const answer = (
  answered: readonly HistoryRow[],
  { after, hasMore = false }: { after?: string; hasMore?: boolean } = {},
): MockLink.MockedResponse => ({
  request: { query: SettingsHistoryDocument, variables: (asked) => asked.after === after },
  result: {
    data: {
      node: {
        __typename: 'DeviceHistory',
        id: 'history-5',
        settingsHistory: { __typename: 'SettingsHistory', hasMore, labels, rows: answered },
      },
    },
  },
});

async function open(
  mocks: MockLink.MockedResponse[] = [answer(rows)],
  {
    path = '/?settingsHistory=5',
    language,
    viewer = testViewer,
  }: { path?: string; language?: Language; viewer?: typeof testViewer } = {},
) {
  const view = await renderApp(
    <InCache fragment={DeviceSettings_historyFragmentDoc} fragmentName="DeviceSettings_history" data={deviceSettings()}>
      <DeviceSettings history={deviceSettings() as never} />
    </InCache>,
    { mocks: [...mocks, settingsNews()], path, language, viewer },
  );
  return { ...view, dialog: () => screen.findByRole('dialog', { name: /A3900010001$/ }) };
}

const region = () => screen.findByRole('region', { name: 'Settings History - A3900010001' });
const cells = (line: HTMLElement) => [...line.children].map(({ textContent }) => textContent);
const lines = async () =>
  within(await region())
    .getAllByRole('row')
    .map(cells);

afterEach(() => void jest.restoreAllMocks());

test('columns are Collected and Source/Status, then one per setting, newest first; changed cells are marked', async () => {
  await open();
  expect(await lines()).toEqual([
    ['Collected', 'Source/Status', 'Treat PcmH₂O', 'Mask', 'Auto On'],
    ['—None', 'Whitfield, Dana (Pending)submitted 05/03/2026 22:05:09', 'changed: 9.5', 'Nasal', 'true'],
    [
      '—None',
      'Whitfield, Dana (Failed)submitted 05/02/2026 22:05:09dismissed by Ellery, Morgan, 05/03/2026 09:00:00',
      'changed: 12.0',
      'Nasal',
      'true',
    ],
    ['—None', 'Reyes, Dana (Replaced)submitted 05/01/2026 22:05:09', '8.0', 'Nasal', 'true'],
    ['05/01/2026 10:37:10', 'Wireless', '8.0', 'Nasal', '—None'],
  ]);
});

test('rows are red for Failed or Void and yellow for Pending', async () => {
  await open();
  const [, ...body] = within(await region()).getAllByRole('row');
  expect(body.map(({ dataset }) => dataset.tone)).toEqual(['PENDING', 'FAILED', 'VOID', 'NONE']);
  expect(new Set(body.map(({ className }) => className)).size).toBe(3);
});

test('the first two columns are sticky while the others scroll, also by keyboard', async () => {
  await open();
  const table = await region();
  expect(table).toHaveAttribute('tabindex', '0');
  for (const line of within(table).getAllByRole('row')) {
    expect([...line.children].map((cell) => (cell as HTMLElement).dataset.sticky)).toEqual([
      'first',
      'second',
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test("'Only changes' and the search reduce rows and columns, and say how many are left", async () => {
  const { user, dialog } = await open();
  await region();
  const within_ = within(await dialog());
  await user.click(within_.getByRole('checkbox', { name: 'Only changes' }));
  expect((await lines()).map((line) => line.length)).toEqual([3, 3, 3]);
  expect(within_.getByText('Rows: 2, settings: 1')).toBeInTheDocument();
  await user.click(within_.getByRole('checkbox', { name: 'Only changes' }));
  await user.type(within_.getByRole('searchbox', { name: 'Search settings' }), 'mas');
  expect((await lines())[0]).toEqual(['Collected', 'Source/Status', 'Mask']);
  await user.type(within_.getByRole('searchbox', { name: 'Search settings' }), 'k of nothing');
  expect(within_.getByText('No setting matches.')).toBeInTheDocument();
});

describe('the export', () => {
  const server = fakeServer();

  test('is the REST path with csv=true', async () => {
    const save = jest.spyOn(page, 'save').mockImplementation(() => {});
    server.answer = () => new Response('Collected');
    const { user, dialog } = await open();
    await user.click(within(await dialog()).getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(server.calls.map(({ url }) => url)).toEqual(['/api/patients/7/devices/5/settings_history?csv=true']);
  });

  test('is not offered to a viewer without the permission', async () => {
    const { dialog } = await open([answer(rows)], { viewer: { ...testViewer, viewerCanExportDevices: false } });
    expect(within(await dialog()).queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  });
});

describe('the address of the history', () => {
  test('opens with the button, also names the device, and closes with the dialog', async () => {
    const { user, router, dialog } = await open([answer(rows)], { path: '/' });
    await user.click(screen.getByRole('button', { name: 'Settings History' }));
    const opened = await dialog();
    expect(router.state.location.search).toBe('?device=5&settingsHistory=5');
    await user.click(within(opened).getAllByRole('button', { name: 'Close' })[0]!);
    await waitFor(() => expect(opened).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('?device=5');
  });

  test('of another device does not open this one', async () => {
    await open([], { path: '/?settingsHistory=6' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a long history', () => {
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) =>
      row(`h${from + n}`, {
        collected: '2026-05-01T14:37:10Z',
        sourceDisplay: `Source ${from + n}`,
        values: [value('treat_p', '8.0')],
      }),
    );

  const bodyRows = async () => (await region()).querySelectorAll('tbody tr:not([aria-hidden])').length;

  test('of more than 100 rows renders only the visible ones, and shows how many there are', async () => {
    // jsdom has no layout: a window of 600 px and rows of 40 px.
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
    await open([answer(many(0, 400))]);
    expect(await screen.findByText('Source 0')).toBeInTheDocument();
    expect((await region()).querySelector('table')).toHaveAttribute('aria-rowcount', '401');
    expect(await bodyRows()).toBeLessThan(60);
    expect(screen.queryByText('Source 399')).not.toBeInTheDocument();
  });

  test('of 100 rows is rendered as a whole', async () => {
    await open([answer(many(0, 100))]);
    expect(await bodyRows()).toBe(100);
  });

  test('continues with Show older', async () => {
    const { user, dialog } = await open([answer(many(0, 2), { hasMore: true }), answer(many(2, 1), { after: 'h1' })]);
    await user.click(await within(await dialog()).findByRole('button', { name: 'Show older' }));
    await waitFor(async () =>
      expect((await lines()).map(([, source]) => source)).toEqual([
        'Source/Status',
        'Source 0',
        'Source 1',
        'Source 2',
      ]),
    );
    expect(within(await dialog()).queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  });

  test('shows a new row at the top when its device reports, and keeps the older rows and the end', async () => {
    const { user, dialog, quiet } = await open([
      answer(many(0, 2), { hasMore: true }),
      answer(many(2, 1), { after: 'h1' }),
      answer([...many(9, 1), ...many(0, 2)], { hasMore: true }),
    ]);
    await user.click(await within(await dialog()).findByRole('button', { name: 'Show older' }));
    await screen.findByText('Source 2');
    act(() => announceDeviceChange());
    await quiet();
    expect((await lines()).map(([, source]) => source)).toEqual([
      'Source/Status',
      'Source 9',
      'Source 0',
      'Source 1',
      'Source 2',
    ]);
    expect(within(await dialog()).queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  });

  test('keeps its rows when the older ones fail to load', async () => {
    const { user, dialog } = await open([
      answer(many(0, 2), { hasMore: true }),
      { request: { query: SettingsHistoryDocument, variables: () => true }, error: new Error('down') },
    ]);
    await user.click(await within(await dialog()).findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('The older rows could not be loaded. Try again.')).toBeInTheDocument();
    expect(await lines()).toHaveLength(3);
  });
});

test('while it loads the dialog says so', async () => {
  const { dialog } = await open([{ ...answer(rows), delay: 600_000 }]);
  expect(within(await dialog()).getByRole('status')).toHaveTextContent('Loading...');
});

test('a failure offers Retry', async () => {
  const fault: MockLink.MockedResponse = {
    request: { query: SettingsHistoryDocument, variables: () => true },
    error: new Unreachable(),
  };
  const { user } = await open([fault, answer(rows)]);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await lines()).toHaveLength(5);
});

test('axe finds nothing in it', async () => {
  const { dialog } = await open();
  await region();
  const { violations } = await axe.run(await dialog(), { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test('the Spanish interface translates it and writes numbers with a comma', async () => {
  await open([answer(rows)], { language: 'es' });
  const table = await screen.findByRole('region', { name: 'Historial de ajustes - A3900010001' });
  expect(cells(within(table).getAllByRole('row')[1]!)).toEqual([
    '—Ninguno',
    'Whitfield, Dana (Pending)enviado 05/03/2026 22:05:09',
    'cambiado: 9.5',
    'Nasal',
    'verdadero',
  ]);
});
