import { beforeAll, describe, expect, test } from '@jest/globals';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import { matrix } from '../../src/auth/matrix.ts';
import { createSchema } from '../../src/schema.ts';
import { userRow } from '../../src/db/factories.ts';
import { admin, asViewer, make, makeOrganization, usePortal, type TestViewer } from '../harness.ts';
import { asToken } from '../token.ts';
import { restOperations, rootFields } from './operations.ts';

usePortal();

type Call = (id: number) => readonly [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const file =
  (dryRun: string): Call =>
  () => {
    const parts = { dry_run: dryRun, file: 'email,first_name,last_name,phone,user_type,role\n' };
    const body = Object.entries(parts)
      .map(([name, value]) => {
        const named = name === 'file' ? '; filename="u.csv"\r\ncontent-type: text/csv' : '';
        return `--x\r\ncontent-disposition: form-data; name="${name}"${named}\r\n\r\n${value}\r\n`;
      })
      .join('');
    return [
      'POST',
      '/api/orgs/1/users/import',
      `${body}--x--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=x' },
    ];
  };
const NAME = { first_name: 'Dana' };

/**
 * The acts that ask a session for its password again (requirement A-11, and whatever ends a session or a key), and the
 * documented paths of each. Typed from the requirements, never copied from the matrix that it judges.
 */
const ASKS: Record<string, Record<string, Call>> = {
  createPersonalAccessToken: { new: (id) => ['POST', `/api/users/${id}/personal-access-tokens`, {}] },
  deletePersonalAccessToken: { end: (id) => ['DELETE', `/api/users/${id}/personal-access-tokens/1`] },
  generateApiKey: { new: (id) => ['POST', `/api/api-key/${id}/generate`, {}] },
  regenerateApiKey: { new: (id) => ['POST', `/api/api-key/${id}/regenerate`, {}] },
  revokeApiKey: { end: (id) => ['POST', `/api/api-key/${id}/revoke`, {}] },
  resetUserSecondFactor: { reset: (id) => ['POST', `/api/users/reset-mfa/${id}`, { method: 'app' }] },
  createUser: { new: () => ['POST', '/api/users', {}] },
  updateUser: {
    'by its id': (id) => ['PATCH', `/api/users/${id}`, NAME],
    'by the id in the body': (id) => ['PATCH', '/api/users', { id, ...NAME }],
  },
  importUsers: { 'a file that creates': file('0') },
  updateOrganizationSettings: { own: () => ['PATCH', '/api/users/my-org', { locale: 'es' }] },
  createServiceAccount: {},
  deactivateOrganization: {},
  deleteServiceAccount: {},
  endUserSession: {},
  endUserSessions: {},
  rotateServiceAccountKey: {},
  setServiceAccountActive: {},
  startAppEnrollment: {},
  startSmsEnrollment: {},
  startPasskeyEnrollment: {},
  createWebhookEndpoint: {},
  rotateWebhookSecret: {},
  removeSecondFactor: {},
  deletePasskey: {},
  regenerateRecoveryCodes: {},
};

/** What the paths of several acts do without asking: the same acts ask in no other place. */
const ASKS_NOT: Record<string, Call> = {
  'unlockUser: a flag of the user object': (id) => ['PATCH', `/api/users/${id}`, { ...NAME, unlock: 1 }],
  'resendUserInvitations: a flag of the user object': (id) => [
    'PATCH',
    `/api/users/${id}`,
    { ...NAME, resend_email: 1 },
  ],
  'changePassword: with the current one': (id) => [
    'PATCH',
    `/api/users/${id}`,
    { current_password: 'x', password: 'y', password_confirmation: 'y' },
  ],
  'a file that is only checked': file('1'),
};

const paths = Object.entries(ASKS).flatMap(([act, calls]) =>
  Object.entries(calls).map(([name, call]) => [`${act}: ${name}`, act, call] as const),
);
const fields = createSchema().then(rootFields);

let viewer: TestViewer;
let colleague: number;
beforeAll(async () => {
  const orgId = await makeOrganization('ep', { allow_api_key_management: true });
  viewer = await asViewer({ orgId, can: [...PERMISSIONS] });
  colleague = await make('users', userRow(orgId));
});
const given = (interval: string) =>
  admin.query('update sessions set password_given_at = now() - $2::interval where user_id = $1', [
    viewer.userId,
    interval,
  ]);
const send = (call: Call, client: Pick<TestViewer, 'rest'> = viewer, more: Record<string, string> = {}) => {
  const [method, path, body, headers] = call(colleague);
  return client.rest(method, path, body, { ...headers, ...more });
};
const asked = ({ status, body }: { status: number; body: unknown }) =>
  status === 423 && (body as { code: string }).code === 'REAUTHENTICATE';

describe('the password is asked again for an act, in both APIs', () => {
  test('the mutations are those of the requirements', async () => {
    const asking = Object.entries(matrix).flatMap(([name, { fresh }]) =>
      fresh && name.startsWith('Mutation.') ? [name.slice('Mutation.'.length)] : [],
    );
    expect(asking.sort()).toEqual(Object.keys(ASKS).sort());
  });

  test.each(Object.keys(ASKS))('%s in GraphQL', async (act) => {
    const field = (await fields).find(({ operation }) => operation === `Mutation.${act}`)!;
    const code = async () => (await viewer.gql(field.document, field.variables)).errors?.[0]?.extensions.code;
    await given('10 minutes 30 seconds');
    expect(['REAUTHENTICATE', 'FORBIDDEN']).toContain(await code());
    if (act === 'deactivateOrganization') return; // of support staff
    expect(await code()).toBe('REAUTHENTICATE');
  });

  test.each(paths)('%s over REST', async (_name, _act, call) => {
    await given('10 minutes 30 seconds');
    const answer = await send(call);
    expect([answer.status, answer.body]).toEqual([
      423,
      { message: 'Enter your password again to do this.', code: 'REAUTHENTICATE' },
    ]);
  });

  test.each(paths)('%s is not asked of a token', async (_name, _act, call) => {
    expect(asked(await send(call, await asToken(viewer)))).toBe(false);
  });

  test.each(paths)('%s is not asked when the input is only checked', async (_name, _act, call) => {
    await given('1 hour');
    expect(asked(await send(call, viewer, { precognition: 'true' }))).toBe(false);
  });

  test.each(Object.entries(ASKS_NOT))('%s is not asked', async (_name, call) => {
    await given('1 hour');
    expect((await send(call)).status).not.toBe(423);
  });

  test('no other path asks', async () => {
    const known = new Set(paths.map(([, , call]) => call(1).slice(0, 2).join(' ')));
    const asking: string[] = [];
    for (const { method, address, operation } of restOperations) {
      if (method === 'GET' || known.has(`${method} ${address}`) || operation === 'POST /logout') continue;
      await given('1 hour');
      if ((await viewer.rest(method, address, {})).status === 423) asking.push(operation);
    }
    expect(asking).toEqual([]);
  });

  test('nothing is done before it is given, and everything for ten minutes after', async () => {
    const stored = async () =>
      (
        await admin.query(
          'select first_name, (select count(*)::int from api_keys k where k.user_id = u.id) as keys from users u where id = $1',
          [colleague],
        )
      ).rows[0];
    const before = await stored();
    await given('10 minutes 30 seconds');
    for (const [, , call] of paths) await send(call);
    expect(await stored()).toEqual(before);
    await given('9 minutes 30 seconds');
    for (const [name, , call] of paths) expect([name, asked(await send(call))]).toEqual([name, false]);
  });
});
