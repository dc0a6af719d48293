import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Unreachable } from '../lib/reach.ts';
import { createCommittedLink, createOnceLink } from './onceLink.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const assign = gql`
  mutation Assign($patient: ID!) {
    assign(patient: $patient) {
      userErrors
    }
  }
`;
const done = { data: { assign: { __typename: 'AssignPayload', userErrors: [] } } };
const failed = (status: number) =>
  new ServerError(String(status), { response: new Response('', { status }), bodyText: '' });
const offline = () => new Unreachable();
const tooLate = () => new DOMException('No answer within 30000 ms', 'TimeoutError');

/** A client and the request ids that its server saw. Answers are used one after the other; the last repeats. */
function clientOf(...answers: (ApolloLink.Result | Error)[]) {
  const ids: unknown[] = [];
  const server = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        ids.push((operation.getContext().headers as Record<string, string> | undefined)?.['Idempotency-Key']);
        const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
        if (answer instanceof Error) return observer.error(answer);
        observer.next(answer);
        observer.complete();
      }),
  );
  const readAgain = jest.fn();
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([createOnceLink(), createCommittedLink(readAgain), server]),
  });
  const submit = async (input: string | object = '1', mutation = assign) => {
    const variables = typeof input === 'string' ? { patient: input } : { input };
    const outcome = client.mutate({ mutation, variables }).then(
      ({ data }) => data,
      (error: Error) => error.name,
    );
    await jest.advanceTimersByTimeAsync(1000);
    return outcome;
  };
  return { ids, submit, readAgain };
}

test.each([
  ['the network fails', offline],
  ['the server is busy', () => failed(503)],
])('a mutation is sent once more with the same request id when %s', async (_title, error) => {
  const { ids, submit } = clientOf(error(), done);
  expect(await submit()).toEqual(done.data);
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/), ids[0]]);
});

test.each([
  ['a refusal', 1, () => failed(422)],
  ['a fault', 1, () => failed(500)],
  ['no answer in time', 1, tooLate],
  ['a network that stays away', 2, offline],
])('after %s it is sent %i times and no more', async (_title, times, error) => {
  const { ids, submit } = clientOf(error());
  expect(await submit()).toEqual(expect.any(String));
  expect(ids).toHaveLength(times);
});

test('the same input submitted again after no answer has the same id, other input has another', async () => {
  const { ids, submit } = clientOf(tooLate());
  for (const patient of ['1', '1', '2']) await submit(patient);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('the same input is a new request after an answer to it, after an answer to another mutation, and after 5 minutes', async () => {
  const { ids, submit } = clientOf(tooLate(), done, tooLate(), done, tooLate(), tooLate());
  await submit('1');
  await submit('1'); // answered
  await submit('1'); // a new one, without an answer
  await submit('2'); // answered
  await submit('1');
  jest.setSystemTime(Date.now() + 5 * 60 * 1000);
  await submit('1');
  expect(ids[1]).toBe(ids[0]);
  expect(new Set([ids[0], ids[2], ids[3], ids[4], ids[5]]).size).toBe(5);
});

test('a refused mutation has a new id when it is submitted again', async () => {
  const { ids, submit } = clientOf(failed(403));
  await submit();
  await submit();
  expect(ids[1]).not.toBe(ids[0]);
});

test('a new password is sent once more with the same id, and is not kept for the next time', async () => {
  const change = gql`
    mutation ChangePassword($input: ChangePasswordInput!) {
      changePassword(input: $input) {
        userErrors
      }
    }
  `;
  const { ids, submit } = clientOf(offline());
  for (let time = 0; time < 2; time += 1) await submit({ newPassword: 'A-long-new-one' }, change);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[3]).toBe(ids[2]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('a sign-in has no request id and is not repeated', async () => {
  const signIn = gql`
    mutation SignIn {
      signIn {
        verificationRequired
      }
    }
  `;
  const { ids, submit } = clientOf(offline());
  await submit('1', signIn);
  expect(ids).toEqual([undefined]);
});

test('a committed mutation whose result could not be read succeeds, and the page is read again', async () => {
  const { submit, readAgain } = clientOf({
    ...done,
    errors: [{ message: 'The service is busy.' }],
    extensions: { committed: ['assign'] },
  } as ApolloLink.Result);
  expect(await submit()).toEqual(done.data);
  expect(readAgain).toHaveBeenCalledTimes(1);
});

test('any other error of a mutation stays one', async () => {
  const { submit, readAgain } = clientOf({ ...done, errors: [{ message: 'Forbidden' }] } as ApolloLink.Result);
  expect(await submit()).toBe('CombinedGraphQLErrors');
  expect(readAgain).not.toHaveBeenCalled();
});
