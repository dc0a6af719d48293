import type { MockLink } from '@apollo/client/testing';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toaster } from '../../components/Toaster.tsx';
import type { Language } from '../../lib/language.ts';
import { takeFlash } from '../../lib/flash.ts';
import { page } from '../../lib/page.ts';
import { Unreachable } from '../../lib/reach.ts';
import { enter } from '../../testing/enter.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { AddDeviceDialog } from './AddDeviceDialog.tsx';
import { AssignDeviceDocument, CheckAssignDeviceDocument } from './gql/useAddEquipment.ts';

const free = {
  userErrors: [],
  distance: null,
  impact: null as object | null,
  overlap: null,
  machineHistory: [] as object[],
};
const holder = {
  __typename: 'DeviceOverlap',
  patientDatabaseId: 77,
  lastName: 'Ra*****',
  firstName: 'Sof**',
  startDate: '2026-07-20',
  endDate: null,
};
const saved = {
  userErrors: [],
  overlap: null,
  machineHistory: [],
  deviceHistory: { __typename: 'DeviceHistory', id: 'history-5', databaseId: 5, serial: 'A3900012345' },
  patient: null,
};
const refusal = (code: string, field = 'startDate', message = `text of ${code}`) => ({
  __typename: 'UserError',
  field,
  code,
  message,
});
const refused = (...userErrors: object[]) => ({ ...free, userErrors });

interface Server {
  /** Answers to checks of the whole form, in order; the last one repeats. */
  checks?: object[];
  save?: object;
  /** The answer while a field is changing. */
  live?: object;
  language?: Language;
  /** Whether the viewer may ask another organization for a device. */
  mayAsk?: boolean;
}

async function open({ checks = [free], save = saved, live = free, language, mayAsk = false }: Server = {}) {
  const asked = jest.fn<(variables: Record<string, unknown>) => void>();
  const assigned = jest.fn<(variables: Record<string, unknown>) => void>();
  let nth = 0;
  const mocks: MockLink.MockedResponse[] = [
    {
      request: { query: CheckAssignDeviceDocument, variables: () => true },
      maxUsageCount: Infinity,
      result: (variables) => {
        asked(variables);
        const check = variables.only ? live : checks[Math.min(nth++, checks.length - 1)];
        return { data: { checkAssignDevice: { __typename: 'AssignDeviceCheck', ...check } } };
      },
    },
    {
      request: { query: AssignDeviceDocument, variables: () => true },
      maxUsageCount: Infinity,
      result: (variables) => {
        assigned(variables);
        return {
          data: { assignDevice: { __typename: 'AssignDevicePayload', deviceHistory: null, patient: null, ...save } },
        };
      },
    },
  ];
  const onClose = jest.fn();
  const onReload = jest.fn(() => Promise.resolve());
  const onAdded = jest.fn((_historyId: number) => Promise.resolve());
  const dialog = (
    <AddDeviceDialog
      patientId="p7"
      timeZone="America/New_York"
      onClose={onClose}
      onReload={onReload}
      onAdded={onAdded}
    />
  );
  const { user } = await renderApp(dialog, {
    mocks,
    language,
    viewer: { ...testViewer, viewerCanUseHandOffs: mayAsk },
  });
  /** Fills in the form, the date last; the test submits it. */
  const fill = async (pin = '') => {
    await enter(user, screen.getByPlaceholderText('00000000000'), 'a3900012345');
    if (pin) await enter(user, screen.getByLabelText('PIN'), pin);
    await enter(user, screen.getByPlaceholderText('MM/DD/YYYY'), '05012026');
  };
  const submit = () => user.click(screen.getByRole('button', { name: language === 'es' ? 'Guardar' : 'Save' }));
  const wholeChecks = () => asked.mock.calls.filter(([{ only }]) => only === null);
  return { user, fill, submit, asked, wholeChecks, assigned, onClose, onReload, onAdded };
}

const alertDialog = (name: string) => screen.findByRole('alertdialog', { name });
const input = { patientId: 'p7', startDate: '2026-05-01', serialNumber: 'A3900012345', pinNumber: null };

afterEach(() => {
  jest.restoreAllMocks();
  toaster.remove();
});

test('a device without refusals is saved once, the dialog closes and a message names the new device', async () => {
  const { fill, assigned, onClose, onAdded } = await open();
  expect(screen.getByRole('dialog', { name: 'Add equipment' })).toBeInTheDocument();
  await fill('4321');
  const button = screen.getByRole('button', { name: 'Save' });
  // At the same moment: a busy machine may bring the answer before a slower second click.
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(5));
  expect(assigned.mock.calls).toEqual([[{ input: { ...input, pinNumber: '4321' } }]]);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('Device A3900012345 was added.')).toBeInTheDocument();
});

test('local rules stop the submit before any request', async () => {
  const { user, submit, wholeChecks } = await open();
  await user.type(screen.getByLabelText('PIN'), '12');
  await submit();
  expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
  expect(screen.getByText('A PIN has 4 to 8 digits.')).toBeInTheDocument();
  expect(wholeChecks()).toEqual([]);
});

describe('the serial', () => {
  test('is converted to upper case and keeps the caret', async () => {
    const { user } = await open();
    const serial = screen.getByPlaceholderText<HTMLInputElement>('00000000000');
    await user.type(serial, 'ab12');
    await user.type(serial, 'x', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(serial).toHaveValue('AXB12');
    expect(serial.selectionStart).toBe(2);
  });

  test('is checked by the server while it changes, and the PIN never is', async () => {
    const { fill, asked } = await open({ live: refused(refusal('serial.unknown', 'serialNumber')) });
    await fill('4321');
    expect(await screen.findByText('text of serial.unknown')).toBeInTheDocument();
    const sent = asked.mock.calls.map(
      ([variables]) => variables as { only: string[]; input: { pinNumber: string | null } },
    );
    expect(sent.map(({ input: { pinNumber } }) => pinNumber)).toEqual(sent.map(() => null));
    expect(sent.flatMap(({ only }) => only)).not.toContain('pinNumber');
    expect(sent.length).toBeLessThanOrEqual(3);
  });
});

test('refusals of the server are shown at their fields and nothing is saved', async () => {
  const { fill, submit, assigned } = await open({
    checks: [refused(refusal('serial.unknown', 'serial_number'), refusal('pin_number', 'pinNumber'))],
  });
  await fill('4321');
  await submit();
  expect(await screen.findByText('text of serial.unknown')).toBeInTheDocument();
  expect(screen.getByText('text of pin_number')).toBeInTheDocument();
  expect(screen.getByPlaceholderText('00000000000')).toHaveAttribute('aria-invalid', 'true');
  expect(assigned).not.toHaveBeenCalled();
});

describe('a start date far from today', () => {
  const far = { ...free, distance: refusal('distance-from-today') };

  test('asks for confirmation, and is saved when the user continues', async () => {
    const { user, fill, submit, onAdded } = await open({ checks: [far] });
    await fill();
    await submit();
    expect(await alertDialog('Are you sure ?')).toHaveTextContent('text of distance-from-today');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(onAdded).toHaveBeenCalled());
  });

  test('returns to the form with its input when the user does not continue', async () => {
    const { user, fill, submit, assigned } = await open({ checks: [far] });
    await fill();
    await submit();
    await user.click(within(await alertDialog('Are you sure ?')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByPlaceholderText('00000000000')).toHaveValue('A3900012345'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(assigned).not.toHaveBeenCalled();
  });
});

describe("'Device Start Date Overlaps'", () => {
  test.each([
    { code: 'patient-already-connected', text: 'This patient already has an active device.' },
    {
      code: 'patient-previous-device-daterange-overlaps',
      text: 'This date overlaps with the dates of a previous device of this patient.',
    },
    { code: 'device-already-connected', text: 'text of device-already-connected' },
    { code: 'device-start-date-overlaps', text: 'text of device-start-date-overlaps' },
  ])('explains $code', async ({ code, text }) => {
    const { fill, submit, assigned } = await open({ checks: [refused(refusal(code))] });
    await fill();
    await submit();
    const dialog = await alertDialog('Device Start Date Overlaps');
    expect(dialog).toHaveTextContent(text);
    expect(within(dialog).queryByRole('link')).not.toBeInTheDocument();
    expect(assigned).not.toHaveBeenCalled();
  });

  test.each([
    { endDate: null, range: '07/20/2026 to present' },
    { endDate: '2026-08-01', range: '07/20/2026 to 08/01/2026' },
  ])('names the other patient, masked, with $range, if the viewer may see the patient', async ({ endDate, range }) => {
    const { fill, submit } = await open({
      checks: [{ ...refused(refusal('device-already-connected')), overlap: { ...holder, endDate } }],
    });
    await fill();
    await submit();
    const dialog = await alertDialog('Device Start Date Overlaps');
    expect(dialog).toHaveTextContent(
      'This assigned date of this device will conflict with another patient within your organization. Please check your assigned date or check the start and end of the device on the other patient.',
    );
    expect(dialog).toHaveTextContent(`Ra*****, Sof**: ${range}`);
    expect(dialog).toHaveTextContent('another user in your organization must end the device');
    expect(within(dialog).getByRole('link', { name: 'Click here to access the patient records' })).toHaveAttribute(
      'href',
      '/patients/77',
    );
  });

  test('also appears when the device was assigned between the check and the save', async () => {
    const save = { ...saved, deviceHistory: null, userErrors: [refusal('patient-already-connected')] };
    const { fill, submit, onAdded } = await open({ save });
    await fill();
    await submit();
    expect(await alertDialog('Device Start Date Overlaps')).toHaveTextContent(
      'This patient already has an active device.',
    );
    expect(onAdded).not.toHaveBeenCalled();
  });
});

describe("the link 'Request this device'", () => {
  const link = () => screen.queryByRole('link', { name: 'Request this device' });

  test.each([
    { where: 'at a serial number that the server does not know', code: 'serial.unknown', field: 'serialNumber' },
    {
      where: 'in the dialog of a device in another organization',
      code: 'device-already-connected',
      field: 'startDate',
    },
  ])('is shown $where, opens the request with that number, and needs the permission', async ({ code, field }) => {
    const refusedOnce = { checks: [refused(refusal(code, field))] };
    const { fill, submit } = await open({ ...refusedOnce, mayAsk: true });
    expect(link()).not.toBeInTheDocument();
    await fill();
    await submit();
    await screen.findByText(`text of ${code}`);
    expect(link()).toHaveAttribute('href', '/hand-offs#device=A3900012345');
    expect(link()).toHaveAttribute('target', '_blank');
    cleanup();

    const other = await open(refusedOnce);
    await other.fill();
    await other.submit();
    await screen.findByText(`text of ${code}`);
    expect(link()).not.toBeInTheDocument();
  });

  test('is not shown when the viewer may see the other patient', async () => {
    const { fill, submit } = await open({
      checks: [{ ...refused(refusal('device-already-connected')), overlap: holder }],
      mayAsk: true,
    });
    await fill();
    await submit();
    await alertDialog('Device Start Date Overlaps');
    expect(link()).not.toBeInTheDocument();
  });
});

describe('too many wrong PINs', () => {
  test("the last warning is the dialog 'Invalid Device Pin', and the PIN is marked", async () => {
    const { user, fill, submit } = await open({
      checks: [refused(refusal('max_failed_attempts_reached', 'pinNumber'))],
    });
    await fill('0000');
    await submit();
    expect(await alertDialog('Invalid Device Pin')).toHaveTextContent('text of max_failed_attempts_reached');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.getByLabelText('PIN')).toHaveAttribute('aria-invalid', 'true'));
  });

  test('after the last warning the page reloads and keeps the reason', async () => {
    const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
    const { fill, submit } = await open({
      checks: [refused(refusal('max_failed_attempts_overpassed', 'pinNumber'))],
    });
    await fill('0000');
    await submit();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    // The page that follows shows it: sign-in, or the page again.
    expect(takeFlash()).toBe('text of max_failed_attempts_overpassed');
  });
});

test('an unreachable server is shown above the form, and the input stays', async () => {
  const { user } = await renderApp(
    <AddDeviceDialog
      patientId="p7"
      timeZone="America/New_York"
      onClose={jest.fn()}
      onReload={() => Promise.resolve()}
      onAdded={() => Promise.resolve()}
    />,
    {
      mocks: [
        {
          request: { query: CheckAssignDeviceDocument, variables: () => true },
          maxUsageCount: Infinity,
          error: new Unreachable(),
        },
      ],
    },
  );
  await user.type(screen.getByPlaceholderText('00000000000'), 'A1');
  await user.type(screen.getByPlaceholderText('MM/DD/YYYY'), '05012026');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The server cannot be reached. What you entered is still here.',
  );
  expect(screen.getByPlaceholderText('00000000000')).toHaveValue('A1');
});

test('the Spanish interface translates the dialogs', async () => {
  const { user, fill, submit } = await open({
    language: 'es',
    checks: [
      { ...refused(refusal('device-already-connected')), distance: refusal('distance-from-today'), overlap: holder },
    ],
  });
  expect(screen.getByRole('dialog', { name: 'Agregar equipo' })).toBeInTheDocument();
  await submit();
  expect(await screen.findAllByText('Este campo es obligatorio.')).toHaveLength(2);
  await fill();
  await submit();
  await user.click(within(await alertDialog('¿Está seguro?')).getByRole('button', { name: 'Continuar' }));
  const dialog = await alertDialog('La fecha de inicio del dispositivo se superpone');
  expect(dialog).toHaveTextContent('Ra*****, Sof**: 07/20/2026 hasta hoy');
  expect(
    within(dialog).getByRole('link', { name: 'Haga clic aquí para acceder al expediente del paciente' }),
  ).toBeInTheDocument();
});
