import type { MockLink } from '@apollo/client/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { StatusTone } from '../../components/StatusBadge.tsx';
import type { EditAllowed, SettingsRecordStatus } from '../../gql/schema.ts';
import type { Language } from '../../lib/language.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { DeviceSettings } from './DeviceSettings.tsx';
import { DeviceSettings_historyFragmentDoc, type DeviceSettings_historyFragment } from './gql/DeviceSettings.ts';
import { DismissSettingsDocument } from './gql/DismissChange.ts';
import { CheckResendSettingsDocument, ResendSettingsDocument } from './gql/SendAgain.ts';
import { CancelPendingSettingsDocument } from './gql/WithdrawChange.ts';
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

test.each<[SettingsRecordStatus, string, Language, string]>([
  ['PENDING', 'Pending', 'en', 'Therapy Settings'],
  ['FAILED', 'Failed', 'en', 'Therapy Settings'],
  ['VOID', 'Replaced', 'en', 'Therapy Settings'],
  ['FAILED', 'Fallido', 'es', 'Ajustes de terapia'],
  ['VOID', 'Reemplazado', 'es', 'Ajustes de terapia'],
])('the column of a change that is %s is headed %s (%s)', async (status, heading, language, group) => {
  await show({ pendingSettings: { ...pending, status } }, { language });
  expect(rows(group)[0]?.[2]).toBe(heading);
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

const refusedWith = (...userErrors: Partial<UserError>[]) =>
  userErrors.map((error) => ({ __typename: 'UserError', field: '', code: 'x', message: 'x', ...error }));
const answering = (query: MockLink.MockedResponse['request']['query'], field: string, result: object) => {
  const asked = jest.fn<(variables: unknown) => void>();
  const mock: MockLink.MockedResponse = {
    request: { query, variables: () => true },
    maxUsageCount: Infinity,
    result: (variables) => {
      asked(variables);
      return { data: { [field]: { deviceHistory: null, userErrors: [], ...result } } };
    },
  };
  return { asked, mock };
};
const failed = { ...pending, status: 'FAILED' as const, answeredAt: '2026-05-03T03:00:00Z' };

describe('sending a failed change again', () => {
  const change = {
    __typename: 'SettingChange',
    name: 'treat_p',
    label: 'Treat P',
    from: '8.0 cmH2O',
    to: '9.5 cmH2O',
  };
  const checking = (result: object = { changes: [change] }) =>
    answering(CheckResendSettingsDocument, 'checkResendSettings', {
      __typename: 'SubmitSettingsCheck',
      changes: [],
      ...result,
    });
  const sending = (result: object = {}) =>
    answering(ResendSettingsDocument, 'resendSettings', { __typename: 'SubmitSettingsPayload', ...result });
  const button = () => screen.getByRole('button', { name: 'Send again' });
  const question = () => screen.findByRole('alertdialog', { name: 'Send this change again?' });
  const input = {
    deviceHistoryId: 'history-5',
    settingsRecordId: 'pending',
    version: 'basis-1',
    confirmVentilator: false,
  };

  test('asks with what would change on the device now, and submits it on the basis that the page shows', async () => {
    const [check, send] = [checking(), sending({ deviceHistory: deviceSettings({ pendingSettings: pending }) })];
    const { user } = await show({ pendingSettings: failed }, { mocks: [check.mock, send.mock] });
    await user.click(button());
    const dialog = await question();
    expect(within(dialog).getByRole('row', { name: /Treat P/ })).toHaveTextContent('8.0 cmH₂O');
    expect(within(dialog).getByRole('row', { name: /Treat P/ })).toHaveTextContent('9.5 cmH₂O');
    expect(send.asked).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The change was submitted again.')).toBeInTheDocument();
    expect([check.asked.mock.calls, send.asked.mock.calls]).toEqual([[[{ input }]], [[{ input }]]]);
    expect(rows('Therapy Settings')[0]?.[2]).toBe('Pending');
  });

  test('asks and submits once after double clicks', async () => {
    const [check, send] = [checking(), sending({ deviceHistory: deviceSettings({ pendingSettings: pending }) })];
    const { user } = await show({ pendingSettings: failed }, { mocks: [check.mock, send.mock] });
    await user.dblClick(button());
    await user.dblClick(within(await question()).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The change was submitted again.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect([check.asked.mock.calls.length, send.asked.mock.calls.length]).toEqual([1, 1]);
  });

  test('says why not before it asks, and names the setting', async () => {
    const message = 'Enter a value between 4 and 20.';
    const check = checking({ userErrors: refusedWith({ field: 'values.treat_p', code: 'settings.range', message }) });
    const { user } = await show({ pendingSettings: failed }, { mocks: [check.mock] });
    await user.click(button());
    expect(await screen.findByText(`Treat P: ${message}`)).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('says that the settings are others than the page showed', async () => {
    const send = sending({ userErrors: refusedWith({ field: '', code: 'conflict' }) });
    const { user } = await show({ pendingSettings: failed }, { mocks: [checking().mock, send.mock] });
    await user.click(button());
    await user.click(within(await question()).getByRole('button', { name: 'Send again' }));
    expect(
      await screen.findByText(
        'The settings of this device are others than this page showed. Look at them, then send the change again.',
      ),
    ).toBeInTheDocument();
  });

  test('warns about a ventilator in the question, and sends that the warning was accepted', async () => {
    const send = sending({ deviceHistory: deviceSettings({ pendingSettings: pending }) });
    const { user } = await show(
      { pendingSettings: failed, editAllowed: 'NO_VENTILATOR' },
      { mocks: [checking().mock, send.mock] },
    );
    await user.click(button());
    const dialog = await question();
    expect(dialog).toHaveTextContent('This ventilator has no cellular module or its PIN was not confirmed');
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The change was submitted again.')).toBeInTheDocument();
    expect(send.asked.mock.calls).toEqual([[{ input: { ...input, confirmVentilator: true } }]]);
  });

  test.each<[string, Partial<DeviceSettings_historyFragment>]>([
    ['for a pending change', { pendingSettings: pending }],
    ['for a replaced change', { pendingSettings: { ...pending, status: 'VOID' } }],
    ['to viewers who may not edit', { pendingSettings: failed, viewerCanEditSettings: false }],
  ])('is not offered %s', async (_what, history) => {
    await show(history);
    expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  });
});

describe('dismissing a change', () => {
  test.each(['FAILED', 'VOID'] as const)('that is %s asks first, then its column is gone', async (status) => {
    const { asked, mock } = answering(DismissSettingsDocument, 'dismissSettings', {
      __typename: 'DismissSettingsPayload',
      deviceHistory: deviceSettings(),
    });
    const { user } = await show({ pendingSettings: { ...pending, status } }, { mocks: [mock] });
    await user.dblClick(screen.getByRole('button', { name: 'Dismiss' }));
    const question = await screen.findByRole('alertdialog', { name: 'Dismiss this change?' });
    expect(asked).not.toHaveBeenCalled();
    await user.dblClick(within(question).getByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByText('The change was dismissed.')).toBeInTheDocument();
    expect(asked.mock.calls).toEqual([[{ input: { deviceHistoryId: 'history-5', settingsRecordId: 'pending' } }]]);
    expect(rows('Therapy Settings')[0]).toEqual(['Setting', 'Current']);
  });

  test('is not offered for a pending change, nor to viewers who may not dismiss', async () => {
    const { unmount } = await show({ pendingSettings: pending });
    expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
    unmount();
    await show({ pendingSettings: failed, viewerCanDismissSettings: false });
    expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  });

  test('is offered for a replaced change of an ended device, which is not sent again', async () => {
    await show({
      pendingSettings: { ...pending, status: 'VOID' },
      endDate: '2026-05-01',
      isAssignedToPatient: false,
      viewerCanEditSettings: false,
    });
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeInTheDocument();
  });
});

describe('a change that was delivered in the last 24 hours', () => {
  const delivered = {
    ...pending,
    status: 'CURRENT' as const,
    isEdit: false,
    answeredAt: '2026-05-03T18:36:00Z',
    collected: '2026-05-04T09:00:00Z',
  };
  const last = () => screen.getByRole('list', { name: 'Last delivery' });

  test("shows its last step with the time of the answer in the organization's zone", async () => {
    await show({ currentSettings: delivered, deliveredSettings: delivered });
    expect(last()).toHaveTextContent('Collected05/03/2026 14:36:00 EDT');
    expect(screen.getByText('The change submitted by Whitfield, Dana was delivered.')).toBeInTheDocument();
    expect(rows('Therapy Settings')[0]).toEqual(['Setting', 'Current']);
  });

  test('says so when the device uses other settings', async () => {
    await show({ deliveredSettings: { ...delivered, status: 'DELIVERED', collected: null } });
    expect(last()).toHaveTextContent('05/03/2026 14:36:00 EDT');
    expect(screen.getByText(/The device now uses other settings than this change\./)).toBeInTheDocument();
  });

  test('is not shown without one', async () => {
    await show();
    expect(screen.queryByRole('list', { name: 'Last delivery' })).not.toBeInTheDocument();
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
          message: 'This change is no longer pending. Reload the settings of this device.',
        },
      ],
    });
    const { user } = await show({ pendingSettings: pending }, { mocks: [mock] });
    await confirmed(user, 'Withdraw');
    expect(
      await screen.findByText('This change is no longer pending. Reload the settings of this device.'),
    ).toBeInTheDocument();
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
