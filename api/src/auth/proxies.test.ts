import { expect, jest, test } from '@jest/globals';
import type { BlockList } from 'node:net';
import WebSocket from 'ws';
import { admin, anonymous, asViewer, makeOrganization, running, usePortal } from '../../test/harness.ts';
import { proxiesOf } from '../shared/config-proxies.ts';

const FAILURES = 3;
// The tests connect from this machine, which is the proxy here.
usePortal({ trustedProxies: proxiesOf('127.0.0.1, ::1') as BlockList, signInsPerMinute: FAILURES });

const signIn = (forwarded: string, email: string) => {
  const guest = anonymous();
  return fetch(`${guest.origin}/login`, {
    method: 'POST',
    headers: { ...guest.headers, 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ email, password: 'Wrong-password-2026' }),
  });
};

test('behind a trusted proxy an attacker does not stop the sign-ins of another address', async () => {
  for (let failure = 0; failure < FAILURES; failure += 1)
    expect((await signIn('203.0.113.66', `none-${failure}@other.test`)).status).toBe(422);
  expect((await signIn('203.0.113.66', 'none@other.test')).status).toBe(429);
  // What it writes itself comes before its address.
  expect((await signIn('192.0.2.77, 203.0.113.66', 'none@other.test')).status).toBe(429);
  expect((await signIn('198.51.100.7', 'none@other.test')).status).toBe(422);
});

test('an IPv6 customer is one address for the limits, whichever half the customer chooses', async () => {
  for (let failure = 0; failure < FAILURES; failure += 1)
    expect((await signIn(`2001:db8:1:2::${failure}`, `six-${failure}@other.test`)).status).toBe(422);
  expect((await signIn('2001:db8:1:2:ffff::1', 'six@other.test')).status).toBe(429);
  expect((await signIn('2001:db8:1:3::1', 'six@other.test')).status).toBe(422);
});

test('the audit log names the address of the client, and without the header that of the connection', async () => {
  const orgId = await makeOrganization();
  const viewer = await asViewer({ orgId, can: [] });
  const deny = (headers: Record<string, string>) =>
    fetch(`${viewer.origin}/api/orgs/datatable`, { headers: { ...viewer.headers, ...headers } });
  expect((await deny({ 'x-forwarded-for': '::ffff:198.51.100.9' })).status).toBe(403);
  expect((await deny({})).status).toBe(403);
  const { rows } = await admin.query<{ ip: string }>('select ip from audit_log where org_id = $1 order by id', [orgId]);
  expect(rows.map(({ ip }) => ip.replace('::1', '127.0.0.1'))).toEqual(['198.51.100.9', '127.0.0.1']);
});

test.each(['/graphql', '/app/278d425bdf160c739803'])('a socket at %s has the address of the client', async (path) => {
  const run = jest.spyOn(running().app.admission, 'run');
  const socket = new WebSocket(`${anonymous().origin.replace('http', 'ws')}${path}`, 'graphql-transport-ws', {
    headers: { 'x-forwarded-for': '6.6.6.6, 198.51.100.23' },
  });
  await new Promise((resolve) => socket.once('open', resolve).once('error', resolve));
  socket.terminate();
  expect(run.mock.calls.map(([origin]) => (origin as { ip?: string }).ip)).toContain('198.51.100.23');
  run.mockRestore();
});
