import { ApolloClient, ApolloLink, gql } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Observable } from 'rxjs';
import { ReauthenticateDocument, ReauthenticationWaysDocument } from '../features/session/gql/PasswordDialog.ts';
import { PasswordQuestion } from '../features/session/PasswordQuestion.tsx';
import '../features/session/PasswordDialog.tsx'; // loaded here, so that no test waits for it
import { renderApp } from '../testing/renderApp.tsx';
import { createCache } from './apollo.ts';
import { createFreshLink } from './freshLink.ts';

const asks = { errors: [{ message: 'Give your password again.', extensions: { code: 'REAUTHENTICATE' } }] };
const done = { data: { revoke: true } };
const mutation = gql`
  mutation Revoke {
    revoke
  }
`;

/** A server that answers one call after another. */
function serverOf(...answers: ApolloLink.Result[]) {
  const calls: string[] = [];
  const link = new ApolloLink(({ operationName }) => {
    calls.push(operationName ?? '');
    return new Observable<ApolloLink.Result>((observer) => {
      observer.next(answers.shift() ?? asks);
      observer.complete();
    });
  });
  const client = new ApolloClient({ cache: createCache(), link: ApolloLink.from([createFreshLink(), link]) });
  return {
    calls,
    revoke: () =>
      client.mutate({ mutation }).then(
        ({ data }) => data,
        (error: Error) => error.message,
      ),
  };
}

const password = (typed: string, ...userErrors: { field: string; code: string; message: string }[]) => ({
  request: { query: ReauthenticateDocument, variables: { input: { password: typed } } },
  result: {
    data: {
      reauthenticate: {
        __typename: 'ReauthenticatePayload',
        userErrors: userErrors.map((error) => ({ __typename: 'UserError', ...error })),
      },
    },
  },
});
const ways = {
  request: { query: ReauthenticationWaysDocument },
  result: { data: { secondFactors: { __typename: 'SecondFactors', reauthenticating: [] } } },
};
const WRONG = { field: 'password', code: 'password.wrong', message: 'The password is not right. Try again.' };
const field = () => screen.findByLabelText(/Password/);

test('a call that needs a fresh password waits for it and is then repeated, once', async () => {
  const { user } = await renderApp(<PasswordQuestion />, {
    mocks: [ways, password('wrong', WRONG), password('right')],
  });
  const { calls, revoke } = serverOf(asks, done);
  const answer = revoke();
  await user.type(await field(), 'wrong{Enter}');
  expect(await screen.findByText('The password is not right. Try again.')).toBeInTheDocument();
  expect(calls).toEqual(['Revoke']);
  await user.clear(await field());
  await user.type(await field(), 'right{Enter}');
  expect(await answer).toEqual({ revoke: true });
  expect(calls).toEqual(['Revoke', 'Revoke']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without the password the call fails as it did', async () => {
  const { user } = await renderApp(<PasswordQuestion />, { mocks: [ways] });
  const { calls, revoke } = serverOf(asks);
  const answer = revoke();
  await field();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await answer).toBe('Give your password again.');
  expect(calls).toEqual(['Revoke']);
});

test('one question is enough for two calls', async () => {
  const { user } = await renderApp(<PasswordQuestion />, { mocks: [ways, password('right')] });
  const { calls, revoke } = serverOf(asks, asks, done, done);
  const answers = Promise.all([revoke(), revoke()]);
  await user.type(await field(), 'right{Enter}');
  expect(await answers).toEqual([{ revoke: true }, { revoke: true }]);
  expect(calls).toHaveLength(4);
});

test('a call that needs none is not asked for', async () => {
  await renderApp(<PasswordQuestion />);
  const { revoke } = serverOf(done);
  expect(await revoke()).toEqual({ revoke: true });
  expect(screen.queryByRole('dialog')).toBeNull();
});
