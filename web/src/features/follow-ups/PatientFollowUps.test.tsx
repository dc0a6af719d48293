import type { MockLink } from '@apollo/client/testing';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { announceDeviceChange } from '../../lib/deviceChanges.ts';
import { setClock } from '../../testing/clock.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import './FollowUpActs.tsx';
import { aFollowUp, NOW } from './followUpFixtures.ts';
import type { FollowUp } from './followUpText.ts';
import { AssignFollowUpDocument } from './gql/actOperations.ts';
import { PatientFollowUpsDocument } from './gql/PatientFollowUps.ts';
import { PatientFollowUps } from './PatientFollowUps.tsx';

beforeEach(() => void setClock(NOW));
afterEach(() => void jest.useRealTimers());

const answer = (followUps: FollowUp[]): MockLink.MockedResponse => ({
  request: { query: PatientFollowUpsDocument, variables: { patientId: 'p1' } },
  result: { data: { patient: { __typename: 'Patient', id: 'p1', followUps } } },
});
const open = (mocks: MockLink.MockedResponse[]) => renderApp(<PatientFollowUps patientId="p1" />, { mocks });

test('the page of a patient shows why to follow up, with the same acts, and not the patient again', async () => {
  const mine = aFollowUp(1, {
    assignee: { __typename: 'Colleague', id: testViewer.user.id, name: 'Reyes, Dana' },
    version: 1,
  });
  const { user } = await open([
    answer([
      aFollowUp(1),
      aFollowUp(1, { reason: 'ICODE_CALL', iCodePeriods: [30], state: 'DONE', outcome: 'REACHED' }),
    ]),
    {
      request: {
        query: AssignFollowUpDocument,
        variables: { input: { patientId: 'p1', reason: 'SILENT', version: 0, userId: testViewer.user.id } },
      },
      result: {
        data: { assignFollowUp: { __typename: 'FollowUpPayload', followUp: mine, conflict: null, userErrors: [] } },
      },
    },
    answer([mine]),
  ]);
  const list = await screen.findByRole('list', { name: 'Follow-ups' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(within(list).queryByRole('link')).toBeNull();
  await user.click(within(list).getByRole('button', { name: /^Assign to me/ }));
  expect(await within(list).findByText('Reyes, Dana')).toBeInTheDocument();
});

test('without any there is nothing, and they appear when a device of the patient reports', async () => {
  const { container, quiet } = await open([answer([]), answer([aFollowUp(1)])]);
  await quiet();
  expect(container).not.toHaveTextContent('Follow-ups');
  act(announceDeviceChange);
  expect(await screen.findByText('Last connected 5 days ago')).toBeInTheDocument();
});

test('what could not be read leaves the page as it is', async () => {
  expectConsoleError(/follow-ups of the patient/);
  const { container, quiet } = await open([{ ...answer([]), result: undefined, error: new Error('offline') }]);
  await quiet();
  expect(container).not.toHaveTextContent('Follow-ups');
});
