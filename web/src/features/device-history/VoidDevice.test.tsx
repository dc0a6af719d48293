import type { MockLink } from '@apollo/client/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import type { NightsOfRemovedDevice_removedFragment } from './gql/NightsOfRemovedDevice.ts';
import { PatientRemovedDevicesDocument } from './gql/RemovedDevices.ts';
import { RestoreDeviceDocument } from './gql/useRestoreDevice.ts';
import { VoidDeviceDocument, VoidDevicePreviewDocument } from './gql/VoidDeviceDialog.ts';
import type { VoidedDevice_voidedFragment } from './gql/VoidedDevice.ts';
import { RemovedDevices } from './RemovedDevices.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './VoidDeviceDialog.tsx';

const removed: NightsOfRemovedDevice_removedFragment & { __typename: 'NightsOfRemovedDevice' } = {
  __typename: 'NightsOfRemovedDevice',
  deviceHistoryId: 'history-11',
  serial: 'A3900010001',
  startDate: '2026-05-01',
  endDate: null,
  nights: 30,
  firstDate: '2026-05-01',
  lastDate: '2026-05-30',
  viewerCanVoid: true,
};
const voided: VoidedDevice_voidedFragment & { __typename: 'VoidedDevice' } = {
  __typename: 'VoidedDevice',
  deviceHistoryId: 'history-11',
  serial: 'A3900010001',
  startDate: '2026-05-01',
  endDate: null,
  reason: 'Wrong patient',
  voidedAt: '2026-06-02T15:00:00Z',
  voidedBy: { __typename: 'User', id: 'u1', firstName: 'Dana', lastName: 'Reyes' },
  viewerCanRestore: true,
};

const patientWith = (nightsOfRemovedDevices: object[], voidedDevices: object[]) => ({
  __typename: 'Patient',
  id: 'p7',
  viewerCanAssignDevice: true,
  devices: [],
  nightsOfRemovedDevices,
  voidedDevices,
});
const reading = (nights: object[], voids: object[] = []): MockLink.MockedResponse => ({
  request: { query: PatientRemovedDevicesDocument, variables: { id: 'p7' } },
  result: { data: { patient: patientWith(nights, voids) } },
});
const compliance = (state: string, compliantDays: number) => ({
  __typename: 'ComplianceForecast',
  state,
  compliantDays,
  nightsNeeded: state === 'MET' ? 0 : 21,
  windowStart: '2026-05-01',
  windowEnd: '2026-05-30',
});
const sofia = { __typename: 'Patient', id: 'p7', firstName: 'Sofía', lastName: 'Ramírez' };
const preview = (moves: object[]): MockLink.MockedResponse => ({
  request: {
    query: VoidDevicePreviewDocument,
    variables: { input: { deviceHistoryId: 'history-11', reason: '' } },
  },
  result: {
    data: {
      checkVoidDevice: {
        __typename: 'VoidDeviceCheck',
        impact: {
          __typename: 'AssignmentImpact',
          moves,
          patients:
            moves.length === 0
              ? []
              : [
                  {
                    __typename: 'UsageDateForecast',
                    patient: sofia,
                    nights: 30,
                    before: compliance('MET', 30),
                    after: compliance('IN_PROGRESS', 0),
                  },
                ],
        },
      },
    },
  },
});
const leaving = {
  __typename: 'NightsMoved',
  from: sofia,
  fromHidden: false,
  to: null,
  nights: 30,
  firstDate: '2026-05-01',
  lastDate: '2026-05-30',
};
const acted = jest.fn();
const voiding = (reason: string, userErrors: object[] = []): MockLink.MockedResponse => ({
  request: { query: VoidDeviceDocument, variables: { input: { deviceHistoryId: 'history-11', reason } } },
  result: () => {
    acted('void');
    return {
      data: {
        voidDevice: {
          __typename: 'VoidDevicePayload',
          voidedDeviceHistoryId: userErrors.length > 0 ? null : 'history-11',
          patient: userErrors.length > 0 ? null : patientWith([], [voided]),
          userErrors,
        },
      },
    };
  },
});
const restoring = (userErrors: object[] = []): MockLink.MockedResponse => ({
  request: { query: RestoreDeviceDocument, variables: { input: { deviceHistoryId: 'history-11' } } },
  result: () => {
    acted('restore');
    return {
      data: {
        restoreDevice: {
          __typename: 'RestoreDevicePayload',
          deviceHistory: userErrors.length > 0 ? null : { __typename: 'DeviceHistory', id: 'history-11' },
          patient: userErrors.length > 0 ? null : patientWith([], []),
          userErrors,
        },
      },
    };
  },
});

async function show(mocks: MockLink.MockedResponse[], language?: Language) {
  acted.mockClear();
  const onReload = jest.fn(() => Promise.resolve());
  const { user, quiet } = await renderApp(<RemovedDevices patientId="p7" onReload={onReload} />, { mocks, language });
  return { user, quiet, onReload };
}
const dialog = () => screen.findByRole('dialog', { name: 'Void assignment' });

describe('nights of a device that was removed from view', () => {
  test('are named with their number, their dates and the device', async () => {
    await show([reading([removed])]);
    const note = await screen.findByRole('note');
    expect(note).toHaveTextContent('30 nights of a device that was removed from view count: A3900010001');
    expect(note).toHaveTextContent('Nights: 05/01/2026 – 05/30/2026. The device was assigned 05/01/2026 to present.');
  });

  test('are named in Spanish, and without the serial of a device that the viewer may not see', async () => {
    await show([reading([{ ...removed, serial: null }])], 'es');
    expect(await screen.findByRole('note')).toHaveTextContent(
      'Cuentan 30 noches de un dispositivo que se quitó de la vista: (no se muestra)',
    );
  });

  test('offer Void assignment only to a viewer who may use it', async () => {
    await show([reading([{ ...removed, viewerCanVoid: false }])]);
    expect(await screen.findByRole('note')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('are not mentioned when there are none', async () => {
    const { quiet } = await show([reading([])]);
    await quiet();
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
  });
});

describe('Void assignment', () => {
  const open = async (mocks: MockLink.MockedResponse[]) => {
    const shown = await show([reading([removed]), ...mocks]);
    await shown.user.click(await screen.findByRole('button', { name: 'Void the assignment of device A3900010001' }));
    return shown;
  };

  test('shows the nights that leave and compliance before and after, and asks for a reason', async () => {
    const { user, onReload } = await open([preview([leaving]), voiding('Wrong patient')]);
    expect(await within(await dialog()).findByRole('listitem')).toHaveTextContent(
      '30 nights, 05/01/2026 to 05/30/2026: from Ramírez, Sofía to no patient',
    );
    expect(
      within(await dialog())
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toMatchObject(['Ramírez, Sofía', '30', expect.stringContaining('Met'), expect.stringContaining('In progress')]);
    await user.click(within(await dialog()).getByRole('button', { name: 'Void assignment' }));
    expect(await within(await dialog()).findByText('This field is required.')).toBeInTheDocument();
    expect(acted).not.toHaveBeenCalled();
    await user.type(within(await dialog()).getByRole('textbox', { name: /^Reason/ }), '  Wrong patient ');
    await user.click(within(await dialog()).getByRole('button', { name: 'Void assignment' }));
    expect(await screen.findByText('The assignment of device A3900010001 was voided.')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(acted.mock.calls).toEqual([['void']]);
    expect(onReload).toHaveBeenCalledTimes(1);
    expect(await screen.findByText(/^Voided: A3900010001/)).toHaveTextContent(
      'Voided: A3900010001, 05/01/2026 to present, on 06/02/2026 11:00:00 by Reyes, Dana. Reason: Wrong patient',
    );
  });

  test('of an assignment without nights says so', async () => {
    await open([preview([])]);
    expect(await within(await dialog()).findByText('No nights leave the patient.')).toBeInTheDocument();
  });

  test('says that the preview failed, and asks for it again', async () => {
    const { user } = await open([{ ...preview([]), result: undefined, error: new Unreachable() }, preview([leaving])]);
    await user.click(await within(await dialog()).findByRole('button', { name: 'Retry' }));
    expect(await within(await dialog()).findByRole('listitem')).toBeInTheDocument();
  });

  test('shows a refusal in the dialog, which stays open', async () => {
    const refused = { __typename: 'UserError', field: 'reason', code: 'required', message: 'text of the refusal' };
    const { user } = await open([preview([leaving]), voiding('x', [refused])]);
    await user.type(within(await dialog()).getByRole('textbox', { name: /^Reason/ }), 'x');
    await user.click(within(await dialog()).getByRole('button', { name: 'Void assignment' }));
    expect(await within(await dialog()).findByText('text of the refusal')).toBeInTheDocument();
  });

  test('is undone by Undo in the message', async () => {
    const { user, onReload } = await open([preview([leaving]), voiding('x'), restoring()]);
    await user.type(within(await dialog()).getByRole('textbox', { name: /^Reason/ }), 'x');
    await user.click(within(await dialog()).getByRole('button', { name: 'Void assignment' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The assignment of device A3900010001 was restored.')).toBeInTheDocument();
    expect(acted.mock.calls).toEqual([['void'], ['restore']]);
    await waitFor(() => expect(onReload).toHaveBeenCalledTimes(2));
  });
});

describe('Restore', () => {
  const RESTORE = 'Restore the assignment of device A3900010001, 05/01/2026 to present';
  const answer = async (user: Awaited<ReturnType<typeof show>>['user'], button: string) => {
    await user.click(await screen.findByRole('button', { name: RESTORE }));
    const question = await screen.findByRole('alertdialog', { name: 'Restore assignment' });
    expect(question).toHaveTextContent('returns to the patient with its dates, its nights and its settings');
    await user.click(within(question).getByRole('button', { name: button }));
  };

  test('asks, restores, and the line disappears', async () => {
    const { user, onReload } = await show([reading([], [voided]), restoring()]);
    await answer(user, 'Restore');
    expect(await screen.findByText('The assignment of device A3900010001 was restored.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('note')).not.toBeInTheDocument());
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  test('does nothing when the question is refused', async () => {
    const { user, quiet } = await show([reading([], [voided]), restoring()]);
    await answer(user, 'Cancel');
    await quiet();
    expect(acted).not.toHaveBeenCalled();
  });

  test('shows why it was refused', async () => {
    const refused = {
      __typename: 'UserError',
      field: 'startDate',
      code: 'device-already-connected',
      message: 'Taken.',
    };
    const { user } = await show([reading([], [voided]), restoring([refused])]);
    await answer(user, 'Restore');
    expect(await screen.findByText('The assignment of device A3900010001 could not be restored.')).toBeInTheDocument();
    expect(screen.getByText('Taken.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: RESTORE })).toBeEnabled();
  });

  test('is not offered to a viewer who may not use it', async () => {
    await show([reading([], [{ ...voided, viewerCanRestore: false, voidedBy: null }])]);
    expect(await screen.findByText(/by a user who is not shown/)).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
