import type { MockLink } from '@apollo/client/testing';
import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { DeclinePatientDocument } from './gql/DeclinePatientDialog.ts';
import { PatientDeclinesDocument } from './gql/PatientDeclines.ts';
import { PatientDeclines } from './PatientDeclines.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './DeclinePatientDialog.tsx';

const declined = {
  __typename: 'PatientDecline',
  partnerName: 'Northside',
  reason: 'Not in our region.',
  declinedAt: '2026-06-02T15:00:00Z',
};
const reading = (viewerCanDecline: boolean, declines: object[] = []): MockLink.MockedResponse => ({
  request: { query: PatientDeclinesDocument, variables: { id: 'p7' } },
  result: {
    data: {
      patient: {
        __typename: 'Patient',
        id: 'p7',
        firstName: 'Sofía',
        lastName: 'Ramírez',
        viewerCanDecline,
        organization: { __typename: 'Organization', id: 'o1', name: 'Harbor' },
        declines,
      },
    },
  },
});
const sent = jest.fn();
const declining = (reason: string, userErrors: object[] = []): MockLink.MockedResponse => ({
  request: { query: DeclinePatientDocument, variables: { input: { patientId: 'p7', reason } } },
  result: () => {
    sent(reason);
    return {
      data: {
        declinePatient: {
          __typename: 'DeclinePatientPayload',
          declinedPatientId: userErrors.length > 0 ? null : 'p7',
          userErrors,
        },
      },
    };
  },
});

async function show(mocks: MockLink.MockedResponse[], language?: Language) {
  sent.mockClear();
  return renderApp(<PatientDeclines patientId="p7" />, {
    route: '/patients/:id',
    path: '/patients/7',
    mocks,
    language,
  });
}
const dialog = () => screen.findByRole('dialog', { name: 'Decline a patient' });

test('staff of the owner reads who declined the patient, when and why, and cannot decline', async () => {
  await show([reading(false, [declined])]);
  const note = await screen.findByRole('note');
  expect(note).toHaveTextContent('Northside declined this patient on 06/02/2026 11:00:00.');
  expect(note).toHaveTextContent('Reason: Not in our region.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('of a patient that no partner declined nothing is shown', async () => {
  const { quiet } = await show([reading(false)]);
  await quiet();
  expect(screen.queryByRole('note')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('staff of a partner declines with a reason, once, and is in the list of patients afterwards', async () => {
  const { user, router } = await show([reading(true), declining('Not ours')]);
  await user.click(await screen.findByRole('button', { name: 'Decline this patient…' }));
  expect(await dialog()).toHaveTextContent('Harbor shares Ramírez, Sofía with your organization.');
  await user.click(screen.getByRole('button', { name: 'Decline patient' }));
  expect(await screen.findByText('This field is required.')).toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Not ours');
  await user.dblClick(screen.getByRole('button', { name: 'Decline patient' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/patients'));
  expect(await screen.findByText('Ramírez, Sofía was declined.')).toBeInTheDocument();
  expect(sent.mock.calls).toEqual([['Not ours']]);
});

test('a refusal stays in the dialog with the reason that was typed', async () => {
  const message = 'The patient uses a device of your organization. End its assignment first.';
  const refusal = { __typename: 'UserError', field: '', code: 'patient.declined_with_device', message };
  const { user } = await show([reading(true), declining('Not ours', [refusal])]);
  await user.click(await screen.findByRole('button', { name: 'Decline this patient…' }));
  await dialog();
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Not ours');
  await user.click(screen.getByRole('button', { name: 'Decline patient' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveValue('Not ours');
});

test('a lost connection says that the patient may be declined', async () => {
  const lost = {
    request: { query: DeclinePatientDocument, variables: { input: { patientId: 'p7', reason: 'Not ours' } } },
    error: new Unreachable(),
  };
  const { user } = await show([reading(true), lost as MockLink.MockedResponse]);
  await user.click(await screen.findByRole('button', { name: 'Decline this patient…' }));
  await dialog();
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Not ours');
  await user.click(screen.getByRole('button', { name: 'Decline patient' }));
  await waitFor(() => expect(screen.getByRole('alert')).toBeInTheDocument());
  expect(await dialog()).toBeInTheDocument();
});

test('in Spanish', async () => {
  const { user } = await show([reading(true, [declined])], 'es');
  expect(await screen.findByRole('note')).toHaveTextContent('Northside rechazó a este paciente el 06/02/2026');
  await user.click(await screen.findByRole('button', { name: 'Rechazar a este paciente…' }));
  expect(await screen.findByRole('dialog', { name: 'Rechazar a un paciente' })).toBeInTheDocument();
});
