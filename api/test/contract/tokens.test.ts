import { once } from 'node:events';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { assertScopesDeclared, matrix } from '../../src/auth/matrix.ts';
import { open, read } from '../../src/auth/operation.ts';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import { SCOPES } from '../../src/auth/scopes.ts';
import { newSecret } from '../../src/auth/secret.ts';
import { createSchema } from '../../src/schema.ts';
import { KEY, RawSocket } from '../pusher.ts';
import { admin, asViewer, makePatient, running, usePortal, type Client, type TestViewer } from '../harness.ts';
import { untilWaiting } from '../locks.ts';
import { signInStatements } from '../sign-in-statements.ts';
import { asToken, TokenClient } from '../token.ts';
import { until } from '../until.ts';
import { OPERATIONS, permissionsOf } from './contracts.ts';
import { refusalIn, restOperations, rootFields } from './operations.ts';
import { firstAnswer } from './socket.ts';

usePortal();

const fields = rootFields(await createSchema()).filter(({ kind }) => kind !== 'subscription');

/** Operations of the caller that any token may call, typed from what tokens are for: reading who one is, points, and messages. */
const ANY = [
  'GET /api/user',
  'GET /api/users/my-org',
  'GET /broadcasting/auth',
  'GET /broadcasting/user-auth',
  'GET /fhir/r4/metadata',
  'POST /broadcasting/auth',
  'POST /broadcasting/user-auth',
  'GET /api/bulk-queries/{id}/file',
  'Mutation.cancelBulkQuery',
  'Mutation.startBulkQuery',
  'Query.bulkQueries',
  'Query.bulkQuery',
  'Query.dashboard',
  'Query.node',
  'Query.nodes',
  'Query.operationPrice',
  'Query.rateLimit',
  'Query.searchResults',
  'Query.viewer',
  'Subscription.orgMessageDelivered',
];
/** Operations of any user that show patients. */
const AS_PATIENTS = ['Query.inbox', 'Subscription.inboxChanged'];
/** What a token never has: it makes, lists and deletes no tokens, keys, users, second factors or sessions (K-6). */
const NEVER = PERMISSIONS.filter(
  (name) =>
    /user$|^(create|update|import|migrate)\.(user|org)|security|token|export\.user|groups\.locations|role$|activity$|suppressed_email$|announcement$|mobile_user$|^request\.|^viewAny\.org$/.test(
      name,
    ) && !name.endsWith('.user.device'),
);

const scopesOf = (operation: string): readonly string[] => {
  if (ANY.includes(operation)) return SCOPES;
  if (AS_PATIENTS.includes(operation)) return ['view.patient', 'viewAny.patient'];
  return permissionsOf(operation);
};

/** Whether an operation is refused for the scopes of a token: 403, before its input is read. */
async function isOutside(who: Client, operation: string): Promise<boolean> {
  const route = restOperations.find((one) => one.operation === operation);
  if (route) {
    const { status, body } = await who.rest(route.method, route.address, route.method === 'GET' ? undefined : {});
    return status === 403 && refusalIn(body).message.startsWith('Invalid scope(s) provided.');
  }
  const { document, variables } = fields.find((one) => one.operation === operation)!;
  const { errors } = await who.gql(document, variables);
  return errors?.[0]?.message === 'Invalid scope(s) provided.';
}

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer({ can: [...PERMISSIONS] });
});

describe('each operation outside of the scopes is 403, for a user with every permission and a token with the scope', () => {
  const called = Object.keys(OPERATIONS).filter(
    (operation) => !operation.startsWith('Subscription.') && permissionsOf(operation)[0] !== 'device',
  );

  // More scopes never permit less: an operation that a token with every other scope is refused, each of them alone is
  // refused too. This scope is asked alone about each operation.
  const ALONE = 'view.patient';
  const others = new Map<string, Promise<boolean>>();
  const isOutsideOfOthers = (operation: string): Promise<boolean> => {
    const own = scopesOf(operation);
    const asked =
      others.get(operation) ??
      asToken(
        viewer,
        SCOPES.filter((name) => !own.includes(name)),
      ).then((token) => isOutside(token, operation));
    others.set(operation, asked);
    return asked;
  };

  test.each(SCOPES)('%s', async (scope) => {
    const token = await asToken(viewer, [scope]);
    const outside: string[] = [];
    for (const operation of called)
      if (
        scope === ALONE || scopesOf(operation).includes(scope)
          ? await isOutside(token, operation)
          : await isOutsideOfOthers(operation)
      )
        outside.push(operation);
    expect(outside).toEqual(called.filter((operation) => !scopesOf(operation).includes(scope)));
  });

  test('also of subscriptions, and the scopes are those of the documents', () => {
    for (const operation of Object.keys(OPERATIONS)) {
      const { scope } = matrix[operation]!;
      const served = scope === 'any' ? SCOPES : scope === 'none' ? [] : scope;
      const wanted = SCOPES.filter((name) => scopesOf(operation).includes(name));
      expect([operation, [...served].sort()]).toEqual([operation, [...wanted].sort()]);
    }
  });

  test('a token makes, lists and deletes no tokens, keys, users, second factors or sessions, whatever its user may do', () => {
    expect(NEVER.filter((name) => (SCOPES as readonly string[]).includes(name))).toEqual([]);
    expect([...SCOPES, ...NEVER].sort()).toEqual([...PERMISSIONS].sort());
  });

  test('an operation without a scope, or with one that its permission does not include, is refused at the start', () => {
    expect(() =>
      assertScopesDeclared({ 'Query.own': open('session'), 'Query.read': read('view.patient', 'rows') }),
    ).not.toThrow();
    for (const wrong of [
      { ...read('view.patient', 'rows'), scope: undefined as never },
      { ...read('view.patient', 'rows'), scope: 'any' as const },
      { ...read('view.patient', 'rows'), scope: [] },
      { ...read('view.patient', 'rows'), scope: ['update.device'] as const },
      { ...read('create.user', 'rows'), scope: ['create.user'] as never },
    ])
      expect(() => assertScopesDeclared({ ...matrix, 'Query.wrong': wrong })).toThrow(
        'These operations do not declare the scope of tokens: Query.wrong.',
      );
  });
});

describe('the access token of an API key', () => {
  const makeKey = async (scopes: readonly string[]): Promise<TokenClient> => {
    const { orgId } = viewer;
    const owner = await asViewer({ orgId, can: [...PERMISSIONS] });
    await admin.query(
      "insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = 'org.ep.admin'",
      [orgId, owner.userId],
    );
    const made = await viewer.rest('POST', `/api/api-key/${owner.userId}/generate`, { scopes });
    const form = { grant_type: 'client_credentials', ...made.body };
    return new TokenClient((await owner.rest('POST', '/oauth/token', form)).body.access_token);
  };
  beforeAll(() =>
    admin.query('update organizations set allow_api_key_management = true where id = $1', [viewer.orgId]),
  );

  test.each(SCOPES)('that was made with %s has it, and nothing else', async (scope) => {
    const token = await makeKey([scope]);
    expect((await token.gql('{ viewer { permissions } }')).data.viewer.permissions).toEqual([scope]);
  });

  // More scopes never permit less: what a key with every other scope is refused, a key with one of them is refused too.
  test('is refused each operation outside of the scopes of the key, in both APIs', async () => {
    const called = Object.keys(OPERATIONS).filter(
      (operation) => !operation.startsWith('Subscription.') && permissionsOf(operation)[0] !== 'device',
    );
    const bySet = new Map<string, string[]>();
    for (const operation of called) {
      const set = SCOPES.filter((name) => !scopesOf(operation).includes(name)).join(' ');
      bySet.set(set, [...(bySet.get(set) ?? []), operation]);
    }
    const passed: string[] = [];
    let asked = 0;
    for (const [set, operations] of bySet) {
      if (set === '') continue; // of any token
      const token = await makeKey(set.split(' '));
      for (const operation of operations) {
        asked += 1;
        if (!(await isOutside(token, operation))) passed.push(operation);
      }
    }
    expect(passed).toEqual([]);
    expect(asked).toBeGreaterThan(150);
  });
});

describe('a token', () => {
  const PATIENTS = '{ patients { totalCount } viewer { permissions user { databaseId } } }';

  test('acts as its user: the same organization, and what scopes and role both permit, without a CSRF token', async () => {
    const staff = await asViewer({ can: ['view.patient', 'create.user.security.api'] });
    await makePatient(staff.orgId);
    await makePatient((await asViewer()).orgId);
    const token = await asToken(staff, ['view.patient', 'update.device']);
    const { data, errors } = await token.gql(PATIENTS);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      patients: { totalCount: 1 },
      viewer: { permissions: ['view.patient'], user: { databaseId: staff.userId } },
    });
    expect((await token.rest('GET', '/api/patients/datatable')).body.total).toBe(1);
    await admin.query(
      "delete from role_permissions where permission = 'view.patient' and role_id in (select role_id from user_roles where user_id = $1)",
      [staff.userId],
    );
    expect((await token.rest('GET', '/api/patients/datatable')).status).toBe(403);
  });

  test('of staff of a location sees that location only', async () => {
    const { orgId } = await asViewer();
    const { rows } = await admin.query<{ id: number }>(
      "insert into locations (org_id, name, country) values ($1, 'one', 'US'), ($1, 'two', 'US') returning id",
      [orgId],
    );
    const staff = await asViewer({ orgId, can: ['view.patient'], locationIds: [rows[0]!.id] });
    const seen = await makePatient(orgId, { location_id: rows[0]!.id });
    await makePatient(orgId, { location_id: rows[1]!.id });
    const { body } = await (await asToken(staff)).rest('GET', '/api/patients/datatable');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([seen.id]);
  });

  test('of another organization sees nothing of this one', async () => {
    const patient = await makePatient(viewer.orgId);
    const foreign = await asToken(await asViewer({ can: [...PERMISSIONS] }));
    expect((await foreign.rest('GET', `/api/patients/${patient.id}`)).status).toBe(404);
    expect((await (await asToken(viewer)).rest('GET', `/api/patients/${patient.id}`)).status).toBe(200);
  });

  test('leaves audit lines that say so', async () => {
    const staff = await asViewer();
    const patient = await makePatient(staff.orgId);
    const token = await asToken(staff);
    await token.rest('GET', `/api/patients/${patient.id}`);
    await token.gql('mutation { showMachinePin(id: "999999999") { userErrors { code } } }');
    await token.rest('GET', '/oauth/scopes');
    await token.gql('mutation ($id: ID!) { recalculateCompliance(patientId: $id) { userErrors { code } } }', {
      id: String(patient.id),
    });
    await staff.rest('GET', `/api/patients/${patient.id}`);
    await running().app.readLog.flush();
    const { rows } = await admin.query(
      'select operation, outcome, actor_type from audit_log where actor_user_id = $1 order by id',
      [staff.userId],
    );
    expect(rows).toContainEqual({ operation: 'GET /api/patients/{id}', outcome: 'read', actor_type: 'token' });
    expect(rows).toContainEqual({ operation: 'GET /api/patients/{id}', outcome: 'read', actor_type: 'session' });
    expect(rows).toContainEqual({ operation: 'GET /oauth/scopes', outcome: 'denied', actor_type: 'token' });
    expect(rows).toContainEqual({ operation: 'Mutation.recalculateCompliance', outcome: 'done', actor_type: 'token' });
  });

  test('that is not ours is 401, with a wrong checksum without a query', async () => {
    const secret = newSecret('token');
    const forged = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
    const ofWrong = await signInStatements(async () => {
      for (const wrong of [forged, 'x', newSecret('key'), '']) {
        const client = new TokenClient(wrong);
        expect((await client.rest('GET', '/api/users/my-org')).body).toEqual({ message: 'Unauthenticated.' });
        expect((await client.rest('POST', '/graphql', { query: '{ viewer { locale } }' })).status).toBe(401);
        expect((await client.rest('GET', '/csrf-token')).status).toBe(401);
      }
    });
    expect(ofWrong).toEqual([]);
    const ofUnknown = await signInStatements(async () => {
      expect((await new TokenClient(secret).rest('GET', '/api/users/my-org')).status).toBe(401);
    });
    expect(ofUnknown).not.toEqual([]);
  });

  test.each([
    ['revoked', 'update personal_access_tokens set revoked_at = now() where user_id = $1'],
    ['expired', 'update personal_access_tokens set expires_at = now() where user_id = $1'],
    ['of a deactivated user', 'update users set active = false where id = $1'],
    ['of a user locked by an administrator', 'update users set locked = true where id = $1'],
    [
      'of an inactive organization',
      'update organizations set active = false where id = (select org_id from users where id = $1)',
    ],
  ])('%s is 401 from the next request on', async (_state, end) => {
    const staff = await asViewer();
    const token = await asToken(staff);
    expect((await token.rest('GET', '/api/users/my-org')).status).toBe(200);
    await admin.query(end, [staff.userId]);
    expect((await token.rest('GET', '/api/users/my-org')).status).toBe(401);
    expect((await token.rest('POST', '/graphql', { query: '{ viewer { locale } }' })).status).toBe(401);
    expect((await token.rest('POST', '/broadcasting/auth', { socket_id: '1.1', channel_name: 'x' })).status).toBe(401);
  });

  test('that is revoked while its request runs changes nothing', async () => {
    const staff = await asViewer();
    const patient = await makePatient(staff.orgId);
    const token = await asToken(staff);
    await admin.query('begin');
    await admin.query('select from patients where id = $1 for update', [patient.id]);
    await admin.query("update patients set note = 'held' where id = $1", [patient.id]);
    const answer = token.gql('mutation ($id: ID!) { recalculateCompliance(patientId: $id) { userErrors { code } } }', {
      id: String(patient.id),
    });
    await untilWaiting();
    await admin.query('update personal_access_tokens set revoked_at = now() where id = $1', [token.tokenId]);
    await admin.query('commit');
    expect((await answer).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const { rows } = await admin.query("select from audit_log where actor_user_id = $1 and outcome = 'done'", [
      staff.userId,
    ]);
    expect(rows).toEqual([]);
  });

  test('in an address is none', async () => {
    const { secret } = await asToken(viewer);
    const guest = new TokenClient('');
    for (const name of ['access_token', 'token', 'api_token', 'authorization', 'bearer']) {
      const response = await fetch(`${guest.origin}/api/users/my-org?${name}=${secret}`);
      expect([name, response.status]).toEqual([name, 401]);
      const query = JSON.stringify({ query: '{ viewer { locale } }' });
      const answer = await fetch(`${guest.origin}/graphql?${name}=${secret}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: query,
      });
      expect([name, answer.status]).toEqual([name, 401]);
    }
  });

  test('with the cookie of a session counts for nothing: the request needs the CSRF token of the session', async () => {
    const token = await asToken(viewer, ['view.patient']);
    const cookie = viewer.headers.cookie!;
    const { status } = await token.rest('POST', '/graphql', { query: '{ viewer { locale } }' }, { cookie });
    expect(status).toBe(419);
    // The session's own rights, not those of the scopes.
    expect((await viewer.rest('GET', '/oauth/scopes', undefined, token.headers)).status).toBe(200);
  });

  test('is not in the log of the portal, nor in its answers or the audit log', async () => {
    const staff = await asViewer();
    const token = await asToken(staff);
    await token.rest('GET', '/api/users/my-org');
    await token.rest('GET', '/oauth/scopes');
    const { rows } = await admin.query('select a::text as line from audit_log a where actor_user_id = $1', [
      staff.userId,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    for (const { line } of rows) expect(line).not.toContain(token.secret.slice(8));
  });

  test('shows when it was last used, to the minute', async () => {
    const token = await asToken(viewer);
    const used = async () =>
      (await admin.query('select last_used_at as at from personal_access_tokens where id = $1', [token.tokenId]))
        .rows[0].at as Date | null;
    expect(await used()).toBeNull();
    await token.rest('GET', '/api/users/my-org');
    const first = await used();
    expect(first).not.toBeNull();
    await token.rest('GET', '/api/users/my-org');
    expect(await used()).toEqual(first);
  });
});

describe('over a websocket', () => {
  const socketOf = (connectionParams: Record<string, unknown>) =>
    createClient({
      url: `ws://127.0.0.1:${running().port}/graphql`,
      webSocketImpl: WebSocket,
      lazy: true,
      retryAttempts: 0,
      connectionParams,
      onNonLazyError: () => undefined,
    });
  const SUBSCRIPTION = 'subscription ($id: ID!) { deviceHistoryChanged(patientId: $id) { __typename } }';

  test('a token in the parameters of the connection subscribes within its scopes, and the socket ends with it', async () => {
    const staff = await asViewer();
    const patient = await makePatient(staff.orgId);
    const reader = await asToken(staff, ['view.patient']);
    const other = await asToken(staff, ['update.device']);
    const refused = await firstAnswer(socketOf({ authorization: `Bearer ${other.secret}` }), SUBSCRIPTION, {
      id: String(patient.id),
    });
    expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    for (const parameters of [{}, { authorization: 'Bearer x' }, { token: reader.secret }])
      expect((await firstAnswer(socketOf(parameters), SUBSCRIPTION, { id: String(patient.id) })).closed).toBe(4401);
    const socket = new WebSocket(`ws://127.0.0.1:${running().port}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${reader.secret}` } }));
    await once(socket, 'message');
    const closed = once(socket, 'close');
    await admin.query('update personal_access_tokens set revoked_at = now() where id = $1', [reader.tokenId]);
    expect((await closed)[0]).toBe(4401);
  });

  test('a token signs channels at /broadcasting/auth, and the socket ends with it', async () => {
    const staff = await asViewer();
    const token = await asToken(staff, ['view.patient']);
    const socket = new RawSocket();
    const socketId = await socket.id();
    const channel = `private-org-message.${staff.orgId}`;
    const { status, body } = await token.rest('POST', '/broadcasting/auth', {
      socket_id: socketId,
      channel_name: channel,
    });
    expect([status, body.auth.startsWith(`${KEY}:`)]).toEqual([200, true]);
    socket.send({ event: 'pusher:subscribe', data: { auth: body.auth, channel } });
    await until(() => socket.all('pusher_internal:subscription_succeeded').length === 1);
    await admin.query('update personal_access_tokens set revoked_at = now() where id = $1', [token.tokenId]);
    await until(() => socket.closed !== undefined);
    expect(socket.closed).toBe(4009);
  });
});
