import type { MockLink } from '@apollo/client/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { FollowUpState } from '../../gql/schema.ts';
import { FollowUpsPage } from '../../pages/FollowUpsPage.tsx';
import { setClock } from '../../testing/clock.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import './FollowUpActs.tsx';
import { aFollowUp, NOW } from './followUpFixtures.ts';
import type { FollowUp } from './followUpText.ts';
import {
  AssignFollowUpDocument,
  CompleteFollowUpDocument,
  ReopenFollowUpDocument,
  SnoozeFollowUpDocument,
} from './gql/actOperations.ts';
import { FindFollowUpAssigneesDocument } from './gql/AssignDialog.ts';
import { FollowUpsPageDocument } from './gql/useFollowUps.ts';

beforeEach(() => void setClock(NOW));
afterEach(() => void jest.useRealTimers());

const list = (rows: readonly FollowUp[], state: FollowUpState, again: boolean): MockLink.MockedResponse => ({
  request: {
    query: FollowUpsPageDocument,
    variables: { first: 50, state, reasons: null, assigned: null, ...(again && { after: null }) },
  },
  result: {
    data: {
      followUps: {
        __typename: 'FollowUpConnection',
        totalCount: rows.length,
        totalCountIsCapped: false,
        pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
        edges: rows.map((node) => ({ __typename: 'FollowUpEdge', node })),
      },
      followUpCounts: [],
    },
  },
});
const read = (rows: readonly FollowUp[], state: FollowUpState = 'OPEN') => list(rows, state, false);
const again = (rows: readonly FollowUp[], state: FollowUpState = 'OPEN') => list(rows, state, true);

const documents = {
  assignFollowUp: AssignFollowUpDocument,
  snoozeFollowUp: SnoozeFollowUpDocument,
  completeFollowUp: CompleteFollowUpDocument,
  reopenFollowUp: ReopenFollowUpDocument,
};
type Act = keyof typeof documents;
const requestOf = (act: Act, input: object) => ({
  query: documents[act],
  variables: { input: { patientId: 'p1', reason: 'SILENT', version: 0, ...input } } as never,
});
/** The follow-up after an act, or as another user left it. */
const left = (row: FollowUp | null, userErrors: object[]) =>
  userErrors.includes(conflict) ? { followUp: null, conflict: row } : { followUp: row, conflict: null };
const answered = (
  act: Act,
  input: object,
  followUp: FollowUp | null,
  ...userErrors: object[]
): MockLink.MockedResponse => ({
  request: requestOf(act, input),
  result: { data: { [act]: { __typename: 'FollowUpPayload', ...left(followUp, userErrors), userErrors } } },
});
const refusal = (code: string, message: string, field = '') => ({ __typename: 'UserError', field, code, message });
const conflict = refusal('conflict', 'Another user has changed this follow-up.');

const one = aFollowUp(1);
const two = aFollowUp(2);
const me = { __typename: 'Colleague' as const, id: testViewer.user.id, name: 'Reyes, Dana' };
const byLee = { version: 9, decidedBy: 'Cho, Lee', decidedAt: '2026-11-27T01:30:00Z' };

const open = (mocks: MockLink.MockedResponse[], path = '/follow-ups') => renderApp(<FollowUpsPage />, { mocks, path });
const button = (act: string, patient = 1) =>
  screen.findByRole('button', { name: `${act}: Abbott${patient}, Ada, Silent device` });
const buttonOf = (patient: number, act: string) =>
  screen.getByRole('button', { name: `${act}: Abbott${patient}, Ada, Silent device` });
const row = (patient: number) => screen.queryByRole('listitem', { name: `Abbott${patient}, Ada: Silent device` });

describe('Assign', () => {
  const input = { userId: me.id };
  const mine = aFollowUp(1, { assignee: me, version: 8 });

  test('to me needs one click; a second one is not sent', async () => {
    const { user, quiet } = await open([
      read([one, two]),
      { ...answered('assignFollowUp', input, mine), delay: 100 },
      again([mine, two]),
    ]);
    await user.dblClick(await button('Assign to me'));
    expect(await screen.findByText('Abbott1, Ada: assigned to you')).toBeInTheDocument();
    expect(row(1)).toHaveTextContent('Assigned to Reyes, Dana');
    await quiet();
    // A second request would have no answer.
    expect(screen.queryByText('This could not be saved. Try again.')).toBeNull();
    expect(within(row(1)!).queryByRole('button', { name: /^Assign to me/ })).toBeNull();
  });

  test('to a colleague, found by name', async () => {
    const lee = { __typename: 'Colleague' as const, id: 'u9', name: 'Cho, Lee' };
    const theirs = aFollowUp(1, { assignee: lee, version: 8 });
    const found = (search: string): MockLink.MockedResponse => ({
      request: { query: FindFollowUpAssigneesDocument, variables: { patientId: 'p1', search } },
      result: { data: { followUpAssignees: [lee] } },
    });
    const { user } = await open([
      read([one]),
      found(''),
      found('cho'),
      answered('assignFollowUp', { userId: 'u9' }, theirs),
      again([theirs]),
    ]);
    await user.click(await button('Assign'));
    await user.click(await screen.findByRole('menuitem', { name: 'Assign to a colleague…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Assign the follow-up of Abbott1, Ada' });
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
    expect(await within(dialog).findByText('This field is required.')).toBeInTheDocument();
    await user.type(within(dialog).getByRole('combobox', { name: /^Colleague/ }), 'cho');
    await user.click(await within(dialog).findByRole('option', { name: 'Cho, Lee' }));
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
    expect(await screen.findByText('Abbott1, Ada: assigned to Cho, Lee')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(row(1)).toHaveTextContent('Assigned to Cho, Lee');
  });

  test('to no one, of one that is assigned to me', async () => {
    const noOnes = aFollowUp(1, { version: 9 });
    const { user } = await open([
      read([mine]),
      answered('assignFollowUp', { userId: null, version: 8 }, noOnes),
      again([noOnes]),
    ]);
    await user.click(await button('Assign'));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Assign to a colleague…', 'Assign to no one']);
    await user.click(items[1]!);
    expect(await screen.findByText('Abbott1, Ada: assigned to no one')).toBeInTheDocument();
    expect(row(1)).toHaveTextContent('Not assigned');
  });

  test('of one that a colleague took in between says who did, and shows it', async () => {
    const theirs = aFollowUp(1, { ...byLee, assignee: { __typename: 'Colleague', id: 'u9', name: 'Cho, Lee' } });
    const { user } = await open([read([one]), answered('assignFollowUp', input, theirs, conflict), again([theirs])]);
    await user.click(await button('Assign to me'));
    expect(
      await screen.findByText('Cho, Lee decided in between (11/26/2026 20:30:00): Assigned to Cho, Lee.'),
    ).toBeInTheDocument();
    expect(row(1)).toHaveTextContent('Assigned to Cho, Lee');
  });
});

describe('Snooze', () => {
  const hidden = aFollowUp(1, { state: 'SNOOZED', hiddenUntil: '2026-11-27', version: 8 });

  test('offers tomorrow, 3 days, a week and a date; the row leaves, Snooze of the next one has the focus, and Undo brings it back', async () => {
    const { user } = await open([
      read([one, two]),
      answered('snoozeFollowUp', { until: '2026-11-27', note: null }, hidden),
      again([two]),
      answered('reopenFollowUp', { version: 8 }, aFollowUp(1, { version: 9 })),
      again([aFollowUp(1, { version: 9 }), two]),
    ]);
    await user.click(await button('Snooze'));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Tomorrow (11/27/2026)',
      '3 days (11/29/2026)',
      'A week (12/03/2026)',
      'Until a date…',
    ]);
    await user.click(items[0]!);
    expect(await screen.findByText('Abbott1, Ada: snoozed until 11/27/2026')).toBeInTheDocument();
    await waitFor(() => expect(row(1)).toBeNull());
    await waitFor(() => expect(buttonOf(2, 'Snooze')).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(row(1)).toBeInTheDocument());
    expect(await screen.findByText('The follow-up is open again')).toBeInTheDocument();
  });

  test('until a date, with a note', async () => {
    const { user } = await open([
      read([one]),
      answered('snoozeFollowUp', { until: '2026-12-24', note: 'On a trip' }, hidden),
      again([]),
    ]);
    await user.click(await button('Snooze'));
    await user.click(await screen.findByRole('menuitem', { name: 'Until a date…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Snooze the follow-up of Abbott1, Ada' });
    await user.click(within(dialog).getByRole('button', { name: 'Snooze' }));
    expect(await within(dialog).findByText('This field is required.')).toBeInTheDocument();
    await user.type(within(dialog).getByRole('textbox', { name: /^Until/ }), '12242026');
    await user.type(within(dialog).getByRole('textbox', { name: /^Note/ }), ' On a trip ');
    await user.click(within(dialog).getByRole('button', { name: 'Snooze' }));
    expect(await screen.findByText('No follow-ups. Everyone is looked after.')).toBeInTheDocument();
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  test('a menu that is left with Escape acts on nothing and returns the focus', async () => {
    const { user } = await open([read([one])]);
    (await button('Snooze')).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Until a date…' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(async () => expect(await button('Snooze')).toHaveFocus());
  });
});

describe('Done', () => {
  const input = { outcome: 'LEFT_MESSAGE', note: 'Back on Monday', lookAgainOn: '2026-12-03' };
  const done = aFollowUp(1, { state: 'DONE', outcome: 'LEFT_MESSAGE', hiddenUntil: '2026-12-03', version: 8 });

  async function fillIn(mocks: MockLink.MockedResponse[]) {
    const view = await open(mocks);
    await view.user.click(await button('Done'));
    const dialog = await screen.findByRole('dialog', { name: 'Follow-up of Abbott1, Ada: done' });
    const save = () => view.user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await view.user.type(within(dialog).getByRole('textbox', { name: /^Note/ }), 'Back on Monday');
    return { ...view, dialog, save };
  }
  const choose = (dialog: HTMLElement) => within(dialog).getByRole('radio', { name: 'Left a message' });

  test('asks for one of five outcomes, a note and when to look again; the row leaves and Done of the next one has the focus', async () => {
    const { user, dialog, save } = await fillIn([
      read([one, two]),
      answered('completeFollowUp', input, done),
      again([two]),
    ]);
    expect(dialog).toHaveTextContent('Last connected 5 days ago');
    expect(within(dialog).getByRole('link', { name: 'Call (212) 555-0123' })).toBeInTheDocument();
    expect(within(dialog).getAllByRole('radio')).toHaveLength(5);
    expect(within(dialog).getByRole('textbox', { name: /^Look again on/ })).toHaveValue('12/03/2026');
    await save();
    expect(await within(dialog).findByText('This field is required.')).toBeInTheDocument();
    await user.click(choose(dialog));
    await save();
    expect(await screen.findByText('Abbott1, Ada: done')).toBeInTheDocument();
    await waitFor(() => expect(row(1)).toBeNull());
    await waitFor(() => expect(buttonOf(2, 'Done')).toHaveFocus());
  });

  test('a save that fails keeps what was typed and can be repeated', async () => {
    expectConsoleError(/offline/);
    const failed = { request: requestOf('completeFollowUp', input), error: new Error('offline') };
    const { user, dialog, save } = await fillIn([
      read([one]),
      failed,
      answered('completeFollowUp', input, done),
      again([]),
    ]);
    await user.click(choose(dialog));
    await save();
    expect(await within(dialog).findByRole('alert')).toBeInTheDocument();
    expect(within(dialog).getByRole('textbox', { name: /^Note/ })).toHaveValue('Back on Monday');
    expect(choose(dialog)).toBeChecked();
    await save();
    expect(await screen.findByText('Abbott1, Ada: done')).toBeInTheDocument();
  });

  test('of one about which a colleague decided in between says what, keeps what was typed, and replaces it when saved again', async () => {
    const theirs = aFollowUp(1, { ...byLee, state: 'SNOOZED', hiddenUntil: '2026-12-01' });
    const { user, dialog, save } = await fillIn([
      read([one]),
      answered('completeFollowUp', input, theirs, conflict),
      answered('completeFollowUp', { ...input, version: 9 }, done),
      again([]),
    ]);
    await user.click(choose(dialog));
    await save();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Cho, Lee decided in between (11/26/2026 20:30:00): Snoozed until 12/01/2026. Save again to replace this decision.',
    );
    expect(within(dialog).getByRole('textbox', { name: /^Note/ })).toHaveValue('Back on Monday');
    expect(row(1)).toBeNull();
    await save();
    expect(await screen.findByText('Abbott1, Ada: done')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('what the server refuses is said at its field', async () => {
    const { user, dialog, save } = await fillIn([
      read([one]),
      answered('completeFollowUp', input, null, refusal('follow_up.day', 'Choose a later day.', 'lookAgainOn')),
    ]);
    await user.click(choose(dialog));
    await save();
    expect(await within(dialog).findByText('Choose a later day.')).toBeInTheDocument();
  });

  test('a note has at most 500 letters', async () => {
    const { user, dialog, save } = await fillIn([read([one])]);
    await user.click(choose(dialog));
    const note = within(dialog).getByRole('textbox', { name: /^Note/ });
    await user.clear(note);
    await user.click(note);
    await user.paste('x'.repeat(501));
    await save();
    expect(await within(dialog).findByText('A note has at most 500 characters.')).toBeInTheDocument();
  });
});

test('Reopen brings a snoozed follow-up back to the open ones', async () => {
  const hidden = (id: number) => aFollowUp(id, { state: 'SNOOZED', hiddenUntil: '2026-12-01', version: 7 });
  const { user } = await open(
    [
      read([hidden(2), hidden(1)], 'SNOOZED'),
      answered('reopenFollowUp', { version: 7 }, aFollowUp(1, { version: 8 })),
      again([hidden(2)], 'SNOOZED'),
    ],
    '/follow-ups?state=snoozed',
  );
  await user.click(await button('Reopen'));
  expect(await screen.findByText('Abbott1, Ada: open again')).toBeInTheDocument();
  await waitFor(() => expect(row(1)).toBeNull());
  // It was the last one.
  await waitFor(() => expect(buttonOf(2, 'Reopen')).toHaveFocus());
});

test('an act on a reason that no longer holds says so, and the list is read again', async () => {
  const { user } = await open([
    read([one]),
    answered('assignFollowUp', { userId: me.id }, null, refusal('follow_up.ended', 'The reason no longer holds.')),
    again([]),
  ]);
  await user.click(await button('Assign to me'));
  expect(await screen.findByText('The reason no longer holds.')).toBeInTheDocument();
  await waitFor(() => expect(row(1)).toBeNull());
});

test('an act that gets no answer says so', async () => {
  expectConsoleError(/offline/);
  const { user } = await open([
    read([one]),
    { request: requestOf('assignFollowUp', { userId: me.id }), error: new Error('offline') },
    again([one]),
  ]);
  await user.click(await button('Assign to me'));
  expect(await screen.findByText('This could not be saved. Try again.')).toBeInTheDocument();
  expect(row(1)).toHaveTextContent('Not assigned');
});
