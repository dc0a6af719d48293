import { once } from 'node:events';
import { expect, jest, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { admin, asViewer, running, signInAgain, usePortal, type TestViewer } from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';
import { Context } from '../shared/context.ts';
import { endSessionsOf } from './session.end.ts';
import { endedSessions, hashSessionId } from './session.read.ts';

usePortal();

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

test('the sockets of an ended session close within 5 seconds, and those of a colleague stay open', async () => {
  const viewer = await asViewer();
  const theirs = await openedSocket(await asViewer({ orgId: viewer.orgId }));
  const socket = await openedSocket(viewer);
  const closed = once(socket, 'close');
  const start = Date.now();
  await endSessionsOf(job(), viewer.userId);
  expect((await closed)[0]).toBe(4401);
  expect(Date.now() - start).toBeLessThan(6000);
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
