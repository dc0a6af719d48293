import { once } from 'node:events';
import { describe, expect, jest, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { admin, asViewer, running, signInAgain, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';
import { Context } from '../shared/context.ts';
import { endSessionsOf } from './session-end.ts';
import { endedSessions, hashSessionId } from './session-read.ts';

usePortalHere();

const job = () => Context.of(running().app, { kind: 'jobs' }, 'a test');
const isSignedIn = async (client: Awaited<ReturnType<typeof asViewer>>) =>
  (await client.rest('GET', '/api/users/my-org')).status === 200;

test('all sessions of a user end at once, and those of a colleague stay', async () => {
  const here = await asViewer();
  const [there, colleague] = [await signInAgain(here), await asViewer({ orgId: here.orgId })];
  expect(await endSessionsOf(job(), here.userId)).toBe(2);
  expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(colleague)]).toEqual([false, false, true]);
  expect(await endSessionsOf(job(), here.userId)).toBe(0);
});

test('of the sockets of many sessions, tokens are looked up for those only that are no living session', async () => {
  const viewers = [await asViewer(), await asViewer(), await asViewer()];
  const hashes = viewers.map(({ sessionId }) => hashSessionId(sessionId!));
  const gone = hashSessionId('no session');
  const execute = jest.spyOn(running().app.db.pools.auth.driver, 'execute');
  try {
    expect(await endedSessions(running().app, [...hashes, ...hashes])).toEqual(new Set());
    expect(execute.mock.calls).toHaveLength(1);
    expect(String(execute.mock.calls[0]![0])).not.toContain('personal_access_tokens');
    expect(await endedSessions(running().app, [...hashes, gone, gone])).toEqual(new Set([gone.toString('hex')]));
    const given = `{"\\\\x${gone.toString('hex')}"}`;
    expect(execute.mock.calls.slice(2).map(([, values]) => values)).toEqual([[given, 12, given]]);
  } finally {
    execute.mockRestore();
  }
});

test('the session that is to be kept stays', async () => {
  const here = await asViewer();
  const there = await signInAgain(here);
  expect(await endSessionsOf(job(), here.userId, { keep: hashSessionId(here.sessionId!) })).toBe(1);
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
});

async function openedSocket(viewer: TestViewer): Promise<WebSocket> {
  const socket = new WebSocket(`${viewer.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: viewer.headers.cookie! },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  return socket;
}

// They are closed by the next check, and there is one every 5 seconds (session-watch.test.ts).
test('the sockets of an ended session close within 5 seconds, and those of a colleague stay open', async () => {
  const viewer = await asViewer();
  const theirs = await openedSocket(await asViewer({ orgId: viewer.orgId }));
  const socket = await openedSocket(viewer);
  const closed = once(socket, 'close');
  await endSessionsOf(job(), viewer.userId);
  expect((await closed)[0]).toBe(4401);
  // An answer shows that it is open.
  const pong = once(theirs, 'pong');
  theirs.ping();
  await pong;
  theirs.close();
});

test('with a deactivation the tokens and the API key end too, and stay ended', async () => {
  const { orgId } = await asViewer();
  const staff = await asViewer({ orgId });
  const [token, colleague] = [await asToken(staff), await asToken(await asViewer({ orgId }))];
  await admin.query(
    `insert into api_keys (org_id, user_id, created_by_id, digest, last_four, scopes, expires_at)
     values ($1, $2, $2, '\\x00', 'abcd', '{view.patient}', now() + interval '1 day')`,
    [orgId, staff.userId],
  );
  await admin.query('update users set has_api = true where id = $1', [staff.userId]);
  await endSessionsOf(job(), staff.userId);
  expect((await token.rest('GET', '/api/users/my-org')).status).toBe(200);
  await endSessionsOf(job(), staff.userId, { revoke: true });
  expect((await token.rest('GET', '/api/users/my-org')).status).toBe(401);
  expect((await colleague.rest('GET', '/api/users/my-org')).status).toBe(200);
  const { rows } = await admin.query(
    'select has_api, (select count(*)::int from api_keys k where k.user_id = u.id and revoked_at is null) as keys from users u where id = $1',
    [staff.userId],
  );
  expect(rows).toEqual([{ has_api: false, keys: 0 }]);
});

describe('the browser is emptied', () => {
  const EMPTY = '"cache", "storage"';
  const asked = (client: TestViewer, query: string) => client.rest('POST', '/graphql', { query });
  const emptied = ({ headers }: { headers: Headers }) => headers.get('clear-site-data');
  const end = (viewer: TestViewer) => endSessionsOf(job(), viewer.userId);
  const VIEWER = '{ viewer { user { id } } }';

  test('by the answer of the sign-out, in GraphQL and in REST, and stays known as a device', async () => {
    for (const signOut of [
      (viewer: TestViewer) => asked(viewer, 'mutation { signOut { userErrors { code } } }'),
      (viewer: TestViewer) => viewer.rest('POST', '/logout'),
    ]) {
      const answer = await signOut(await asViewer());
      expect(emptied(answer)).toBe(EMPTY);
      expect(answer.headers.getSetCookie().join()).not.toContain('device');
    }
  });

  test('by the answer that there is no viewer, when the session has ended elsewhere', async () => {
    const viewer = await asViewer();
    expect(emptied(await asked(viewer, VIEWER))).toBeNull();
    await end(viewer);
    // As the page does it: with a token of a guest, because that of the session ended with it.
    const { token } = (await viewer.rest('GET', '/csrf-token')).body;
    const answer = await viewer.rest(
      'POST',
      '/graphql',
      { query: VIEWER },
      { cookie: `airlog_session=${viewer.sessionId}; XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
    );
    expect([answer.body.data, emptied(answer)]).toEqual([{ viewer: null }, EMPTY]);
  });

  test('by the answer that leads from GraphiQL to the sign-in page', async () => {
    const viewer = await asViewer();
    await end(viewer);
    const open = (headers: Record<string, string>) =>
      fetch(`${viewer.origin}/graphiql`, { headers, redirect: 'manual' });
    const answer = await open({ cookie: viewer.headers.cookie! });
    expect([answer.status, emptied(answer)]).toEqual([302, EMPTY]);
    expect(emptied(await open({}))).toBeNull();
  });

  test('not by a 401, after which the page reloads and counts that in a storage, nor for a guest', async () => {
    const viewer = await asViewer();
    await end(viewer);
    for (const answer of [
      await viewer.rest('GET', '/api/users/my-org'),
      await asked(viewer, '{ patients(first: 1) { totalCount } }'),
    ])
      expect(emptied(answer)).toBeNull();
    const guest = await fetch(`${viewer.origin}/csrf-token`);
    expect(emptied(guest)).toBeNull();
    const signedIn = await signInAgain(await asViewer());
    expect(emptied(await asked(signedIn, VIEWER))).toBeNull();
  });
});
