import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { CommunicationPanel } from './CommunicationPanel.tsx';
import {
  CommunicationPanel_historyFragmentDoc,
  type CommunicationPanel_historyFragment,
} from './gql/CommunicationPanel.ts';
import { isSilent } from '../../lib/isSilent.ts';

const hours = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString();
const connection = (endTime: string | null, connectionType: 'WIRELESS' | 'APP' = 'WIRELESS') =>
  ({ __typename: 'ConnectionRecord', startTime: '2026-03-08T06:30:00Z', endTime, connectionType }) as const;

function show(change: Partial<CommunicationPanel_historyFragment> = {}, language?: Language) {
  const history: CommunicationPanel_historyFragment = {
    __typename: 'DeviceHistory',
    id: 'history-1',
    databaseId: 7,
    isActive: true,
    module: {
      __typename: 'Module',
      serial: 'M015308642',
      version: '2.0.26',
      type: '3G',
      iccid: '89012404100965420069',
    },
    lastConnection: connection(hours(3)),
    ...change,
  };
  return renderApp(
    <InCache fragment={CommunicationPanel_historyFragmentDoc} fragmentName="CommunicationPanel_history" data={history}>
      <CommunicationPanel history={history as never} />
    </InCache>,
    { language },
  );
}

/** The panel's labels and values, as text. */
const facts = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent]);

test('the panel shows module serial with version, module type, ICCID and last connection', async () => {
  await show({ lastConnection: connection(null) });
  expect(facts()).toEqual([
    ['Module serial', 'M015308642 version 2.0.26'],
    ['Module type', '3G'],
    ['ICCID', '89012404100965420069'],
    ['Last connection', expect.stringContaining('03/08/2026 01:30:00 EST · Wireless')],
  ]);
});

test('the ICCID can be copied', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Copy ICCID' }));
  expect(await navigator.clipboard.readText()).toBe('89012404100965420069');
});

test('a device without a module says so and still shows its last connection', async () => {
  await show({ module: null, lastConnection: connection(hours(3), 'APP') });
  expect(screen.getByText('No cellular module')).toBeInTheDocument();
  expect(screen.getByText('3 hours ago')).toBeInTheDocument();
  expect(screen.getByText(/· App$/)).toBeInTheDocument();
});

test('an active device shows a warning after 48 hours of silence, an ended one does not', async () => {
  const { unmount } = await show({ lastConnection: connection(hours(49)) });
  expect(screen.getByText('No connection for more than 48 hours')).toBeInTheDocument();
  unmount();
  await show({ lastConnection: connection(hours(49)), isActive: false });
  expect(screen.queryByText('No connection for more than 48 hours')).not.toBeInTheDocument();
});

test.each([
  { ago: 47, stale: false },
  { ago: 48, stale: false },
  { ago: 48.01, stale: true },
])('$ago hours ago: stale is $stale', ({ ago, stale }) => {
  const now = Date.parse('2026-05-03T12:00:00Z');
  expect(isSilent(new Date(now - ago * 3_600_000).toISOString(), now)).toBe(stale);
});

test('a device that never connected says so', async () => {
  await show({ lastConnection: null });
  expect(screen.getByText('Never connected')).toBeInTheDocument();
});

test('the Spanish interface translates the panel', async () => {
  await show({ module: null, lastConnection: connection(hours(72)) }, 'es');
  expect(screen.getByRole('heading', { name: 'Comunicación' })).toBeInTheDocument();
  expect(screen.getByText('Sin módulo celular')).toBeInTheDocument();
  expect(screen.getByText('hace 3 días')).toBeInTheDocument();
  expect(screen.getByText('Sin conexión desde hace más de 48 horas')).toBeInTheDocument();
});
