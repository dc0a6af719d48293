import { ApolloClient, InMemoryCache } from '@apollo/client';
import { HttpLink } from '@apollo/client/link/http';
import { ApolloProvider } from '@apollo/client/react';
import { expect, test } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import { useCheckSendOrgMessage, useSendOrgMessage } from '../features/org-messages/gql/OrgMessageForm.ts';
import { useSignOut } from '../features/session/gql/useEndSession.ts';
import { possibleTypes } from '../gql/possibleTypes.ts';
import { fakeServer, json, never } from '../testing/fakeServer.ts';
import { MissingPayload } from './payloads.ts';

const server = fakeServer();
const input = { userId: 'u1', message: 'Hello' };
const answerWith = (data: unknown) => () => json(200, { data });

function hook<T>(use: () => T): T {
  const client = new ApolloClient({
    cache: new InMemoryCache({ possibleTypes }),
    link: new HttpLink({ uri: '/graphql', fetch: (...request) => fetch(...request) }),
    dataMasking: true,
  });
  return renderHook(use, { wrapper: (props) => <ApolloProvider client={client} {...props} /> }).result.current;
}

type Cancelable = (variables: { input: typeof input }, options: { signal: AbortSignal }) => Promise<unknown>;

const sentOf = (n: number) => JSON.parse(String(server.calls[n]?.body)) as { operationName: string; variables: object };

test('a mutation sends its variables and resolves to its payload with the refusals', async () => {
  const refusal = { __typename: 'UserError', field: 'message', code: 'required', message: 'Enter a message.' };
  const payload = { __typename: 'SendOrgMessagePayload', orgMessage: null, userErrors: [refusal] };
  server.answer = answerWith({ sendOrgMessage: payload });
  await expect(hook(useSendOrgMessage)({ input })).resolves.toEqual(payload);
  expect(sentOf(0)).toMatchObject({ operationName: 'SendOrgMessage', variables: { input } });
});

test('a check sends a request every time: no answer is cached', async () => {
  const answer = (message: string) => ({ __typename: 'CheckSendOrgMessagePayload', message, userErrors: [] });
  const check = hook(useCheckSendOrgMessage);
  for (const message of ['first', 'second']) {
    server.answer = answerWith({ checkSendOrgMessage: answer(message) });
    await expect(check({ input })).resolves.toMatchObject({ message });
  }
  expect(server.calls).toHaveLength(2);
});

test.each([
  ['a mutation without data', () => hook(useSignOut)({}), null, 'signOut'],
  ['a check without data', () => hook(useCheckSendOrgMessage)({ input }), null, 'checkSendOrgMessage'],
  ['a payload that is null', () => hook(useSignOut)({}), { signOut: null }, 'signOut'],
])('%s is one typed error', async (_case, call, data, field) => {
  server.answer = answerWith(data);
  const error: unknown = await call().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MissingPayload);
  expect((error as MissingPayload).field).toBe(field);
});

test('an error of the server rejects, and is not a missing payload', async () => {
  server.answer = () => json(200, { errors: [{ message: 'refused' }] });
  const error: unknown = await hook(useSignOut)({}).catch((reason: unknown) => reason);
  expect(error).not.toBeInstanceOf(MissingPayload);
  expect(String(error)).toContain('refused');
});

test.each([
  ['check', useCheckSendOrgMessage],
  ['mutation', useSendOrgMessage],
])('aborting cancels the request of a %s, and only that one', async (_kind, use: () => Cancelable) => {
  server.answer = never;
  const call = hook(use);
  const [first, second] = [new AbortController(), new AbortController()];
  const overtaken = call({ input }, { signal: first.signal });
  void call({ input }, { signal: second.signal }).catch(() => undefined);
  await waitFor(() => expect(server.calls).toHaveLength(2));
  first.abort(new Error('overtaken'));
  await expect(overtaken).rejects.toThrow('overtaken');
  expect(server.calls.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
});
