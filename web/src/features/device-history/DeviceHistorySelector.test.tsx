import type { MockLink } from '@apollo/client/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { aDevice } from './deviceFixtures.ts';
import { DeviceHistorySelector } from './DeviceHistorySelector.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import type { DeviceHistoryCard_historyFragment } from './gql/DeviceHistoryCard.ts';
import { DeviceHistoryPanel_patientFragmentDoc } from './gql/DeviceHistoryPanel.ts';
import { CheckDeleteDeviceDocument, DeleteDeviceDocument } from './gql/useConfirmedDelete.ts';
import { EquipmentOfDeviceDocument } from './gql/useEquipmentOfDevice.ts';
import { RestoreDeviceDocument } from './gql/useRestoreDevice.ts';
import { VoidDeviceDocument, VoidDevicePreviewDocument } from './gql/VoidDeviceDialog.ts';
import './VoidDeviceDialog.tsx';

const device = aDevice({ databaseId: 11, serial: 'A3900010001', startDate: '2026-07-20', viewerCanAddPin: true });
const equipment = {
  __typename: 'DeviceHistory',
  id: device.id,
  serial: device.serial,
  startDate: device.startDate,
  endDate: null,
  hasPin: false,
  pin: null,
  viewerCanAddPin: true,
  patient: {
    __typename: 'Patient',
    id: 'p7',
    organization: { __typename: 'Organization', id: 'org-1', timezone: 'America/New_York' },
  },
};
const reading = (change: Partial<typeof equipment> = {}): MockLink.MockedResponse => ({
  request: { query: EquipmentOfDeviceDocument, variables: { id: device.id } },
  result: { data: { node: { ...equipment, ...change } } },
});

async function show(
  mocks: MockLink.MockedResponse[] = [],
  change: Partial<DeviceHistoryCard_historyFragment> = {},
  language?: Language,
) {
  const patient = {
    __typename: 'Patient' as const,
    id: 'p7',
    viewerCanAssignDevice: true,
    devices: [{ ...device, ...change }],
  };
  const onReload = jest.fn(() => Promise.resolve());
  const onICodeReports = jest.fn();
  const { user } = await renderApp(
    <InCache fragment={DeviceHistoryPanel_patientFragmentDoc} fragmentName="DeviceHistoryPanel_patient" data={patient}>
      <DeviceHistorySelector
        devices={patient.devices as never}
        context="patient"
        selected={11}
        onSelect={() => {}}
        onReload={onReload}
        onICodeReports={onICodeReports}
      />
    </InCache>,
    { mocks, language },
  );
  const menu = () =>
    screen.getByRole('button', {
      name: language === 'es' ? 'Menú del dispositivo A3900010001' : 'Menu of device A3900010001',
    });
  const choose = async (item: string) => {
    await user.click(menu());
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  const items = async () => {
    await user.click(menu());
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };
  const answer = async (title: string, button: string) =>
    user.click(within(await screen.findByRole('alertdialog', { name: title })).getByRole('button', { name: button }));
  return { user, menu, choose, items, answer, onReload, onICodeReports };
}

describe('the menu of a card', () => {
  test('offers Add Pin Number, Edit/End, iCode Reports, Delete and Void assignment to a viewer with all permissions', async () => {
    const { items } = await show();
    expect(await items()).toEqual(['Add Pin Number', 'Edit/End', 'iCode Reports', 'Delete', 'Void assignment']);
  });

  test('offers only iCode Reports to a viewer without permissions', async () => {
    const { items } = await show([], {
      viewerCanAddPin: false,
      viewerCanEdit: false,
      viewerCanDelete: false,
      viewerCanVoid: false,
    });
    expect(await items()).toEqual(['iCode Reports']);
  });

  test('returns the focus to its button when an action is chosen: the dialog of the action returns it there', async () => {
    const { menu, choose, onICodeReports } = await show();
    const focused: (Element | null)[] = [];
    onICodeReports.mockImplementation(() => void focused.push(document.activeElement));
    await choose('iCode Reports');
    await waitFor(() => expect(focused).toEqual([menu()]));
  });

  test('follows the keyboard, and Escape returns the focus to its button', async () => {
    const { user, menu } = await show();
    menu().focus();
    // The menu is loaded when its button gets the focus.
    await waitFor(() => expect(menu()).toHaveAttribute('data-part', 'trigger'));
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('menuitem', { name: 'Add Pin Number' })).toHaveAttribute('data-highlighted'),
    );
    await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit/End' })).toHaveAttribute('data-highlighted'));
    // No one presses two keys within a frame, in which the menu still moves the focus.
    await act(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(menu()).toHaveFocus());
  });

  test("Edit/End opens 'Update equipment' with the current device", async () => {
    const { choose } = await show([reading({ startDate: '2026-07-21' })]);
    await choose('Edit/End');
    expect(await screen.findByRole('dialog', { name: 'Update equipment' })).toBeInTheDocument();
    expect(screen.getByDisplayValue('07/21/2026')).toBeInTheDocument();
  });

  test('closing the dialog returns the focus to its button', async () => {
    const { user, menu, choose } = await show([reading()]);
    await choose('Edit/End');
    await screen.findByRole('dialog', { name: 'Update equipment' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(menu()).toHaveFocus());
  });

  test("Add Pin Number opens 'Add Pin'", async () => {
    const { choose } = await show([reading()]);
    await choose('Add Pin Number');
    expect(await screen.findByRole('dialog', { name: 'Add Pin' })).toBeInTheDocument();
  });

  test('Add Pin Number of a device that already has its PIN opens nothing, says so and reloads the list', async () => {
    const { choose, onReload } = await show([reading({ hasPin: true, viewerCanAddPin: false })]);
    await choose('Add Pin Number');
    expect(
      await screen.findByText('The device could not be opened for editing, and the list was reloaded. Try again.'),
    ).toBeInTheDocument();
    expect(onReload).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a device that cannot be loaded opens nothing and says so', async () => {
    const { choose } = await show([{ ...reading(), result: undefined, error: new Error('down') }]);
    await choose('Edit/End');
    expect(await screen.findByText(/^The device could not be opened for editing/)).toBeInTheDocument();
  });
});

describe('Delete', () => {
  const deleted = jest.fn();
  const deleting = (userErrors: object[] = []): MockLink.MockedResponse => ({
    request: { query: DeleteDeviceDocument, variables: { input: { deviceHistoryId: device.id } } },
    result: () => {
      deleted();
      return {
        data: {
          deleteDevice: {
            __typename: 'DeleteDevicePayload',
            deletedDeviceHistoryId: device.id,
            patient: null,
            userErrors,
          },
        },
      };
    },
  });

  const staying = (nights: object | null = null): MockLink.MockedResponse => ({
    request: { query: CheckDeleteDeviceDocument, variables: { input: { deviceHistoryId: device.id } } },
    result: {
      data: { checkDeleteDevice: { __typename: 'DeleteDeviceCheck', nightsThatStay: nights, userErrors: [] } },
    },
  });

  test("asks 'Delete Device ?' and then 'Are you sure ?', both naming the device, and reloads the list", async () => {
    deleted.mockClear();
    const { choose, answer, onReload } = await show([staying(), deleting()]);
    await choose('Delete');
    expect(await screen.findByRole('alertdialog', { name: 'Delete Device ?' })).toHaveTextContent(
      'Device A3900010001, assigned 07/20/2026 to present, will be removed from this patient.',
    );
    await answer('Delete Device ?', 'Continue');
    expect(await screen.findByRole('alertdialog', { name: 'Are you sure ?' })).toHaveTextContent(
      'The record of device A3900010001, 07/20/2026 to present',
    );
    expect(deleted).not.toHaveBeenCalled();
    await answer('Are you sure ?', 'Delete');
    expect(await screen.findByText('Device A3900010001 was deleted.')).toBeInTheDocument();
    expect(deleted).toHaveBeenCalledTimes(1);
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  test.each([
    {
      nights: { nights: 30, firstDate: '2026-05-01', lastDate: '2026-05-30' },
      text: '30 nights (05/01/2026 – 05/30/2026) stay with the patient and keep counting.',
    },
    {
      nights: { nights: 1, firstDate: '2026-05-01', lastDate: '2026-05-01' },
      text: '1 night (05/01/2026) stays with the patient and keeps counting.',
    },
  ])('says in the second question that $text', async ({ nights, text }) => {
    const { choose, answer } = await show([staying({ __typename: 'NightsOfAssignment', ...nights }), deleting()]);
    await choose('Delete');
    await answer('Delete Device ?', 'Continue');
    expect(await screen.findByRole('alertdialog', { name: 'Are you sure ?' })).toHaveTextContent(text);
  });

  test('deletes nothing when the nights that stay cannot be looked up, and shows a message', async () => {
    deleted.mockClear();
    const failed = { ...staying(), result: undefined, error: new Error('down') };
    const { choose, answer, menu } = await show([failed, deleting()]);
    await choose('Delete');
    await answer('Delete Device ?', 'Continue');
    expect(await screen.findByText(/^Device A3900010001 could not be deleted/)).toBeInTheDocument();
    await waitFor(() => expect(menu()).toHaveAttribute('aria-busy', 'false'));
    expect(deleted).not.toHaveBeenCalled();
  });

  test.each([
    { name: 'the first question', answers: [['Delete Device ?', 'Cancel']] },
    {
      name: 'the second question',
      answers: [
        ['Delete Device ?', 'Continue'],
        ['Are you sure ?', 'Cancel'],
      ],
    },
  ])('does nothing when $name is refused', async ({ answers }) => {
    deleted.mockClear();
    const { choose, answer, menu, onReload } = await show([staying(), deleting()]);
    await choose('Delete');
    for (const [title, button] of answers) await answer(title!, button!);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(deleted).not.toHaveBeenCalled();
    expect(onReload).not.toHaveBeenCalled();
    await waitFor(() => expect(menu()).toHaveAttribute('aria-busy', 'false'));
  });

  test.each([
    { name: 'a failure', mock: { ...deleting(), result: undefined, error: new Error('down') } },
    {
      name: 'a refusal',
      mock: deleting([{ __typename: 'UserError', field: '', code: 'invalid', message: 'text of the refusal' }]),
    },
  ])('$name stops the spinner and shows a message', async ({ mock }) => {
    const { choose, answer, menu } = await show([staying(), mock]);
    await choose('Delete');
    await answer('Delete Device ?', 'Continue');
    await answer('Are you sure ?', 'Delete');
    expect(await screen.findByText(/^Device A3900010001 could not be deleted/)).toBeInTheDocument();
    await waitFor(() => expect(menu()).toHaveAttribute('aria-busy', 'false'));
  });

  test('is available in Spanish', async () => {
    const { choose, answer } = await show([staying(), deleting()], {}, 'es');
    await choose('Eliminar');
    await answer('¿Eliminar el dispositivo?', 'Continuar');
    await answer('¿Está seguro?', 'Eliminar');
    expect(await screen.findByText('Se eliminó el dispositivo A3900010001.')).toBeInTheDocument();
  });
});

describe('Void assignment', () => {
  const input = (reason: string) => ({ input: { deviceHistoryId: device.id, reason } });
  const preview: MockLink.MockedResponse = {
    request: { query: VoidDevicePreviewDocument, variables: input('') },
    result: {
      data: {
        checkVoidDevice: {
          __typename: 'VoidDeviceCheck',
          impact: { __typename: 'AssignmentImpact', moves: [], patients: [] },
        },
      },
    },
  };
  const voiding: MockLink.MockedResponse = {
    request: { query: VoidDeviceDocument, variables: input('Wrong patient') },
    result: {
      data: {
        voidDevice: {
          __typename: 'VoidDevicePayload',
          voidedDeviceHistoryId: device.id,
          patient: null,
          userErrors: [],
        },
      },
    },
  };
  const restoring: MockLink.MockedResponse = {
    request: { query: RestoreDeviceDocument, variables: { input: { deviceHistoryId: device.id } } },
    result: {
      data: {
        restoreDevice: {
          __typename: 'RestoreDevicePayload',
          deviceHistory: { __typename: 'DeviceHistory', id: device.id },
          patient: null,
          userErrors: [],
        },
      },
    },
  };
  const dialog = () => screen.findByRole('dialog', { name: 'Void assignment' });

  test('names the device and its dates, reloads the list, and Undo reloads it again', async () => {
    const { user, choose, onReload } = await show([preview, voiding, restoring]);
    await choose('Void assignment');
    expect(await dialog()).toHaveTextContent(
      'The assignment of device A3900010001, 07/20/2026 to present, never happened',
    );
    await user.type(within(await dialog()).getByRole('textbox', { name: /^Reason/ }), 'Wrong patient');
    await user.click(within(await dialog()).getByRole('button', { name: 'Void assignment' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The assignment of device A3900010001 was restored.')).toBeInTheDocument();
    await waitFor(() => expect(onReload).toHaveBeenCalledTimes(2));
  });

  test('returns the focus to the menu when it is canceled', async () => {
    const { user, choose, menu, onReload } = await show([preview]);
    await choose('Void assignment');
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(menu()).toHaveFocus());
    expect(onReload).not.toHaveBeenCalled();
  });

  test('is available in Spanish', async () => {
    const { choose } = await show([preview], {}, 'es');
    await choose('Anular asignación');
    expect(await screen.findByRole('dialog', { name: 'Anular asignación' })).toHaveTextContent(
      'La asignación del dispositivo A3900010001, 07/20/2026 hasta hoy, nunca ocurrió',
    );
  });
});
