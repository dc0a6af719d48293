import type { MockLink } from '@apollo/client/testing';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { SaveTablePreferencesDocument } from '../components/gql/useTablePreferences.ts';
import type { Viewer } from '../lib/viewer.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { ArrangePanels } from './ArrangePanels.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './ArrangePanelsPopover.tsx';
import { usePatientPanels } from './usePatientPanels.ts';

const USUAL = ['Devices', 'Usage', 'Compliance', 'Settings', 'Communication', 'iCode calls', 'iCode Reports'];

function Page() {
  const panels = usePatientPanels();
  return (
    <>
      <ArrangePanels panels={panels} />
      <ol>
        {panels.order.map((panel) => (
          <li key={panel}>{`${panels.titles[panel]}${panels.folded.includes(panel) ? ', folded' : ''}`}</li>
        ))}
      </ol>
    </>
  );
}

const kept = (table: string, columnOrder: string[] | null, hiddenColumns: string[] | null) => ({
  __typename: 'TablePreferences' as const,
  table,
  columnOrder,
  hiddenColumns,
  columnWidths: null,
  pageSize: null,
  density: null,
});
/** What the server is to receive, in order. */
const saves = (...inputs: [order: string[] | null, folded: string[] | null][]) => {
  const received: unknown[] = [];
  const mocks = inputs.map(([columnOrder, hiddenColumns]): MockLink.MockedResponse => ({
    request: {
      query: SaveTablePreferencesDocument,
      variables: ({ input }) => {
        const isThis =
          JSON.stringify([input.columnOrder, input.hiddenColumns]) === JSON.stringify([columnOrder, hiddenColumns]);
        if (isThis) received.push(input.table);
        return isThis;
      },
    },
    result: {
      data: { saveTablePreferences: { __typename: 'SaveTablePreferencesPayload', viewer: null, userErrors: [] } },
    },
  }));
  return { mocks, received };
};
const open = async (mocks: MockLink.MockedResponse[], tablePreferences: Viewer['tablePreferences'] = []) => {
  const page = await renderApp(<Page />, { mocks, viewer: { ...testViewer, tablePreferences } });
  return page;
};
const panels = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('the order that the user has kept holds, and a panel is folded as the user has left it', async () => {
  await open(
    [],
    [
      kept('patients', ['usage'], ['devices']),
      kept(
        'patient-page',
        ['icode', 'devices', 'usage', 'compliance', 'settings', 'communication', 'calls'],
        ['calls'],
      ),
    ],
  );
  expect(panels()).toEqual([
    'iCode Reports',
    'Devices',
    'Usage',
    'Compliance',
    'Settings',
    'Communication',
    'iCode calls, folded',
  ]);
});

test('a panel moves by key, the button keeps the focus, its place is announced, and the order is saved', async () => {
  const first = ['usage', 'devices', 'compliance', 'settings', 'communication', 'calls', 'icode'];
  const { mocks, received } = saves([first, null]);
  const { user } = await open(mocks);
  expect(panels()).toEqual(USUAL);
  screen.getByRole('button', { name: 'Arrange panels' }).focus();
  await user.keyboard('{Enter}');
  const up = await screen.findByRole('button', { name: 'Move Usage up' });
  up.focus();
  await user.keyboard('{Enter}');
  expect(panels()).toEqual([
    'Usage',
    'Devices',
    'Compliance',
    'Settings',
    'Communication',
    'iCode calls',
    'iCode Reports',
  ]);
  expect(up).toHaveFocus();
  expect(up).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('Usage: 1 of 7')).toHaveAttribute('role', 'status');
  await user.keyboard('{Enter}');
  expect(panels()[0]).toBe('Usage');
  await waitFor(() => expect(received).toContain('patient-page'));
});

test('a switch folds a panel, and Reset returns to the page as it comes', async () => {
  const { mocks, received } = saves([null, ['usage']], [null, null]);
  const { user } = await open(mocks);
  await user.click(screen.getByRole('button', { name: 'Arrange panels' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Usage' }));
  expect(panels()).toContain('Usage, folded');
  await waitFor(() => expect(received).toEqual(['patient-page']));
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(panels()).toEqual(USUAL);
  await waitFor(() => expect(received).toEqual(['patient-page', 'patient-page']));
});
