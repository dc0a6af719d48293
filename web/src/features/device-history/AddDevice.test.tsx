import type { MockLink } from '@apollo/client/testing';
import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { toaster } from '../../components/Toaster.tsx';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { setClock } from '../../testing/clock.ts';
import { AddDevice } from './AddDevice.tsx';
import { ActiveDeviceCheckDocument } from './gql/AddDevice.ts';

const request = { query: ActiveDeviceCheckDocument, variables: { patientId: 'p7' } };
const answer = (hasActiveDevice: boolean, timezone = 'America/New_York'): MockLink.MockedResponse => ({
  request,
  result: {
    data: {
      patient: {
        __typename: 'Patient',
        id: 'p7',
        hasActiveDevice,
        organization: { __typename: 'Organization', id: 'org-9', timezone },
      },
    },
  },
});

async function press(mocks: MockLink.MockedResponse[], language?: Language) {
  const onReload = jest.fn(() => Promise.resolve());
  const { user } = await renderApp(
    <AddDevice patientId="p7" isFirst onReload={onReload} onAdded={() => Promise.resolve()} />,
    {
      mocks,
      language,
    },
  );
  await user.click(screen.getByRole('button', { name: language === 'es' ? 'Agregar dispositivo' : 'Add Device' }));
  return { user, onReload };
}

// The toasts belong to the page and outlive a test's render.
afterEach(() => {
  toaster.remove();
  jest.useRealTimers();
});

test('the form opens for a patient without an active device, with the first field focused', async () => {
  const { onReload } = await press([answer(false)]);
  expect(await screen.findByRole('dialog', { name: 'Add equipment' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByPlaceholderText('MM/DD/YYYY')).toHaveFocus());
  expect(onReload).not.toHaveBeenCalled();
});

test.each([
  { zone: 'America/Los_Angeles', clock: '2026-11-22T07:59:59Z', day: '21' },
  { zone: 'America/Los_Angeles', clock: '2026-11-22T08:00:00Z', day: '22' },
])("at $clock the calendar marks November $day: the date of the patient's organization, in $zone", async (one) => {
  setClock(one.clock);
  const { user } = await press([answer(false, one.zone)]);
  await screen.findByRole('dialog', { name: 'Add equipment' });
  await user.click(screen.getByRole('button', { name: 'Choose a date' }));
  await screen.findByRole('button', { name: /November 21, 2026/ });
  expect(screen.getAllByRole('gridcell', { current: 'date' }).map((cell) => cell.textContent)).toEqual([one.day]);
});

test("an active device refreshes the list and warns in the dialog 'Add Device'", async () => {
  const { user, onReload } = await press([answer(true)]);
  expect(await screen.findByRole('alertdialog', { name: 'Add Device' })).toHaveTextContent(
    'This patient already has an active device. Please end the current device before adding another one.',
  );
  expect(onReload).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a failed check opens nothing and says so', async () => {
  await press([{ request, error: new Error('down') }]);
  expect(
    await screen.findByText('The check for an active device of the patient failed. Try again.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('closing the form returns the focus to the button', async () => {
  const { user } = await press([answer(false)]);
  await screen.findByRole('dialog', { name: 'Add equipment' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Device' })).toHaveFocus());
});

test('the Spanish interface translates the warning', async () => {
  await press([answer(true)], 'es');
  expect(await screen.findByRole('alertdialog', { name: 'Agregar dispositivo' })).toHaveTextContent(
    'Este paciente ya tiene un dispositivo activo.',
  );
});
