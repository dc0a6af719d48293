import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { DeviceSettings_historyFragmentDoc, type DeviceSettings_historyFragment } from '../../gql/graphql.ts';
import type { Language } from '../../lib/i18n.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { DeviceSettings } from './DeviceSettings.tsx';
import type { SettingsRecord } from './SettingsStatus.tsx';

const field = (name: string, label: string, value: string, unit: string | null = null) =>
  ({ __typename: 'SettingsField', name, label, value, unit }) as const;

const current: SettingsRecord = {
  __typename: 'SettingsRecord',
  id: 'current',
  status: 'Current',
  isEdit: false,
  submittedBy: null,
  submittedAt: null,
  collected: '2026-05-02T14:37:10Z',
  sourceDisplay: 'Wireless',
  therapy: [field('mode', 'Mode', 'CPAP'), field('pressure', 'Pressure', '8.0', 'cmH2O')],
  comfort: [field('ramp_flag', 'Auto On', '1')],
  alerts: [field('leak_flag', 'Leak Alert', 'false')],
};
const pending: SettingsRecord = {
  ...current,
  id: 'pending',
  status: 'Pending Delivery',
  isEdit: true,
  submittedBy: 'Whitfield, Dana',
  submittedAt: '2026-05-03T02:05:09Z',
  therapy: [field('mode', 'Mode', 'CPAP'), field('pressure', 'Pressure', '9.5', 'cmH2O')],
};

function show(change: Partial<DeviceSettings_historyFragment>, language?: Language) {
  const history: DeviceSettings_historyFragment = {
    __typename: 'DeviceHistory', id: 'history-1', endDate: null, currentSettings: current, pendingSettings: null, ...change,
  };
  return renderApp(
    <InCache fragment={DeviceSettings_historyFragmentDoc} fragmentName="DeviceSettings_history" data={history}>
      <DeviceSettings history={history as never} />
    </InCache>,
    { language },
  );
}

const rows = (group: string) =>
  within(screen.getByRole('region', { name: group })).getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));

test('the sections are Therapy, Comfort and Alert Settings, with units and flags as true or false', async () => {
  await show({});
  expect(rows('Therapy Settings')).toEqual([['Setting', 'Current'], ['Mode', 'CPAP'], ['Pressure', '8.0 cmH₂O']]);
  expect(rows('Comfort Settings')).toEqual([['Setting', 'Current'], ['Auto On', 'true']]);
  expect(rows('Alert Settings')).toEqual([['Setting', 'Current'], ['Leak Alert', 'false']]);
});

test("current settings read 'Collected via {source}', pending ones 'Changes submitted by … on … at …'", async () => {
  await show({ pendingSettings: pending });
  expect(screen.getByText('Collected via Wireless on 05/02/2026 at 10:37:10')).toBeInTheDocument();
  expect(screen.getByText('Changes submitted by Whitfield, Dana on 05/02/2026 at 22:05:09')).toBeInTheDocument();
});

test('values in pending that differ from current are marked, also for who cannot see the colour', async () => {
  await show({ pendingSettings: pending });
  expect(rows('Therapy Settings')).toEqual([
    ['Setting', 'Current', 'Pending'],
    ['Mode', 'CPAP', 'CPAP'],
    ['Pressure', '8.0 cmH₂O', '▲changed: 9.5 cmH₂O'],
  ]);
});

test("'Only changes' leaves what changes and says where nothing does", async () => {
  const { user } = await show({ pendingSettings: pending });
  await user.click(screen.getByRole('checkbox', { name: 'Only changes' }));
  expect(rows('Therapy Settings')).toEqual([['Setting', 'Current', 'Pending'], ['Pressure', '8.0 cmH₂O', '▲changed: 9.5 cmH₂O']]);
  expect(screen.getAllByText('Nothing changes here.')).toHaveLength(2);
});

describe('the status', () => {
  test.each(['Failed Delivery', 'Void/Replaced', 'Pending Delivery', 'Defaults', 'Something new'])('%s is shown as a word with an icon', async (status) => {
    await show({ pendingSettings: { ...pending, status } });
    expect(screen.getByText(status).querySelector('svg')).toBeInTheDocument();
  });
});

describe('without settings', () => {
  test('an active device says that none have come', async () => {
    await show({ currentSettings: null });
    expect(screen.getByText('No settings have been received from this device yet.')).toBeInTheDocument();
  });

  test("an ended device reads 'No settings found for this device.'", async () => {
    await show({ currentSettings: null, endDate: '2026-05-01' });
    expect(screen.getByText('No settings found for this device.')).toBeInTheDocument();
  });

  test('the first change is shown though there is nothing to compare it with', async () => {
    await show({ currentSettings: null, pendingSettings: pending });
    expect(rows('Therapy Settings')).toContainEqual(['Pressure', '—None', '9.5 cmH₂O']);
    expect(screen.queryByText(/changed/)).not.toBeInTheDocument();
  });
});

test('the Spanish interface translates the cards', async () => {
  await show({ pendingSettings: pending }, 'es');
  expect(rows('Ajustes de terapia')[2]).toEqual(['Pressure', '8.0 cmH₂O', '▲cambiado: 9.5 cmH₂O']);
  expect(rows('Ajustes de alertas')[1]).toEqual(['Leak Alert', 'falso', 'falso']);
  expect(screen.getByText('Entrega pendiente')).toBeInTheDocument();
  expect(screen.getByText('Cambios enviados por Whitfield, Dana el 05/02/2026 a las 22:05:09')).toBeInTheDocument();
});
