import { ApolloClient, ApolloLink, gql, Observable } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { afterEach, expect, jest, test } from '@jest/globals';
import { page } from '../lib/page.ts';
import { reloadOnce } from '../lib/sessionGuard.ts';
import { createCache, createSessionLink } from './apollo.ts';

const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
afterEach(() => {
  reload.mockClear();
});

const unauthenticated = { errors: [{ message: 'Unauthenticated.', extensions: { code: 'UNAUTHENTICATED' } }] };

function clientThat(answers: () => Observable<ApolloLink.Result>) {
  return new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([createSessionLink(), new ApolloLink(answers)]),
  });
}

const answering = (result: ApolloLink.Result) =>
  clientThat(() => new Observable((observer) => { observer.next(result); observer.complete(); }));

const patients = { query: gql`query SomePage { patients { totalCount } }` };

test('an ended session reloads the page', async () => {
  await expect(answering(unauthenticated).query(patients)).rejects.toThrow();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an HTTP 401 without a GraphQL body reloads the page too', async () => {
  const refused = new ServerError('401', { response: new Response('', { status: 401 }), bodyText: '' });
  const client = clientThat(() => new Observable((observer) => observer.error(refused)));
  await expect(client.query(patients)).rejects.toThrow();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a refused sign-in does not reload the page', async () => {
  const signIn = { mutation: gql`mutation SignIn { signIn { verificationRequired } }` };
  await expect(answering(unauthenticated).mutate(signIn)).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

test('another error does not reload the page', async () => {
  const forbidden = { errors: [{ message: 'This action is unauthorized.', extensions: { code: 'FORBIDDEN' } }] };
  await expect(answering(forbidden).query(patients)).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

test('a server that keeps answering 401 is reloaded once in 30 seconds, not in a loop', () => {
  expect(reloadOnce(1_000_000)).toBe(true);
  expect(reloadOnce(1_001_000)).toBe(false);
  expect(reloadOnce(1_029_999)).toBe(false);
  expect(reloadOnce(1_030_001)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
