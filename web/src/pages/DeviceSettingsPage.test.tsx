import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { GraphQLError } from 'graphql';
import {
  answering,
  review,
  settingsServer,
  settingsUser,
  type Answers,
} from '../features/device-settings/openSettingsEditor.tsx';
import {
  currentSettings,
  deviceSettings,
  pendingSettings,
  settingsNews,
} from '../features/device-settings/settingsFixtures.ts';
import { eachKind, settingsForm, underway, settingValuesOf } from '../features/device-settings/settingsFormFixtures.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { DeviceSettingsPage } from './DeviceSettingsPage.tsx';
import { DeviceSettingsPageDocument, SettingsFormDocument } from './gql/DeviceSettingsPage.ts';

interface Server {
  /** The settings of the form. */
  names?: readonly string[];
  /** Answers of the form, one after the other; the last repeats. */
  forms?: Answers;
  news?: MockLink.MockedResponse;
  path?: string;
  noCurrent?: boolean;
}

async function open({
  names,
  forms = [{}],
  news = settingsNews(),
  path = '/patients/7/devices/5/settings',
  noCurrent,
}: Server = {}) {
  const { mocks, checked } = settingsServer();
  const pageMocks = [
    ...answering(DeviceSettingsPageDocument, [{}], () => ({
      patient: {
        __typename: 'Patient',
        id: 'p7',
        databaseId: 7,
        firstName: 'Sofía',
        lastName: 'Ramírez',
        devices: [
          { __typename: 'DeviceHistory', id: 'history-5', databaseId: 5, serial: 'A3900010001', model: 'Luna G3 Auto' },
        ],
      },
    })),
    ...answering(SettingsFormDocument, forms, (form) => ({
      node: {
        __typename: 'DeviceHistory',
        id: 'history-5',
        currentSettings: noCurrent ? null : currentSettings,
        settingsForm: { ...settingsForm(names), ...form },
      },
    })),
    news,
  ];
  const view = await renderApp(<DeviceSettingsPage />, {
    mocks: [...pageMocks, ...mocks],
    route: '/patients/:patient/devices/:history/settings',
    path,
  });
  return { ...view, checked, ...settingsUser(view.user) };
}

/** Waits for the form. */
async function openForm(server: Server = {}) {
  const view = await open(server);
  await screen.findByLabelText('treat_p');
  return view;
}

test('the title of the page is Edit Settings', async () => {
  await openForm();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Settings');
});

describe('news while the form is open', () => {
  const later = { ...underway, version: 'basis-2' };

  test('is shown live while another user submits, keeps what was typed, and nothing is sent over what was not seen', async () => {
    const news = settingsNews(
      { deviceHistory: deviceSettings({ pendingSettings }), settingsRecord: pendingSettings },
      400,
    );
    const { type, field, press, checked } = await openForm({ forms: [{}, later], news });
    await type('treat_p', '11');
    expect(await screen.findByText('The settings of this device changed while you were editing')).toBeInTheDocument();
    expect(field('treat_p')).toHaveValue('11');
    await press('Review changes');
    await waitFor(() => expect(checked).toHaveBeenCalled());
    // The server refuses it: that is not the basis any more.
    expect(checked.mock.calls[0]![0].input.version).toBe('basis-1');
  });

  test('is not said when a device only fetched the change', async () => {
    const sent = { ...pendingSettings, sentAt: '2026-05-03T03:00:00Z' };
    const news = settingsNews({ deviceHistory: deviceSettings({ pendingSettings: sent }), settingsRecord: sent });
    const { client } = await openForm({ forms: [underway, { ...underway, pending: sent }], news });
    await waitFor(() => expect(JSON.stringify(client.cache.extract())).toContain('2026-05-03T03:00:00Z'));
    expect(screen.queryByText('The settings of this device changed while you were editing')).not.toBeInTheDocument();
  });

  test('that arrives while the settings are first read is read after that', async () => {
    const sent = { ...pendingSettings, sentAt: '2026-05-03T03:00:00Z' };
    const news = settingsNews({ deviceHistory: deviceSettings({ pendingSettings: sent }), settingsRecord: sent }, 1);
    const { client, quiet } = await openForm({ forms: [underway, { ...underway, pending: sent }], news });
    await quiet();
    expect(JSON.stringify(client.cache.extract())).toContain('2026-05-03T03:00:00Z');
  });

  test('while the settings are read again does not take the form away', async () => {
    const { type, field, client } = await openForm({ forms: [{}, new Error('down')] });
    await type('treat_p', '11');
    await expect(client.refetchQueries({ include: [SettingsFormDocument] })).rejects.toThrow('down');
    expect(field('treat_p')).toHaveValue('11');
  });
});

describe('leaving', () => {
  const leave = (user: Awaited<ReturnType<typeof open>>['user']) =>
    user.click(screen.getByText('Cancel', { selector: 'a' }));

  test('an untouched form asks nothing, also when a value was changed and changed back', async () => {
    const { user, type, router } = await openForm();
    await type('treat_p', '9');
    await type('treat_p', '8');
    await leave(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/patients/7'));
  });

  test('a changed form asks, and stays or goes', async () => {
    const { user, type, field, router } = await openForm();
    await type('treat_p', '9');
    await leave(user);
    let question = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(field('treat_p')).toHaveValue('9');
    await leave(user);
    question = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/patients/7'));
  });

  test('closing the browser asks only while something is changed', async () => {
    const { type } = await openForm();
    const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closing()).toBe(false);
    await type('treat_p', '9');
    expect(closing()).toBe(true);
  });
});

describe('who and what cannot be edited', () => {
  test('a viewer without the permission sees that it is missing', async () => {
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

    test('warns a user who opens the address, and OK opens the form', async () => {
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

    test('does not warn a user again who accepted the warning at the link', async () => {
      await openForm({ forms: [warned], path: '/patients/7/devices/5/settings?warning=accepted' });
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  test('a device that the patient does not have is not found', async () => {
    await open({ path: '/patients/7/devices/6/settings' });
    expect(await screen.findByText('This was not found. Go back, or search for it.')).toBeInTheDocument();
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
    expect(await screen.findByText('This was not found. Go back, or search for it.')).toBeInTheDocument();
  });
});

test('the settings of a device of which nothing is known are added', async () => {
  await open({ forms: [{ currentMode: null, values: settingValuesOf({}) }], noCurrent: true });
  expect(await screen.findByText(/^This device has not reported its settings yet\./)).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Add Settings');
});

test('axe finds nothing in the form, its errors and the review', async () => {
  const { type, press, user, container } = await openForm({ names: eachKind });
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
