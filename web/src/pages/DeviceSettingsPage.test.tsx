import type { MockLink } from '@apollo/client/testing';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { fieldsOf, modesOf } from '#rules/device-settings/device-settings';
import type { Mode } from '#rules/device-settings/settings-catalog';
import { GraphQLError } from 'graphql';
import {
  currentSettings,
  deviceSettings,
  pendingSettings,
  settingsNews,
} from '../features/device-settings/settingsFixtures.ts';
import {
  CheckSubmitSettingsDocument,
  DeviceSettings_recordFragmentDoc,
  DeviceSettingsPageDocument,
  SettingsFormDocument,
  SubmitSettingsDocument,
} from '../gql/graphql.ts';
import type { Language } from '../lib/i18n.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { DeviceSettingsPage } from './DeviceSettingsPage.tsx';

const device = { kind: 'cpap', model: 'Luna G3 Auto' } as const;
const text = (value: number | null) => (value === null ? null : String(value));
/** One of each kind is enough for most: a form of thirty fields takes jsdom its time. */
const left = new Set([
  'reslex',
  'reslex_control',
  'humidifier',
  'mask',
  'auto_off_flag',
  'filter_reminder_flag',
  'tube_reminder_flag',
  'mask_reminder_flag',
]);
const shownFields = (mode: Mode) => fieldsOf(device, mode).filter(({ name }) => !left.has(name));
/** The catalogue as the server answers it; labels are the names. */
const modes = modesOf(device).map((mode) => ({
  __typename: 'SettingsMode',
  mode,
  label: mode,
  fields: shownFields(mode).map((field) => ({
    ...field,
    __typename: 'SettingField',
    label: field.name,
    group: field.group.toUpperCase(),
    kind: field.kind.toUpperCase(),
    min: text(field.min),
    max: text(field.max),
    step: text(field.step),
    choices: field.choices.map((value) => ({ __typename: 'SettingChoice', value, label: value })),
    dependsOn: field.dependsOn && { __typename: 'SettingDependency', ...field.dependsOn },
  })),
}));
const valuesOf = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ __typename: 'SettingValueOf', name, value }));
const running = Object.fromEntries(shownFields('CPAP').map(({ name, initial }) => [name, initial]));

const catalogue = {
  __typename: 'SettingsForm',
  kind: 'CPAP',
  model: device.model,
  basis: 'basis-1',
  currentMode: 'CPAP' as string | null,
  pendingMode: null as string | null,
  modes,
  values: valuesOf(running),
  pendingValues: valuesOf({}),
  pending: null as object | null,
  editAllowed: 'PASS',
  editNotice: null as string | null,
  viewerCanEditSettings: true,
};
const underway = {
  pending: pendingSettings,
  pendingMode: 'CPAP',
  pendingValues: valuesOf({ ...running, treat_p: '9.5' }),
};

const change = (name: string, from: string | null, to: string) => ({
  __typename: 'SettingChange',
  name,
  label: name,
  from,
  to,
});
const refusal = (field: string, code: string, message: string) => ({ __typename: 'UserError', field, code, message });

interface Server {
  /** Answers of the form, one after the other; the last repeats. */
  forms?: (Partial<typeof catalogue> | Error)[];
  checks?: (object | Error)[];
  submits?: (object | Error)[];
  news?: MockLink.MockedResponse;
  path?: string;
  language?: Language;
  noCurrent?: boolean;
}

async function open({
  forms = [{}],
  checks = [{}],
  submits = [{}],
  news = settingsNews(),
  path = '/patients/7/devices/5/settings',
  language,
  noCurrent,
}: Server = {}) {
  const checked = jest.fn<(variables: { input: Record<string, unknown> }) => void>();
  const submitted = jest.fn<(variables: { input: Record<string, unknown> }) => void>();
  /** The answers of one operation, one after the other, the last of them for ever. An Error is a server that cannot be reached. */
  const answering = (
    query: MockLink.MockedResponse['request']['query'],
    answers: readonly (object | Error)[],
    data: (answer: object, variables: never) => object,
  ) =>
    answers.map((answer, index): MockLink.MockedResponse => ({
      request: { query, variables: () => true },
      maxUsageCount: index === answers.length - 1 ? Infinity : 1,
      ...(answer instanceof Error
        ? { error: answer }
        : { result: (variables) => ({ data: data(answer, variables as never) as never }) }),
    }));
  const mocks = [
    ...answering(DeviceSettingsPageDocument, [{}], () => ({
      patient: {
        __typename: 'Patient',
        id: 'p7',
        databaseId: 7,
        firstName: 'Sofía',
        lastName: 'Ramírez',
        devices: [
          { __typename: 'DeviceHistory', id: 'history-5', databaseId: 5, serial: 'A3900010001', model: device.model },
        ],
      },
    })),
    ...answering(SettingsFormDocument, forms, (form) => ({
      node: {
        __typename: 'DeviceHistory',
        id: 'history-5',
        currentSettings: noCurrent ? null : currentSettings,
        settingsForm: { ...catalogue, ...form },
      },
    })),
    ...answering(CheckSubmitSettingsDocument, checks, (check, variables) => {
      checked(variables);
      return {
        checkSubmitSettings: {
          __typename: 'SubmitSettingsCheck',
          changes: [change('treat_p', '8.0 cmH2O', '9.0 cmH2O')],
          userErrors: [],
          ...check,
        },
      };
    }),
    ...answering(SubmitSettingsDocument, submits, (submit, variables) => {
      submitted(variables);
      const done = {
        changes: [change('treat_p', '8.0 cmH2O', '9.0 cmH2O')],
        settingsRecord: pendingSettings,
        deviceHistory: deviceSettings({ pendingSettings }),
        userErrors: [],
      };
      return { submitSettings: { __typename: 'SubmitSettingsPayload', ...done, ...submit } };
    }),
    news,
  ];
  const view = await renderApp(<DeviceSettingsPage />, {
    mocks,
    route: '/patients/:patient/devices/:history/settings',
    path,
    language,
  });
  const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
  const { user } = view;
  return {
    ...view,
    checked,
    submitted,
    field,
    type: async (name: string, value: string) => {
      await user.clear(await field(name));
      await user.type(await field(name), value);
    },
    // By its text: a form of this size takes the accessibility tree a second for every role.
    press: (name: string) => user.click(screen.getByText(name, { selector: 'button' })),
  };
}
const refused = (...userErrors: object[]) => ({ changes: [], settingsRecord: null, deviceHistory: null, userErrors });
const meanwhile = refused(refusal('basis', 'settings.changed_meanwhile', 'The settings changed.'));
const review = () => screen.findByLabelText('Changes');
const rowsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

afterEach(() => void jest.restoreAllMocks());

describe('the form', () => {
  test('has the fields of the mode, with unit, range and steps as help', async () => {
    const { field } = await open();
    expect(await field('treat_p')).toHaveValue('8.0');
    expect(await field('treat_p')).toHaveAccessibleDescription('4.0 to 20.0 cmH₂O, in steps of 0.5');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Therapy Settings',
      'Comfort Settings',
      'Alert Settings',
    ]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Settings');
    expect(screen.queryByLabelText('min_apap')).not.toBeInTheDocument();
  });

  test('moves a number by its step with the arrow keys and the buttons, and not beyond its range', async () => {
    const { user, field } = await open();
    const pressure = await field('treat_p');
    await user.click(pressure);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(pressure).toHaveValue('8.5');
    await user.click(screen.getByLabelText('Decrease treat_p'));
    expect(pressure).toHaveValue('8.0');
    const initial = await field('initial_p');
    await user.click(initial);
    await user.keyboard('{ArrowDown}');
    expect(initial).toHaveValue('4.0');
    expect(screen.getByLabelText('Decrease initial_p')).toBeDisabled();
  });

  test('never rounds what is typed: a value beside the steps or the range is refused', async () => {
    const { user, field, type, press, checked } = await open();
    await type('treat_p', '8.3');
    await user.tab();
    expect(await screen.findByText('Enter a value in steps of 0.5, starting at 4.')).toBeInTheDocument();
    expect(await field('treat_p')).toHaveValue('8.3');
    await type('treat_p', '25');
    expect(await screen.findByText('Enter a value between 4 and 20.')).toBeInTheDocument();
    await type('treat_p', 'abc');
    expect(await screen.findByText('Enter a number.')).toBeInTheDocument();
    await press('Review changes');
    expect(checked).not.toHaveBeenCalled();
  });

  test('checks what two settings allow together, and takes it back when either is corrected', async () => {
    const { user, type, field } = await open();
    await type('initial_p', '9');
    await user.tab();
    expect(await screen.findByText('This must not be higher than treat_p.')).toBeInTheDocument();
    await type('treat_p', '10');
    await waitFor(() => expect(screen.queryByText('This must not be higher than treat_p.')).not.toBeInTheDocument());
    await user.selectOptions(await field('heated_tube'), '3');
    await user.tab();
    expect(await screen.findByText(/^This works only with a heated air tube/)).toBeInTheDocument();
    await user.selectOptions(await field('air_tube'), '22_mm_heated');
    await waitFor(() => expect(screen.queryByText(/^This works only with a heated air tube/)).not.toBeInTheDocument());
  });

  test('lets a word stand in the place of a number and gives the number back', async () => {
    const { user, field, press, checked } = await open();
    await user.click(await screen.findByLabelText('ramp_time: auto'));
    expect(await field('ramp_time')).toBeDisabled();
    await press('Review changes');
    await review();
    expect(checked.mock.calls[0]![0].input.values).toContainEqual({ name: 'ramp_time', value: 'auto' });
    await press('Back to the form');
    await user.click(await screen.findByLabelText('ramp_time: auto'));
    expect(await field('ramp_time')).toHaveValue('20');
  });

  test('in Spanish takes and shows a decimal comma, and sends a point', async () => {
    const { user, field, type, checked } = await open({ language: 'es' });
    expect(await field('treat_p')).toHaveValue('8,0');
    await type('treat_p', '9,5');
    await user.keyboard('{ArrowUp}');
    expect(await field('treat_p')).toHaveValue('10,0');
    await type('treat_p', '9,5');
    await user.click(screen.getByText('Revisar los cambios'));
    const changes = await screen.findByLabelText('Cambios');
    expect(rowsOf(changes)).toEqual([['treat_p', '8,0 cmH₂O', '→9,0 cmH₂O']]);
    expect(checked.mock.calls[0]![0].input.values).toContainEqual({ name: 'treat_p', value: '9.5' });
  });
});

describe('another mode', () => {
  test('keeps what both modes share, offers defaults for the rest, and loses nothing on the way back', async () => {
    const { user, field, type } = await open();
    await type('initial_p', '5.5');
    await type('treat_p', '9.5');
    await user.click(screen.getByLabelText('AutoCPAP'));
    expect(await field('initial_p')).toHaveValue('5.5');
    expect(screen.queryByLabelText('treat_p')).not.toBeInTheDocument();
    expect(screen.getByLabelText(/^max_apap/)).toHaveValue('15.0');
    expect(
      screen.getByText(/^The device has no values yet for: min_apap, max_apap, sensitivity, smart_a_flag\./),
    ).toBeInTheDocument();
    await user.click(screen.getByLabelText('CPAP'));
    expect(await field('treat_p')).toHaveValue('9.5');
  });

  test('is sent with its own settings only, and the review names those that are no longer used', async () => {
    const { user, press, checked } = await open();
    await user.click(await screen.findByLabelText('Titration'));
    await press('Review changes');
    await review();
    expect(
      screen.getByText('Not part of the new mode, so no longer used: initial_p, treat_p, manual_p, smart_c_flag'),
    ).toBeInTheDocument();
    const { mode, values } = checked.mock.calls[0]![0].input as { mode: string; values: { name: string }[] };
    expect(mode).toBe('Titration');
    expect(values.map(({ name }) => name)).toEqual(shownFields('Titration').map(({ name }) => name));
  });
});

describe('the review', () => {
  test('shows exactly what will change, old → new, and sends it once however often it is clicked', async () => {
    const { user, type, press, checked, submitted } = await open({
      checks: [{ changes: [change('treat_p', '8.0 cmH2O', '9.0 cmH2O'), change('auto_on_flag', 'On', 'Off')] }],
    });
    await type('treat_p', '9');
    await user.click(screen.getByLabelText('auto_on_flag'));
    await press('Review changes');
    expect(rowsOf(await review())).toEqual([
      ['treat_p', '8.0 cmH₂O', '→9.0 cmH₂O'],
      ['auto_on_flag', 'true', '→false'],
    ]);
    expect(screen.getByRole('heading', { name: 'Review changes' })).toHaveFocus();
    const submit = screen.getByText('Submit changes');
    // Both before the page can draw the button disabled.
    submit.click();
    submit.click();
    expect(await screen.findByText('Settings submitted')).toBeInTheDocument();
    expect(submitted).toHaveBeenCalledTimes(1);
    expect(submitted.mock.calls[0]![0]).toEqual(checked.mock.calls[0]![0]);
    expect(submitted.mock.calls[0]![0].input).toMatchObject({
      deviceHistoryId: 'history-5',
      mode: 'CPAP',
      basis: 'basis-1',
      confirmVentilator: false,
    });
  });

  test('goes back with everything typed', async () => {
    const { type, press, field } = await open();
    await type('treat_p', '9');
    await press('Review changes');
    await review();
    await press('Back to the form');
    expect(await field('treat_p')).toHaveValue('9');
  });

  test('warns that a pending change will be replaced, and the form begins with that change', async () => {
    const { user, field, press } = await open({ forms: [underway] });
    expect(await field('treat_p')).toHaveValue('9.5');
    expect(
      screen.getByText(/^A change submitted by Whitfield, Dana on 05\/02\/2026 22:05:09 is on its way/),
    ).toBeInTheDocument();
    await user.click(screen.getByText('Begin with the current settings'));
    expect(await field('treat_p')).toHaveValue('8.0');
    await press('Review changes');
    await review();
    expect(
      screen.getByText(
        'This replaces the change submitted by Whitfield, Dana on 05/02/2026 22:05:09, which is still on its way to the device.',
      ),
    ).toBeInTheDocument();
  });

  test('of nothing says so', async () => {
    const { press, field } = await open({
      checks: [
        refused(refusal('', 'settings.unchanged', 'Nothing would change: the device already has these settings.')),
      ],
    });
    await field('treat_p');
    await press('Review changes');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Nothing would change: the device already has these settings.',
    );
  });
});

describe('a refusal of the server', () => {
  const wrong = refused(
    refusal('values.manual_p', 'settings.range', 'Too high for this model.'),
    refusal('values.treat_p', 'settings.range', 'Too high as well.'),
  );

  test('stands at its field, the first has the focus, a summary leads to each, and it goes when the field is changed', async () => {
    const { user, type, press, field } = await open({ checks: [wrong] });
    await type('treat_p', '19');
    await press('Review changes');
    expect(await screen.findByText('Too high as well.')).toBeInTheDocument();
    await waitFor(async () => expect(await field('treat_p')).toHaveFocus());
    const summary = screen.getByRole('alert');
    expect(summary).toHaveTextContent('Settings to correct: 2');
    await user.click(within(summary).getByRole('button', { name: 'manual_p' }));
    expect(await field('manual_p')).toHaveFocus();
    await user.tab();
    expect(screen.getByText('Too high for this model.')).toBeInTheDocument();
    await type('manual_p', '10');
    await waitFor(() => expect(screen.queryByText('Too high for this model.')).not.toBeInTheDocument());
    expect(screen.getByText('Too high as well.')).toBeInTheDocument();
  });

  test('of the submission itself leads back to the form with everything typed', async () => {
    const { type, press, field } = await open({ submits: [wrong] });
    await type('treat_p', '19');
    await press('Review changes');
    await review();
    await press('Submit changes');
    expect(await screen.findByText('Too high as well.')).toBeInTheDocument();
    expect(await field('treat_p')).toHaveValue('19');
  });

  test('that belongs to no field stands above the form', async () => {
    const ended = refused(refusal('', 'DEVICE_ENDED', 'This device is no longer assigned to the patient.'));
    const { type, press, field } = await open({ checks: [ended] });
    await type('treat_p', '9');
    await press('Review changes');
    expect(await screen.findByRole('alert')).toHaveTextContent('This device is no longer assigned to the patient.');
    expect(await field('treat_p')).toHaveValue('9');
  });
});

describe('settings.changed_meanwhile', () => {
  const later = { ...underway, basis: 'basis-2' };

  test.each(['checks', 'submits'] as const)(
    '(%s) shows what the other user submitted and keeps what was typed for a new review',
    async (when) => {
      const { type, press, field, checked } = await open({ forms: [{}, later], [when]: [meanwhile, {}] });
      await type('treat_p', '11');
      await press('Review changes');
      if (when === 'submits') {
        await review();
        await press('Submit changes');
      }
      const notice = await screen.findByRole('alert');
      expect(notice).toHaveTextContent('The settings of this device changed while you were editing');
      expect(notice).toHaveTextContent('Changes submitted by Whitfield, Dana on 05/02/2026 at 22:05:09');
      expect(rowsOf(within(notice).getByRole('region'))).toEqual([['Treat P', '8.0 cmH₂O', '→9.5 cmH₂O']]);
      expect(await field('treat_p')).toHaveValue('11');
      await press('Continue with my changes');
      expect(screen.queryByText('The settings of this device changed while you were editing')).not.toBeInTheDocument();
      await press('Review changes');
      await review();
      expect(screen.getByText(/^This replaces the change submitted by Whitfield, Dana/)).toBeInTheDocument();
      expect(checked.mock.calls.at(-1)![0].input.basis).toBe('basis-2');
    },
  );

  test('is shown live while another user submits, keeps what was typed, and nothing is sent over what was not seen', async () => {
    const news = settingsNews(
      { deviceHistory: deviceSettings({ pendingSettings }), settingsRecord: pendingSettings },
      400,
    );
    const { type, field, press, checked } = await open({ forms: [{}, later], news });
    await type('treat_p', '11');
    expect(await screen.findByText('The settings of this device changed while you were editing')).toBeInTheDocument();
    expect(await field('treat_p')).toHaveValue('11');
    await press('Review changes');
    await waitFor(() => expect(checked).toHaveBeenCalled());
    // The server refuses it: that is not the basis any more.
    expect(checked.mock.calls[0]![0].input.basis).toBe('basis-1');
  });

  test('takes what was reviewed back to the form', async () => {
    const { type, press, field, client } = await open({ forms: [{}, later] });
    await type('treat_p', '11');
    await press('Review changes');
    await review();
    await client.refetchQueries({ include: [SettingsFormDocument] });
    expect(await screen.findByText('The settings of this device changed while you were editing')).toBeInTheDocument();
    expect(screen.queryByText('Submit changes')).not.toBeInTheDocument();
    expect(await field('treat_p')).toHaveValue('11');
  });

  test('is not said when a device only fetched the change', async () => {
    const sent = { ...pendingSettings, sentAt: '2026-05-03T03:00:00Z' };
    const news = settingsNews({ deviceHistory: deviceSettings({ pendingSettings: sent }), settingsRecord: sent });
    const { field, client } = await open({ forms: [underway, { ...underway, pending: sent }], news });
    await field('treat_p');
    await waitFor(() => expect(JSON.stringify(client.cache.extract())).toContain('2026-05-03T03:00:00Z'));
    expect(screen.queryByText('The settings of this device changed while you were editing')).not.toBeInTheDocument();
  });
});

describe('a lost connection', () => {
  test('before the review keeps everything', async () => {
    const { type, press, field } = await open({ checks: [new TypeError('Failed to fetch'), {}] });
    await type('treat_p', '9');
    await press('Review changes');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The server cannot be reached. What you entered is still here.',
    );
    expect(await field('treat_p')).toHaveValue('9');
    await press('Review changes');
    expect(await review()).toBeInTheDocument();
  });

  test('while submitting keeps the review, and a change that arrived all the same is found by submitting again', async () => {
    const arrived = { ...underway, basis: 'basis-2' };
    const { type, press } = await open({
      forms: [{}, arrived],
      submits: [new TypeError('Failed to fetch'), meanwhile],
    });
    await type('treat_p', '9.5');
    await press('Review changes');
    await review();
    await press('Submit changes');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The server did not answer, so the change may or may not be on its way.',
    );
    await press('Submit changes');
    expect(await screen.findByRole('heading', { name: 'Settings submitted' })).toBeInTheDocument();
    expect(screen.getByText('Changes submitted by Whitfield, Dana on 05/02/2026 at 22:05:09')).toBeInTheDocument();
  });

  test('while the settings are read again does not take the form away', async () => {
    const { type, field, client } = await open({ forms: [{}, new Error('down')] });
    await type('treat_p', '11');
    await expect(client.refetchQueries({ include: [SettingsFormDocument] })).rejects.toThrow('down');
    expect(await field('treat_p')).toHaveValue('11');
  });
});

test('after it was submitted the page shows where the change is on its way, and follows the device', async () => {
  const { type, press, client } = await open();
  await type('treat_p', '9.5');
  await press('Review changes');
  await review();
  await press('Submit changes');
  expect(await screen.findByText('The settings were submitted.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Settings submitted' })).toHaveFocus());
  const step = () => within(screen.getByRole('list', { name: 'Delivery' })).getAllByRole('listitem')[1];
  expect(step()).toHaveTextContent('Waiting for the device');
  expect(screen.getByRole('link', { name: 'Go to the patient' })).toHaveAttribute('href', '/patients/7?device=5');
  // As the socket's news does.
  const data = { ...pendingSettings, sentAt: '2026-05-03T03:00:00Z' };
  client.writeFragment({ fragment: DeviceSettings_recordFragmentDoc, fragmentName: 'DeviceSettings_record', data });
  await waitFor(() => expect(step()).toHaveTextContent('05/02/2026 23:00:00 EDT'));
});

describe('leaving', () => {
  const leave = (user: Awaited<ReturnType<typeof open>>['user']) =>
    user.click(screen.getByText('Cancel', { selector: 'a' }));

  test('an untouched form asks nothing, also when a value was changed and changed back', async () => {
    const { user, type, router } = await open();
    await type('treat_p', '9');
    await type('treat_p', '8');
    await leave(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/patients/7'));
  });

  test('a changed form asks, and stays or goes', async () => {
    const { user, type, field, router } = await open();
    await type('treat_p', '9');
    await leave(user);
    let question = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(await field('treat_p')).toHaveValue('9');
    await leave(user);
    question = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/patients/7'));
  });

  test('closing the browser asks only while something is changed', async () => {
    const { type } = await open();
    const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await screen.findByLabelText('treat_p');
    expect(closing()).toBe(false);
    await type('treat_p', '9');
    expect(closing()).toBe(true);
  });
});

describe('who and what cannot be edited', () => {
  test('a viewer without the permission is told so', async () => {
    await open({ forms: [{ viewerCanEditSettings: false }] });
    expect(await screen.findByText(/^You do not have permission to see this/)).toBeInTheDocument();
  });

  test.each([
    ['DEVICE_ENDED', 'This device is no longer assigned to the patient.'],
    ['NO_MODULE', 'This device has no cellular module.'],
    ['NO_PIN', 'The PIN of this device was not confirmed.'],
  ])('%s says why and leads to the patient', async (editAllowed, editNotice) => {
    await open({ forms: [{ editAllowed, editNotice }] });
    expect(await screen.findByText(editNotice)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the patient' })).toBeInTheDocument();
    expect(screen.queryByText('Review changes')).not.toBeInTheDocument();
  });

  describe('NO_VENTILATOR', () => {
    const warned = {
      editAllowed: 'NO_VENTILATOR',
      editNotice: 'This ventilator has no cellular module.',
    };

    test('warns whoever comes by the address, and OK opens the form', async () => {
      const { user, press, checked } = await open({ forms: [warned] });
      const dialog = await screen.findByRole('dialog', { name: 'Warning' });
      expect(dialog).toHaveTextContent('This ventilator has no cellular module.');
      await user.click(within(dialog).getByRole('button', { name: 'OK' }));
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
      await press('Review changes');
      await review();
      expect(checked.mock.calls[0]![0].input.confirmVentilator).toBe(true);
    });

    test('leads back to the patient on Close', async () => {
      const { user, router } = await open({ forms: [warned] });
      await user.click(within(await screen.findByRole('dialog', { name: 'Warning' })).getByText('Close'));
      await waitFor(() => expect(router.state.location.pathname).toBe('/patients/7'));
    });

    test('does not warn again who accepted the warning where the link stood', async () => {
      const { field } = await open({ forms: [warned], path: '/patients/7/devices/5/settings?warning=accepted' });
      await field('treat_p');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  test('a device that the patient does not have is not found', async () => {
    await open({ path: '/patients/7/devices/6/settings' });
    expect(await screen.findByText('This was not found.')).toBeInTheDocument();
  });

  test('a patient that does not exist for the viewer is not found', async () => {
    const mocks: MockLink.MockedResponse[] = [
      {
        request: { query: DeviceSettingsPageDocument, variables: () => true },
        result: { errors: [new GraphQLError('no', { extensions: { code: 'NOT_FOUND' } })] },
      },
    ];
    await renderApp(<DeviceSettingsPage />, {
      mocks,
      route: '/patients/:patient/devices/:history/settings',
      path: '/patients/8/devices/5/settings',
    });
    expect(await screen.findByText('This was not found.')).toBeInTheDocument();
  });
});

test('a device of which nothing is known is added to, from the settings with which it leaves the factory', async () => {
  const { field } = await open({ forms: [{ currentMode: null, values: valuesOf({}) }], noCurrent: true });
  expect(await field(/^max_apap/)).toHaveValue('15.0');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Add Settings');
  expect(screen.getByText(/^Nothing is known about the settings of this device yet\./)).toBeInTheDocument();
});

test('axe finds nothing in the form, its errors and the review', async () => {
  const { type, press, user, container } = await open();
  const violations = async () =>
    (await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    );
  await type('treat_p', '8.3');
  await press('Review changes');
  await screen.findByText('Settings to correct: 1');
  expect(await violations()).toEqual([]);
  await type('treat_p', '8.5');
  await user.tab();
  await press('Review changes');
  await review();
  expect(await violations()).toEqual([]);
});
