import type { MockLink } from '@apollo/client/testing';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { toaster } from '../../components/Toaster.tsx';
import type { Language } from '../../lib/language.ts';
import { takeFlash } from '../../lib/flash.ts';
import { page } from '../../lib/page.ts';
import { Unreachable } from '../../lib/reach.ts';
import { enter } from '../../testing/enter.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { RecalculateComplianceDocument } from '../compliance/gql/RecalculateCompliance.ts';
import { EditEquipment } from './EditEquipment.tsx';
import { EditEquipment_datesFragmentDoc } from './gql/EditEquipment.ts';
import { AddDevicePinDocument, CheckAddDevicePinDocument } from './gql/useAddEquipmentPin.ts';
import { EquipmentOfDeviceDocument } from './gql/useEquipmentOfDevice.ts';
import { CheckUpdateDeviceDocument, UpdateDeviceDocument } from './gql/useUpdateEquipment.ts';
import type { EquipmentOfDevice } from './useEquipmentOfDevice.ts';

const device: EquipmentOfDevice = {
  __typename: 'DeviceHistory',
  id: 'history-5',
  version: 4,
  serial: 'A3900012345',
  startDate: '2026-05-01',
  endDate: null,
  hasPin: true,
  pin: '4321',
  viewerCanAddPin: false,
  patient: {
    __typename: 'Patient',
    id: 'p7',
    organization: { __typename: 'Organization', id: 'org-1', timezone: 'America/New_York' },
  },
};
const free = {
  userErrors: [],
  pinCleared: false,
  affectsCompliance: false,
  distance: null,
  impact: null as object | null,
  overlap: null,
  machineHistory: [] as object[],
};
const saved = {
  userErrors: [],
  overlap: null,
  machineHistory: [],
  recalculate: false,
  deviceHistory: { __typename: 'DeviceHistory', id: 'history-5', databaseId: 5, serial: 'A3900012345' },
};
const refusal = (code: string, field = 'startDate', message = `text of ${code}`) => ({
  __typename: 'UserError',
  field,
  code,
  message,
});
const refused = (...userErrors: object[]) => ({ ...free, userErrors });
const fault = (code: string) => ({ errors: [new GraphQLError('refused', { extensions: { code } })] });

interface Server {
  mode?: 'update' | 'addPin';
  device?: Partial<EquipmentOfDevice>;
  /** Answers to checks of the whole form, in order; the last one repeats. */
  checks?: (object | { errors: GraphQLError[] })[];
  save?: object | 'lost';
  /** Milliseconds until the save is answered. */
  saveDelay?: number;
  /** The current device when it is reloaded. */
  fresh?: Partial<EquipmentOfDevice>;
  recalculation?: 'fails';
  language?: Language;
}

async function open(server: Server = {}) {
  const { mode = 'update', checks = [free], save = saved, language } = server;
  const asked = jest.fn<(variables: Record<string, unknown>) => void>();
  const stored = jest.fn<(variables: Record<string, unknown>) => void>();
  const recalculated = jest.fn<(variables: Record<string, unknown>) => void>();
  let nth = 0;
  const answerTo = (field: string, type: string, answer: object) =>
    'errors' in answer ? answer : { data: { [field]: { __typename: type, patient: null, ...answer } } };
  const checking = (field: string, type: string) => (variables: Record<string, unknown>) => {
    asked(variables);
    return answerTo(field, type, variables.only ? free : checks[Math.min(nth++, checks.length - 1)]!) as never;
  };
  const saving = (field: string, type: string) => (variables: Record<string, unknown>) => {
    stored(variables);
    return answerTo(field, type, save as object) as never;
  };
  const any = { variables: () => true };
  const always = { maxUsageCount: Infinity };
  const broken = { error: new Unreachable() };
  const lost = save === 'lost' ? broken : null;
  const mocks: MockLink.MockedResponse[] = [
    {
      request: { query: CheckUpdateDeviceDocument, ...any },
      ...always,
      result: checking('checkUpdateDevice', 'UpdateDeviceCheck'),
    },
    {
      request: { query: UpdateDeviceDocument, ...any },
      ...always,
      delay: server.saveDelay ?? 0,
      ...(lost ?? { result: saving('updateDevice', 'UpdateDevicePayload') }),
    },
    {
      request: { query: CheckAddDevicePinDocument, ...any },
      ...always,
      result: checking('checkAddDevicePin', 'AddDevicePinCheck'),
    },
    {
      request: { query: AddDevicePinDocument, ...any },
      ...always,
      ...(lost ?? { result: saving('addDevicePin', 'AddDevicePinPayload') }),
    },
    {
      request: { query: EquipmentOfDeviceDocument, ...any },
      ...always,
      result: { data: { node: { ...device, ...server.fresh } } },
    },
    {
      request: { query: RecalculateComplianceDocument, ...any },
      ...always,
      ...(server.recalculation === 'fails'
        ? broken
        : {
            result: (variables) => {
              recalculated(variables);
              return {
                data: {
                  recalculateCompliance: { __typename: 'RecalculateCompliancePayload', patient: null, userErrors: [] },
                },
              };
            },
          }),
    },
  ];
  const onClose = jest.fn();
  const onReload = jest.fn(() => Promise.resolve());
  const edited = { ...device, ...server.device };
  const view = await renderApp(<EditEquipment mode={mode} device={edited} onClose={onClose} onReload={onReload} />, {
    mocks,
    language,
  });
  const { user } = view;
  const [start, end] = screen.getAllByPlaceholderText('MM/DD/YYYY');
  const type = async (field: HTMLElement | undefined, text: string) => {
    await user.clear(field!);
    if (text) await enter(user, field!, text);
  };
  const submit = () => user.click(screen.getByRole('button', { name: language === 'es' ? 'Guardar' : 'Save' }));
  const savedInput = () => stored.mock.calls.map(([{ input }]) => input as Record<string, unknown>);
  return {
    ...view,
    start,
    end,
    pin: screen.getByLabelText(/^PIN/),
    type,
    submit,
    asked,
    stored,
    savedInput,
    recalculated,
    onClose,
    onReload,
  };
}

const alertDialog = (name: string) => screen.findByRole('alertdialog', { name });
const answer = async (user: { click: (element: Element) => Promise<void> }, title: string, button: string) =>
  user.click(within(await alertDialog(title)).getByRole('button', { name: button }));

afterEach(() => {
  jest.restoreAllMocks();
  toaster.remove();
});

describe("'Update equipment'", () => {
  test('starts with the dates and the PIN, the serial read-only', async () => {
    const { start, end, pin } = await open({ device: { endDate: '2026-06-01' } });
    expect(screen.getByRole('dialog', { name: 'Update equipment' })).toBeInTheDocument();
    expect(
      [start, end, screen.getByLabelText('Serial number'), pin].map((field) => (field as HTMLInputElement).value),
    ).toEqual(['05/01/2026', '06/01/2026', 'A3900012345', '4321']);
    expect(screen.getByLabelText('Serial number')).toHaveAttribute('readonly');
    expect(start).not.toHaveAttribute('readonly');
  });

  test('is saved, shows a message, closes and reloads the list; an unchanged PIN is not sent', async () => {
    const { end, type, submit, savedInput, onClose, onReload, recalculated } = await open();
    await type(end, '06012026');
    await submit();
    expect(await screen.findByText('Device A3900012345 was updated.')).toBeInTheDocument();
    expect(savedInput()).toEqual([
      {
        deviceHistoryId: 'history-5',
        startDate: '2026-05-01',
        endDate: '2026-06-01',
        serialNumber: 'A3900012345',
        version: 4,
      },
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onReload).toHaveBeenCalledTimes(1);
    expect(recalculated).not.toHaveBeenCalled();
  });

  test('submitted twice at the same moment is checked and saved once', async () => {
    const { asked, stored, quiet } = await open();
    const form = screen.getByLabelText('Serial number').closest('form')!;
    fireEvent.submit(form);
    fireEvent.submit(form);
    expect(await screen.findByText('Device A3900012345 was updated.')).toBeInTheDocument();
    await quiet();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(stored).toHaveBeenCalledTimes(1);
  });

  test('during the save Cancel is disabled, Escape does nothing and Enter does not save again', async () => {
    const { user, stored, onClose, start, end, type, quiet } = await open({ saveDelay: 1500 });
    await type(end, '06012026');
    fireEvent.submit(start!.closest('form')!);
    expect(await screen.findByText('Saving…')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    fireEvent.submit(start!.closest('form')!);
    await act(() => Promise.resolve());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    expect(await screen.findByText('Device A3900012345 was updated.')).toBeInTheDocument();
    await quiet();
    expect(stored).toHaveBeenCalledTimes(1);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('an end before the start is refused before any request', async () => {
    const { end, type, submit, asked } = await open();
    await type(end, '04302026');
    await submit();
    expect(
      await screen.findByText('The end date cannot be before the start date. Choose a later end date.'),
    ).toBeInTheDocument();
    expect(asked.mock.calls.filter(([{ only }]) => only === null)).toEqual([]);
  });

  test('checks changed fields while the user types, never with the PIN', async () => {
    const { end, type, asked, pin } = await open();
    await type(pin, '9999');
    await type(end, '06012026');
    await waitFor(() => expect(asked).toHaveBeenCalled());
    for (const [{ input, only }] of asked.mock.calls) {
      expect(input).not.toHaveProperty('pinNumber');
      expect(only).not.toContain('pinNumber');
    }
  });

  test('a refusal of the server is shown at its field', async () => {
    const { start, type, submit, stored } = await open({
      checks: [refused(refusal('device.start_before_therapy', 'startDate'), refusal('pin_number', 'pinNumber'))],
    });
    await type(start, '04012026');
    await submit();
    expect(await screen.findByText('text of device.start_before_therapy')).toBeInTheDocument();
    expect(screen.getByText('text of pin_number')).toBeInTheDocument();
    expect(stored).not.toHaveBeenCalled();
  });
});

describe('the confirmations', () => {
  const asksAll = { ...free, pinCleared: true, affectsCompliance: true, distance: refusal('distance-from-today') };

  test('come in the documented order, followed by the save', async () => {
    const { user, pin, type, submit, stored, savedInput } = await open({ checks: [asksAll] });
    await type(pin, '');
    await submit();
    expect(await alertDialog('Warning !')).toHaveTextContent('The PIN on file will not be removed from this device');
    await answer(user, 'Warning !', 'Continue');
    await waitFor(async () =>
      expect(await alertDialog('Are you sure ?')).toHaveTextContent("starts within the patient's compliance period"),
    );
    await answer(user, 'Are you sure ?', 'Continue');
    await waitFor(async () =>
      expect(await alertDialog('Are you sure ?')).toHaveTextContent('text of distance-from-today'),
    );
    expect(stored).not.toHaveBeenCalled();
    await answer(user, 'Are you sure ?', 'Continue');
    expect(await screen.findByText('Device A3900012345 was updated.')).toBeInTheDocument();
    expect(savedInput()).toEqual([expect.objectContaining({ pinNumber: null })]);
  });

  test.each([
    { name: 'the cleared PIN', asks: { pinCleared: true }, title: 'Warning !' },
    { name: 'the compliance window', asks: { affectsCompliance: true }, title: 'Are you sure ?' },
    { name: 'the distance from today', asks: { distance: refusal('distance-from-today') }, title: 'Are you sure ?' },
  ])('$name can be declined: back to the form with its values', async ({ asks, title }) => {
    const { user, start, type, submit, stored, onClose } = await open({ checks: [{ ...free, ...asks }] });
    await type(start, '04152026');
    await submit();
    await answer(user, title, 'Cancel');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(start).toHaveValue('04/15/2026');
    expect(stored).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  test.each([
    'patient-already-connected',
    'patient-previous-device-daterange-overlaps',
    'device-already-connected',
    'device-start-date-overlaps',
  ])("%s is the dialog 'Device Start Date Overlaps', and nothing is saved", async (code) => {
    const { start, type, submit, stored } = await open({ checks: [refused(refusal(code))] });
    await type(start, '04152026');
    await submit();
    expect(await alertDialog('Device Start Date Overlaps')).toBeInTheDocument();
    expect(stored).not.toHaveBeenCalled();
  });

  test('the machine history in the answer is shown: first the conflicting patient, then other patients with the device', async () => {
    const overlap = {
      __typename: 'DeviceOverlap',
      patientDatabaseId: 77,
      lastName: 'Ra*****',
      firstName: 'Sof**',
      startDate: '2026-04-01',
      endDate: '2026-05-01',
    };
    const other = {
      ...overlap,
      patientDatabaseId: 78,
      lastName: 'La****',
      firstName: 'Abi****',
      startDate: '2025-01-01',
      endDate: '2025-02-01',
    };
    const { start, type, submit } = await open({
      checks: [{ ...refused(refusal('device-start-date-overlaps')), overlap, machineHistory: [overlap, other] }],
    });
    await type(start, '04152026');
    await submit();
    const dialog = await alertDialog('Device Start Date Overlaps');
    expect(dialog).toHaveTextContent('Ra*****, Sof**: 04/01/2026 to 05/01/2026');
    expect(
      within(dialog)
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    ).toEqual([
      'Click here to access the patient records /patients/77',
      'La****, Abi****: 01/01/2025 to 02/01/2025 /patients/78',
    ]);
  });
});

describe('nights that the save would move', () => {
  const ada = { __typename: 'Patient', id: 'p7', firstName: 'Ada', lastName: 'Moss' };
  const forecast = (state: string, compliantDays: number, nightsNeeded: number | null) => ({
    __typename: 'ComplianceForecast',
    state,
    compliantDays,
    nightsNeeded,
    windowStart: state === 'NO_THERAPY_START' ? null : '2026-05-01',
    windowEnd: state === 'NO_THERAPY_START' ? null : '2026-05-30',
  });
  const way = (from: object | null, fromHidden: boolean, to: object | null, nights: number, lastDate: string) => ({
    __typename: 'NightsMoved',
    from,
    fromHidden,
    to,
    nights,
    firstDate: '2026-04-15',
    lastDate,
  });
  const impact = {
    __typename: 'AssignmentImpact',
    moves: [
      way(null, false, ada, 10, '2026-04-24'),
      way(null, true, ada, 1, '2026-04-15'),
      way(ada, false, null, 3, '2026-04-28'),
    ],
    patients: [
      {
        __typename: 'UsageDateForecast',
        patient: ada,
        nights: 14,
        before: forecast('IN_PROGRESS', 12, 9),
        after: forecast('MET', 21, 0),
      },
    ],
  };

  test('are shown before it, with compliance before and after, and the user continues', async () => {
    const { user, start, type, submit, stored } = await open({ checks: [{ ...free, impact }] });
    await type(start, '04152026');
    await submit();
    const dialog = await alertDialog('Nights That Move');
    expect(dialog).toHaveTextContent('Saving moves 14 nights of this device. Nothing is saved yet.');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '10 nights, 04/15/2026 to 04/24/2026: from no patient to Moss, Ada',
      '1 night, 04/15/2026: from a patient that you may not see to Moss, Ada',
      '3 nights, 04/15/2026 to 04/28/2026: from Moss, Ada to no patient',
    ]);
    const [, row] = within(dialog).getAllByRole('row');
    expect(
      within(row!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Moss, Ada',
      '14',
      'In progress: 12 compliant nights in the window, 9 more needed05/01/2026 to 05/30/2026',
      'Met: 21 compliant nights in the window, 0 more needed05/01/2026 to 05/30/2026',
    ]);
    expect(stored).not.toHaveBeenCalled();
    await answer(user, 'Nights That Move', 'Continue');
    expect(await screen.findByText('Device A3900012345 was updated.')).toBeInTheDocument();
    expect(stored).toHaveBeenCalledTimes(1);
  });

  test('can be declined: back to the form with its values', async () => {
    const { user, start, type, submit, stored, onClose } = await open({ checks: [{ ...free, impact }] });
    await type(start, '04152026');
    await submit();
    await answer(user, 'Nights That Move', 'Cancel');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(start).toHaveValue('04/15/2026');
    expect(stored).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('of a patient without a therapy start have no window, and the Spanish interface translates them', async () => {
    const [forecastOf] = impact.patients;
    const none = forecast('NO_THERAPY_START', 0, null);
    const { start, type, submit } = await open({
      language: 'es',
      checks: [{ ...free, impact: { ...impact, patients: [{ ...forecastOf, before: none, after: none }] } }],
    });
    await type(start, '04152026');
    await submit();
    const dialog = await alertDialog('Noches que se mueven');
    expect(dialog).toHaveTextContent('Al guardar se mueven 14 noches de este dispositivo. Aún no se ha guardado nada.');
    expect(dialog).toHaveTextContent('1 noche, 04/15/2026: de un paciente que usted no puede ver a Moss, Ada');
    expect(within(dialog).getAllByRole('cell', { name: 'Sin inicio de terapia' })).toHaveLength(2);
  });

  test('are no question when there are none', async () => {
    const { end, type, submit } = await open({ checks: [{ ...free, impact: { ...impact, moves: [], patients: [] } }] });
    await type(end, '06012026');
    await submit();
    expect(await screen.findByText('Device A3900012345 was updated.')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('a device that another user changed while the form was open', () => {
  const fresh = { version: 5, endDate: '2026-05-20' };

  test('is shown with its current dates; the input stays, and the next save is based on them', async () => {
    const { user, end, type, submit, asked, savedInput, onReload, onClose } = await open({
      checks: [refused(refusal('conflict', '')), free],
      fresh,
    });
    await type(end, '06012026');
    await submit();
    expect(await alertDialog('Device Changed')).toHaveTextContent('It is now assigned 05/01/2026 to 05/20/2026.');
    expect(onReload).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(end).toHaveValue('06/01/2026');
    await submit();
    await waitFor(() => expect(savedInput()).toEqual([expect.objectContaining({ endDate: '2026-06-01', version: 5 })]));
    expect(asked).toHaveBeenCalled();
  });

  test('is shown in the form as soon as the page learns of it', async () => {
    const { client } = await open();
    const dates = {
      __typename: 'DeviceHistory' as const,
      id: 'history-5',
      startDate: '2026-05-01',
      endDate: '2026-05-20',
    };
    expect(screen.queryByText(/Another user changed this device/)).not.toBeInTheDocument();
    act(() => void client.cache.writeFragment({ fragment: EditEquipment_datesFragmentDoc, data: dates }));
    expect(
      await screen.findByText(/^Another user changed this device.* 05\/01\/2026 to 05\/20\/2026\./),
    ).toBeInTheDocument();
  });

  test('is shown as deleted; the dialog closes and the list is reloaded', async () => {
    const { user, end, type, submit, onClose, onReload } = await open({ checks: [fault('NOT_FOUND')] });
    await type(end, '06012026');
    await submit();
    expect(await alertDialog('Device Not Found')).toHaveTextContent('Nothing was saved.');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(onReload).toHaveBeenCalledTimes(1);
  });
});

describe('compliance', () => {
  test('is recalculated after an update within its window', async () => {
    const { start, type, submit, recalculated, onReload } = await open({ save: { ...saved, recalculate: true } });
    await type(start, '04152026');
    await submit();
    await waitFor(() => expect(recalculated.mock.calls).toEqual([[{ patientId: 'p7' }]]));
    // The page's compliance data is reloaded after it.
    await waitFor(() => expect(onReload).toHaveBeenCalledTimes(2));
  });

  test('that cannot be calculated is only logged: the device is saved', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { start, type, submit, onClose } = await open({
      save: { ...saved, recalculate: true },
      recalculation: 'fails',
    });
    await type(start, '04152026');
    await submit();
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Compliance was not calculated again:', expect.anything()));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.getByText('Device A3900012345 was updated.')).toBeInTheDocument();
  });
});

describe('failures', () => {
  test('a connection lost during the save: the result is unknown, the input stays, the list is reloaded', async () => {
    const { end, type, submit, onClose, onReload } = await open({ save: 'lost' });
    await type(end, '06012026');
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The connection was lost while saving, so it may have been saved.',
    );
    expect(end).toHaveValue('06/01/2026');
    expect(onReload).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('a permission that was revoked while the form was open', async () => {
    const { end, type, submit } = await open({ checks: [fault('FORBIDDEN')] });
    await type(end, '06012026');
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('You no longer have permission to do this.');
  });
});

describe('leaving', () => {
  test('asks nothing when nothing was changed, or when it was changed back', async () => {
    const { user, end, type, onClose } = await open();
    await type(end, '06012026');
    await type(end, '');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('asks before input is lost, also on Escape, and stays when the user declines', async () => {
    const { user, end, type, onClose } = await open();
    await type(end, '06012026');
    await user.keyboard('{Escape}');
    await answer(user, 'Are you sure?', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(onClose).not.toHaveBeenCalled();
    expect(end).toHaveValue('06/01/2026');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await answer(user, 'Are you sure?', 'Discard');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});

describe("'Add Pin'", () => {
  const missing: Server = { mode: 'addPin', device: { hasPin: false, pin: null, viewerCanAddPin: true } };

  test('shows start date and serial read-only, and saves the PIN', async () => {
    const { start, end, pin, type, submit, savedInput, onClose } = await open(missing);
    expect(screen.getByRole('dialog', { name: 'Add Pin' })).toBeInTheDocument();
    expect(start).toHaveAttribute('readonly');
    expect(start).toHaveValue('05/01/2026');
    expect(screen.getByLabelText('Serial number')).toHaveAttribute('readonly');
    expect(end).toBeUndefined();
    await type(pin, '4321');
    await submit();
    expect(await screen.findByText('The PIN of device A3900012345 was added.')).toBeInTheDocument();
    expect(savedInput()).toEqual([
      { deviceHistoryId: 'history-5', startDate: '2026-05-01', serialNumber: 'A3900012345', pinNumber: '4321' },
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('without a PIN is refused before any request', async () => {
    const { submit, asked } = await open(missing);
    await submit();
    expect(await screen.findByText('This field is required.')).toBeInTheDocument();
    expect(asked).not.toHaveBeenCalled();
  });

  test('a wrong PIN is shown at its field', async () => {
    const { pin, type, submit, stored } = await open({
      ...missing,
      checks: [refused(refusal('pin_number', 'pinNumber'))],
    });
    await type(pin, '0000');
    await submit();
    expect(await screen.findByText('text of pin_number')).toBeInTheDocument();
    expect(pin).toHaveAttribute('aria-invalid', 'true');
    expect(stored).not.toHaveBeenCalled();
  });

  test("the last warning is the dialog 'Invalid Device Pin', and the PIN is marked", async () => {
    const { user, pin, type, submit } = await open({
      ...missing,
      checks: [refused(refusal('max_failed_attempts_reached', 'pinNumber'))],
    });
    await type(pin, '0000');
    await submit();
    expect(await alertDialog('Invalid Device Pin')).toHaveTextContent('text of max_failed_attempts_reached');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(pin).toHaveAttribute('aria-invalid', 'true'));
  });

  test('after the last warning the page reloads and keeps the reason', async () => {
    const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
    const { pin, type, submit } = await open({
      ...missing,
      checks: [refused(refusal('max_failed_attempts_overpassed', 'pinNumber'))],
    });
    await type(pin, '0000');
    await submit();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    // The page that follows shows it: sign-in, or the page again.
    expect(takeFlash()).toBe('text of max_failed_attempts_overpassed');
  });
});

test.each([
  { hasPin: true, placeholder: 'On file' },
  { hasPin: false, placeholder: 'Not on file' },
])(
  'a PIN that the viewer may not read or set is shown as such ($placeholder), read-only and not sent',
  async ({ hasPin, placeholder }) => {
    const { end, type, submit, savedInput } = await open({ device: { hasPin, pin: null } });
    expect(screen.getByPlaceholderText(placeholder)).toHaveAttribute('readonly');
    await type(end, '06012026');
    await submit();
    await waitFor(() => expect(savedInput()).toHaveLength(1));
    expect(savedInput()[0]).not.toHaveProperty('pinNumber');
  },
);

test('the Spanish interface translates the dialogs', async () => {
  const { user, pin, type, submit } = await open({
    language: 'es',
    checks: [{ ...free, pinCleared: true, affectsCompliance: true }],
  });
  expect(screen.getByRole('dialog', { name: 'Actualizar equipo' })).toBeInTheDocument();
  expect(screen.getByLabelText('Fecha de fin')).toBeInTheDocument();
  await type(pin, '');
  await submit();
  await answer(user, '¡Advertencia!', 'Continuar');
  expect(await alertDialog('¿Está seguro?')).toHaveTextContent('dentro del período de cumplimiento del paciente');
});
