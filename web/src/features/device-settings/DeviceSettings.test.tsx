import type { MockLink } from '@apollo/client/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  CancelPendingSettingsDocument,
  DeviceSettings_historyFragmentDoc,
  type DeviceSettings_historyFragment,
  type EditAllowed,
  type SettingsRecordStatus,
} from '../../gql/graphql.ts';
import type { StatusTone } from '../../components/StatusBadge.tsx';
import type { Language } from '../../lib/language.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { DeviceSettings } from './DeviceSettings.tsx';
import { deviceSettings, pendingSettings as pending, settingsNews } from './settingsFixtures.ts';
import { statusTone } from './SettingsStatus.tsx';

interface Options {
  language?: Language;
  mocks?: MockLink.MockedResponse[];
  news?: MockLink.MockedResponse;
}

function show(
  change: Partial<DeviceSettings_historyFragment> = {},
  { language, mocks = [], news = settingsNews() }: Options = {},
) {
  const history = deviceSettings(change);
  return renderApp(
    <InCache fragment={DeviceSettings_historyFragmentDoc} fragmentName="DeviceSettings_history" data={history}>
      <DeviceSettings history={history as never} />
    </InCache>,
    { language, mocks: [...mocks, news] },
  );
}

const rows = (group: string) =>
  within(screen.getByRole('region', { name: group }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
const steps = () =>
  within(screen.getByRole('list', { name: 'Delivery' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('the sections are Therapy, Comfort and Alert Settings, with units, and names containing _flag as true or false', async () => {
  await show();
  expect(rows('Therapy Settings')).toEqual([
    ['Setting', 'Current'],
    ['Mode', 'CPAP'],
    ['Treat P', '8.0 cmH₂O'],
  ]);
  expect(rows('Comfort Settings')).toEqual([
    ['Setting', 'Current'],
    ['Auto On', 'true'],
  ]);
  expect(rows('Alert Settings')).toEqual([
    ['Setting', 'Current'],
    ['Leak Alert', 'false'],
  ]);
});

test("current settings read 'Collected via {source}', pending ones 'Changes submitted by … on … at …'", async () => {
  await show({ pendingSettings: pending });
  expect(screen.getByText('Collected via Wireless on 05/02/2026 at 10:37:10')).toBeInTheDocument();
  expect(screen.getByText('Changes submitted by Whitfield, Dana on 05/02/2026 at 22:05:09')).toBeInTheDocument();
});

test('pending values that differ from current ones are marked, also without color', async () => {
  await show({ pendingSettings: pending });
  expect(rows('Therapy Settings')).toEqual([
    ['Setting', 'Current', 'Pending'],
    ['Mode', 'CPAP', 'CPAP'],
    ['Treat P', '8.0 cmH₂O', 'changed: 9.5 cmH₂O'],
  ]);
});

test("'Only changes' shows only changes and says where there are none", async () => {
  const { user } = await show({ pendingSettings: pending });
  await user.click(screen.getByRole('checkbox', { name: 'Only changes' }));
  expect(rows('Therapy Settings')).toEqual([
    ['Setting', 'Current', 'Pending'],
    ['Treat P', '8.0 cmH₂O', 'changed: 9.5 cmH₂O'],
  ]);
  expect(screen.getAllByText('Nothing changes here.')).toHaveLength(2);
});

describe('the status', () => {
  test.each<[SettingsRecordStatus, StatusTone]>([
    ['FAILED', 'danger'],
    ['VOID', 'void'],
    ['PENDING', 'warning'],
    ['DEFAULTS', 'neutral'],
    ['CURRENT', 'neutral'],
    ['PAST', 'neutral'],
    ['DELIVERED', 'neutral'],
  ])('%s looks like %s', (status, tone) => expect(statusTone(status)).toBe(tone));

  test.each<[SettingsRecordStatus, string]>([
    ['FAILED', 'Failed Delivery'],
    ['VOID', 'Void/Replaced'],
    ['PENDING', 'Pending Delivery'],
    ['DEFAULTS', 'Defaults'],
    ['CURRENT', 'Current'],
    ['PAST', 'Past'],
    ['DELIVERED', 'Delivered'],
  ])('%s is shown as %j with an icon', async (status, text) => {
    await show({ currentSettings: null, pendingSettings: { ...pending, status } });
    const badge = screen.getAllByText(text).find(({ className }) => className.includes('badge'));
    expect(badge?.querySelector('svg')).toBeInTheDocument();
  });
});

describe('without settings', () => {
  test('an active device says that none have arrived, and offers Add Settings', async () => {
    await show({ currentSettings: null });
    expect(screen.getByText('No settings have been received from this device yet.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Add Settings/ })).toHaveAttribute(
      'href',
      '/patients/7/devices/5/settings',
    );
  });

  test("an ended device reads 'No settings found for this device.' and offers nothing", async () => {
    await show({ currentSettings: null, endDate: '2026-05-01', isAssignedToPatient: false });
    expect(screen.getByText('No settings found for this device.')).toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  test('the first change is shown without anything to compare it with', async () => {
    await show({ currentSettings: null, pendingSettings: pending });
    expect(rows('Therapy Settings')).toContainEqual(['Treat P', '—None', '9.5 cmH₂O']);
    expect(screen.queryByText(/changed/)).not.toBeInTheDocument();
  });
});

describe("'Edit Settings', by edit_allowed", () => {
  test("'PASS' is a direct link that opens the settings page in a new tab", async () => {
    await show();
    const link = screen.getByRole('link', { name: 'Edit Settings (opens in a new tab)' });
    expect(link).toHaveAttribute('href', '/patients/7/devices/5/settings');
    expect(link).toHaveAttribute('target', '_blank');
  });

  test("'NO_VENTILATOR' is a Warning with OK and Close, whose OK opens the settings page", async () => {
    const { user } = await show({
      editAllowed: 'NO_VENTILATOR',
      editNotice: 'This ventilator has no cellular module.',
    });
    await user.click(screen.getByRole('button', { name: 'Edit Settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Warning' });
    expect(dialog).toHaveTextContent('This ventilator has no cellular module.');
    expect(within(dialog).getByRole('link', { name: /^OK/ })).toHaveAttribute(
      'href',
      '/patients/7/devices/5/settings?warning=accepted',
    );
    await user.click(within(dialog).getByText('Close'));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  test.each<[EditAllowed, string | null]>([
    ['DEVICE_ENDED', 'This device is no longer assigned to the patient.'],
    ['NO_MODULE', 'This device has no cellular module.'],
    ['NO_PIN', 'The PIN of this device was not confirmed.'],
    ['NO_PIN', null],
  ])('%s is a Notice with the text of that value, OK and Close, and opens nothing', async (editAllowed, editNotice) => {
    const { user } = await show({ editAllowed, editNotice });
    await user.click(screen.getByRole('button', { name: 'Edit Settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Notice' });
    expect(dialog).toHaveTextContent(editNotice ?? 'The settings of this device cannot be changed now.');
    expect(within(dialog).getByText('Close')).toBeInTheDocument();
    expect(within(dialog).queryByRole('link')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  test.each([
    ['the viewer may not edit settings', { viewerCanEditSettings: false }],
    ['the device is not assigned to the patient', { isAssignedToPatient: false }],
  ])('is not shown when %s', async (_why, change) => {
    await show(change);
    expect(screen.queryByText('Edit Settings')).not.toBeInTheDocument();
  });
});

test('Settings History shows when history_size > 0', async () => {
  const { unmount } = await show({ historySize: 1 });
  expect(screen.getByRole('button', { name: 'Settings History' })).toBeInTheDocument();
  unmount();
  await show({ historySize: 0 });
  expect(screen.queryByRole('button', { name: 'Settings History' })).not.toBeInTheDocument();
});

describe('the delivery of a change', () => {
  test('shows Submitted → Sent to device → Collected, with times, and that devices report about every 24 hours', async () => {
    await show({ pendingSettings: { ...pending, sentAt: '2026-05-03T03:00:00Z' } });
    expect(steps()).toEqual([
      'Submitted05/02/2026 22:05:09 EDT',
      'Sent to device05/02/2026 23:00:00 EDT',
      'CollectedWaiting for the device',
    ]);
    expect(screen.getByText(/^Devices report about every 24 hours\./)).toBeInTheDocument();
  });

  test('of a failed change says why and offers no withdrawal', async () => {
    await show({
      pendingSettings: {
        ...pending,
        status: 'FAILED',
        answeredAt: '2026-05-03T03:00:00Z',
        failureText: 'The device refused the change: pressure out of range',
      },
    });
    expect(screen.getByText('The device refused the change: pressure out of range')).toBeInTheDocument();
    expect(steps()).toEqual([
      'Submitted05/02/2026 22:05:09 EDT',
      'Sent to deviceWas not sent',
      'Failed05/02/2026 23:00:00 EDT',
    ]);
    expect(screen.queryByText(/about every 24 hours/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Withdraw change' })).not.toBeInTheDocument();
  });

  test('advances on the open page when the device answers', async () => {
    const settingsRecord = { ...pending, sentAt: '2026-05-03T03:00:00Z' };
    await show(
      { pendingSettings: pending },
      { news: settingsNews({ deviceHistory: deviceSettings({ pendingSettings: settingsRecord }), settingsRecord }) },
    );
    expect(steps()[1]).toBe('Sent to deviceWaiting for the device');
    await waitFor(() => expect(steps()[1]).toBe('Sent to device05/02/2026 23:00:00 EDT'));
  });

  test('replaces the pending settings by the collected ones without a reload', async () => {
    const collected = {
      ...pending,
      status: 'CURRENT' as const,
      collected: '2026-05-03T12:00:00Z',
      sourceDisplay: 'Wireless',
      isEdit: false,
    };
    const deviceHistory = deviceSettings({ currentSettings: collected, pendingSettings: null });
    await show({ pendingSettings: pending }, { news: settingsNews({ deviceHistory, settingsRecord: collected }) });
    await waitFor(() =>
      expect(rows('Therapy Settings')).toEqual([
        ['Setting', 'Current'],
        ['Mode', 'CPAP'],
        ['Treat P', '9.5 cmH₂O'],
      ]),
    );
  });
});

describe('withdrawing a pending change', () => {
  const answer = (result: object) => {
    const asked = jest.fn<(variables: unknown) => void>();
    const mock: MockLink.MockedResponse = {
      request: { query: CancelPendingSettingsDocument, variables: () => true },
      result: (variables) => {
        asked(variables);
        return {
          data: {
            cancelPendingSettings: {
              __typename: 'CancelPendingSettingsPayload',
              deviceHistory: null,
              userErrors: [],
              ...result,
            },
          },
        };
      },
    };
    return { asked, mock };
  };
  const confirmed = async (user: Awaited<ReturnType<typeof show>>['user'], answered: string) => {
    await user.click(screen.getByRole('button', { name: 'Withdraw change' }));
    const question = await screen.findByRole('alertdialog', { name: 'Withdraw this change?' });
    await user.click(within(question).getByRole('button', { name: answered }));
  };

  test('asks first, then the change is void', async () => {
    const voided = { ...pending, status: 'VOID' as const };
    const { asked, mock } = answer({ deviceHistory: deviceSettings({ pendingSettings: voided }) });
    const { user } = await show({ pendingSettings: pending }, { mocks: [mock] });
    await confirmed(user, 'Withdraw');
    expect(await screen.findByText('The change was withdrawn.')).toBeInTheDocument();
    expect(asked.mock.calls).toEqual([[{ input: { deviceHistoryId: 'history-5', settingsRecordId: 'pending' } }]]);
    expect(steps()[2]).toBe('Void/ReplacedNo longer pending');
  });

  test('sends no request when the user declines', async () => {
    const { asked, mock } = answer({});
    const { user } = await show({ pendingSettings: pending }, { mocks: [mock] });
    await confirmed(user, 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(asked).not.toHaveBeenCalled();
  });

  test('says why not', async () => {
    const { mock } = answer({
      userErrors: [
        {
          __typename: 'UserError',
          field: 'settingsRecordId',
          code: 'settings.not_pending',
          message: 'This change is no longer pending.',
        },
      ],
    });
    const { user } = await show({ pendingSettings: pending }, { mocks: [mock] });
    await confirmed(user, 'Withdraw');
    expect(await screen.findByText('This change is no longer pending.')).toBeInTheDocument();
  });

  test('without an answer of the server claims nothing', async () => {
    const lost: MockLink.MockedResponse = {
      request: { query: CancelPendingSettingsDocument, variables: () => true },
      error: new Error('down'),
    };
    const { user } = await show({ pendingSettings: pending }, { mocks: [lost] });
    await confirmed(user, 'Withdraw');
    expect(await screen.findByText('The change could not be withdrawn.')).toBeInTheDocument();
  });

  test('is not offered to viewers who may not edit', async () => {
    await show({ pendingSettings: pending, viewerCanEditSettings: false });
    expect(screen.queryByRole('button', { name: 'Withdraw change' })).not.toBeInTheDocument();
  });
});

test('the Spanish interface translates the cards and writes numbers with a comma', async () => {
  await show({ pendingSettings: pending }, { language: 'es' });
  expect(rows('Ajustes de terapia')[2]).toEqual(['Treat P', '8.0 cmH₂O', 'cambiado: 9.5 cmH₂O']);
  expect(rows('Ajustes de alertas')[1]).toEqual(['Leak Alert', 'falso', 'falso']);
  expect(screen.getByText('Entrega pendiente')).toBeInTheDocument();
  expect(screen.getByText('Cambios enviados por Whitfield, Dana el 05/02/2026 a las 22:05:09')).toBeInTheDocument();
});
