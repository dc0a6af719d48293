import { describe, expect, test } from '@jest/globals';
import { admin, anonymous, asViewer, usePortal, type TestViewer } from '../../test/harness.ts';
import { KEY } from '../../test/pusher.ts';
import { signChannel, signUser } from './pusher-signature.ts';

usePortal();

const signer = { key: KEY, secret: '7ad3773142a6692b25b8' };
let number = 1000;
const socketId = () => `${(number += 1)}.1234`;
const ours = ({ orgId }: TestViewer) => `private-org-message.${orgId}`;

/** Only the cookies, as existing clients send them: no token, no X-Requested-With. */
async function ask(viewer: { origin: string; headers: Record<string, string> }, path: string, init: RequestInit = {}) {
  const { 'content-type': _none, ...headers } = {
    cookie: viewer.headers.cookie!,
    ...(init.headers as Record<string, string>),
  } as Record<string, string>;
  const response = await fetch(viewer.origin + path, {
    redirect: 'manual',
    ...init,
    headers: { ...headers, ...(_none ? { 'content-type': _none } : {}) },
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    type: response.headers.get('content-type') ?? '',
    body: JSON.parse(text) as { auth: string; user_data: string; channel_data?: string },
  };
}
const form = (values: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
  body: new URLSearchParams(values).toString(),
});
const json = (values: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(values),
});

describe('/broadcasting/auth', () => {
  test("signs the user's own message channel for a form, for JSON and for a GET: status 200 and the signature of the full name", async () => {
    const viewer = await asViewer();
    const values = () => ({ socket_id: socketId(), channel_name: ours(viewer) });
    for (const init of [form, json]) {
      const sent = values();
      const answer = await ask(viewer, '/broadcasting/auth', init(sent));
      expect([answer.status, answer.text, answer.type]).toEqual([
        200,
        JSON.stringify({ auth: signChannel(signer, sent.socket_id, sent.channel_name) }),
        expect.stringContaining('application/json'),
      ]);
    }
    const sent = values();
    const answer = await ask(viewer, `/broadcasting/auth?${new URLSearchParams(sent)}`);
    expect([answer.status, answer.body]).toEqual([
      200,
      { auth: signChannel(signer, sent.socket_id, sent.channel_name) },
    ]);
  });

  test('trims its parameters', async () => {
    const viewer = await asViewer();
    const id = socketId();
    const { body } = await ask(
      viewer,
      '/broadcasting/auth',
      form({ socket_id: ` ${id} `, channel_name: ` ${ours(viewer)} ` }),
    );
    expect(body.auth).toBe(signChannel(signer, id, ours(viewer)));
  });

  test('returns 401 to a guest and 403 to a user of another organization, always in JSON and never with a redirect', async () => {
    for (const path of ['/broadcasting/auth', '/broadcasting/user-auth']) {
      for (const init of [form({ socket_id: '1.1', channel_name: 'private-org-message.1' }), {}]) {
        const answer = await ask(anonymous(), path, init);
        expect([answer.status, answer.text]).toEqual([401, '{"message":"Unauthenticated."}']);
      }
    }
    const [viewer, outsider] = [await asViewer(), await asViewer()];
    const answer = await ask(
      outsider,
      '/broadcasting/auth',
      form({ socket_id: socketId(), channel_name: ours(viewer) }),
    );
    expect([answer.status, answer.text, answer.type]).toEqual([
      403,
      '{"message":""}',
      expect.stringContaining('application/json'),
    ]);
  });

  test('signs no other channel and no other form of the name', async () => {
    const viewer = await asViewer();
    const support = await asViewer({ kind: 'support' });
    const { orgId } = viewer;
    const names = [
      '',
      'private-',
      `org-message.${orgId}`,
      `presence-org-message.${orgId}`,
      `private-encrypted-org-message.${orgId}`,
      `private-org-message.${orgId}.1`,
      `private-org-message.0${orgId}`,
      `private-org-message.${orgId}x`,
      `private-org-message.${orgId} x`,
      `Private-org-message.${orgId}`,
      `private-org-message.+${orgId}`,
      `private-org-message.${orgId}.0`,
      'private-org-message.',
      'private-org-message.*',
      `private-org-message.${orgId + 1}`,
      `private-patient.${orgId}`,
      `#server-to-user-${viewer.userId}`,
    ];
    for (const channel_name of names)
      expect([
        channel_name,
        (await ask(viewer, '/broadcasting/auth', form({ socket_id: socketId(), channel_name }))).status,
      ]).toEqual([channel_name, 403]);
    expect((await ask(viewer, '/broadcasting/auth', form({ socket_id: socketId() }))).status).toBe(403);
    expect(
      (await ask(viewer, '/broadcasting/auth', json({ socket_id: socketId(), channel_name: [ours(viewer)] }))).status,
    ).toBe(403);
    // Support staff sees every organization but receives only its own messages.
    expect(
      (await ask(support, '/broadcasting/auth', form({ socket_id: socketId(), channel_name: ours(viewer) }))).status,
    ).toBe(403);
    expect(
      (await ask(support, '/broadcasting/auth', form({ socket_id: socketId(), channel_name: ours(support) }))).status,
    ).toBe(200);
  });

  test('signs no invalid socket id', async () => {
    const viewer = await asViewer();
    for (const socket_id of [
      '',
      '1',
      '1.',
      '.1',
      '1.1.1',
      'a.b',
      '1.1:private-x',
      '-1.1',
      '1.1\n2',
      '１.１',
      `${'1'.repeat(20)}.1`,
    ]) {
      expect([
        socket_id,
        (await ask(viewer, '/broadcasting/auth', form({ socket_id, channel_name: ours(viewer) }))).status,
      ]).toEqual([socket_id, 403]);
    }
  });

  test("signs a socket for one user only, until it is closed, including that user's other sessions", async () => {
    const viewer = await asViewer();
    const colleague = await asViewer({ orgId: viewer.orgId });
    const values = form({ socket_id: socketId(), channel_name: ours(viewer) });
    expect((await ask(viewer, '/broadcasting/auth', values)).status).toBe(200);
    expect((await ask(viewer, '/broadcasting/auth', values)).status).toBe(200);
    expect((await ask(colleague, '/broadcasting/auth', values)).status).toBe(403);
    await viewer.rest('POST', '/logout');
    expect((await ask(colleague, '/broadcasting/auth', values)).status).toBe(403);
  });

  test("refuses a request that another site's page sent with the user's cookies, so that the site cannot take over a socket", async () => {
    const viewer = await asViewer();
    const values = { socket_id: socketId(), channel_name: ours(viewer) };
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      const post = form(values);
      for (const [path, init] of [
        ['/broadcasting/auth', { ...post, headers: { ...(post.headers as object), ...headers } }],
        [`/broadcasting/auth?${new URLSearchParams(values)}`, { headers }],
      ] as const) {
        expect([headers, (await ask(viewer, path, init)).status]).toEqual([headers, 403]);
      }
    }
    expect((await admin.query('select 1 from socket_owners where socket_id = $1', [values.socket_id])).rowCount).toBe(
      0,
    );
    const own = form(values);
    expect(
      (
        await ask(viewer, '/broadcasting/auth', {
          ...own,
          headers: { ...(own.headers as object), origin: viewer.origin, 'sec-fetch-site': 'same-origin' },
        })
      ).status,
    ).toBe(200);
  });

  test('leaves a line in the audit log for a refusal', async () => {
    const [viewer, outsider] = [await asViewer(), await asViewer()];
    await ask(outsider, '/broadcasting/auth', form({ socket_id: socketId(), channel_name: ours(viewer) }));
    const { rows } = await admin.query('select operation, outcome from audit_log where actor_user_id = $1', [
      outsider.userId,
    ]);
    expect(rows).toEqual([{ operation: 'POST /broadcasting/auth', outcome: 'denied' }]);
  });

  test('does not keep an idle session alive, and keeps the newest 50 sockets of a session', async () => {
    const viewer = await asViewer();
    await admin.query("update sessions set last_seen_at = now() - interval '20 minutes' where user_id = $1", [
      viewer.userId,
    ]);
    const ids = Array.from({ length: 52 }, socketId);
    for (const socket_id of ids)
      expect((await ask(viewer, '/broadcasting/auth', form({ socket_id, channel_name: ours(viewer) }))).status).toBe(
        200,
      );
    const { rows } = await admin.query<{ socket_id: string }>(
      'select socket_id from socket_owners where user_id = $1',
      [viewer.userId],
    );
    expect(rows.map(({ socket_id }) => socket_id).sort()).toEqual(ids.slice(2).sort());
    expect(
      (
        await admin.query(
          "select 1 from sessions where user_id = $1 and last_seen_at < now() - interval '19 minutes'",
          [viewer.userId],
        )
      ).rowCount,
    ).toBe(1);
  });

  test('deletes the rows that a killed node left behind', async () => {
    const viewer = await asViewer();
    const old = socketId();
    await ask(viewer, '/broadcasting/auth', form({ socket_id: old, channel_name: ours(viewer) }));
    await admin.query("update socket_owners set created_at = now() - interval '49 hours' where socket_id = $1", [old]);
    await ask(viewer, '/broadcasting/auth', form({ socket_id: socketId(), channel_name: ours(viewer) }));
    expect((await admin.query('select 1 from socket_owners where socket_id = $1', [old])).rowCount).toBe(0);
  });
});

describe('/broadcasting/user-auth', () => {
  test('signs the user in with an id that is a string, for a form, JSON and a GET', async () => {
    const viewer = await asViewer();
    for (const make of [
      (id: string) => ['/broadcasting/user-auth', form({ socket_id: id })],
      (id: string) => ['/broadcasting/user-auth', json({ socket_id: id })],
      (id: string) => [`/broadcasting/user-auth?socket_id=${id}`, {}],
    ] as const) {
      const id = socketId();
      const [path, init] = make(id) as [string, RequestInit];
      const { status, body } = await ask(viewer, path, init);
      expect([status, body.user_data]).toEqual([200, `{"id":"${viewer.userId}"}`]);
      expect(body.auth).toBe(signUser(signer, id, body.user_data));
    }
  });

  test("returns 403 in JSON for another user's socket and for a missing one, and adds a line to the audit log", async () => {
    const [viewer, other] = [await asViewer(), await asViewer()];
    const id = socketId();
    await ask(viewer, '/broadcasting/user-auth', form({ socket_id: id }));
    for (const init of [form({ socket_id: id }), form({})]) {
      const answer = await ask(other, '/broadcasting/user-auth', init);
      expect([answer.status, answer.text]).toEqual([403, '{"message":""}']);
    }
    const { rows } = await admin.query('select operation, outcome from audit_log where actor_user_id = $1', [
      other.userId,
    ]);
    const denied = { operation: 'POST /broadcasting/user-auth', outcome: 'denied' };
    expect(rows).toEqual([denied, denied]);
  });
});

test('any other method is a 405 in JSON', async () => {
  const answer = await ask(await asViewer(), '/broadcasting/auth', { method: 'DELETE' });
  expect([answer.status, answer.text]).toEqual([405, expect.stringContaining('Supported methods: GET, HEAD, POST')]);
});
