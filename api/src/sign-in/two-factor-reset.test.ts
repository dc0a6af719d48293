import { beforeEach, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import { admin, asViewer, usePortal, type TestViewer } from '../../test/harness.ts';
import { asViewerWithPassword, enrollApp, halfSession, refusalsOf, verify } from '../../test/second-factor.ts';

usePortal();

const RESET =
  'mutation ($input: ResetUserSecondFactorInput!) { resetUserSecondFactor(input: $input) { user { twoFactorAppEnabled viewerCanResetSecondFactor } userErrors { field code } } }';

let administrator: TestViewer;
let user: TestViewer;
let codes: string[];
beforeEach(async () => {
  administrator = await asViewer();
  user = await asViewerWithPassword({ orgId: administrator.orgId, roles: ['org.ep.staff'] });
  ({ recoveryCodes: codes } = await enrollApp(user));
});

const reset = (who: TestViewer, method = 'APP') => who.gql(RESET, { input: { userId: String(user.userId), method } });
const state = async () =>
  (
    await admin.query(
      `select u.two_factor_app_enabled as app, c.second_factor as asked, f.app_secret as secret,
              (select count(*)::int from recovery_codes r where r.user_id = u.id) as codes
         from users u join user_credentials c on c.user_id = u.id join second_factors f on f.user_id = u.id where u.id = $1`,
      [user.userId],
    )
  ).rows[0];
const GONE = { app: false, asked: null, secret: null, codes: 0 };

describe('a reset of the second factor', () => {
  test('removes the app and the recovery codes, ends the sessions of the user, and leaves a line', async () => {
    const half = await halfSession(user);
    expect((await reset(administrator)).data.resetUserSecondFactor).toEqual({
      user: { twoFactorAppEnabled: false, viewerCanResetSecondFactor: false },
      userErrors: [],
    });
    expect(await state()).toEqual(GONE);
    expect((await user.rest('GET', '/api/users/my-org')).status).toBe(401);
    expect(refusalsOf(await verify(half, { recoveryCode: codes[0] }))).toEqual(['ended']);
    const [line] = (await linesOf(administrator)).filter(({ operation }) => operation.startsWith('Mutation.'));
    expect(line).toMatchObject({ operation: 'Mutation.resetUserSecondFactor', outcome: 'done' });
    expect(line!.properties).toMatchObject({ method: 'app', subjects: [`User:${user.userId}`] });
  });

  test('is also POST /api/users/reset-mfa/{id} with {method}', async () => {
    const path = `/api/users/reset-mfa/${user.userId}`;
    const answer = await administrator.rest('POST', path, { method: 'app' });
    expect([answer.status, answer.body]).toEqual([200, { message: '2FA successfully reset' }]);
    expect(await state()).toEqual(GONE);
    expect((await administrator.rest('POST', path, { method: 'app' })).status).toBe(422);
    for (const method of ['passkey', '', null, undefined])
      expect((await administrator.rest('POST', path, { method })).body.errors).toHaveProperty('method');
  });

  test('is validated by a validate-only request, which does not do it', async () => {
    const check = async (method: unknown) =>
      administrator.rest('POST', `/api/users/reset-mfa/${user.userId}`, { method }, { precognition: 'true' });
    for (const method of ['sms', 'fax', undefined]) expect((await check(method)).body.errors).toHaveProperty('method');
    expect((await check('app')).status).toBe(204);
    expect((await state()).app).toBe(true);
  });

  test('of a method that the user does not have is refused', async () => {
    expect((await reset(administrator, 'SMS')).data.resetUserSecondFactor.userErrors).toEqual([
      { field: 'method', code: 'two_factor.not_set_up' },
    ]);
    expect((await state()).app).toBe(true);
    expect((await user.rest('GET', '/api/users/my-org')).status).toBe(200);
  });

  test.each<[string, () => Promise<TestViewer>, string]>([
    ['the user', () => asViewer({ orgId: user.orgId, roles: ['org.ep.staff'] }), 'FORBIDDEN'],
    ['the user, who administers others', async () => await promote(user), 'FORBIDDEN'],
    ['an administrator of another organization', () => asViewer(), 'NOT_FOUND'],
    [
      'support staff without the permission',
      () => asViewer({ roles: ['support.staff'], kind: 'support' }),
      'FORBIDDEN',
    ],
  ])('is not for %s', async (_name, who, code) => {
    const viewer = await who();
    expect((await reset(viewer)).errors?.[0]?.extensions.code).toBe(code);
    const status = { FORBIDDEN: 403, NOT_FOUND: 404 }[code];
    const answer = await viewer.rest('POST', `/api/users/reset-mfa/${user.userId}`, { method: 'app' });
    expect(answer.status).toBe(status);
    expect((await state()).app).toBe(true);
  });

  test('is for support administrators, of any organization', async () => {
    const support = await asViewer({ kind: 'support' });
    expect((await reset(support)).data.resetUserSecondFactor.userErrors).toEqual([]);
    expect(await state()).toEqual(GONE);
  });
});

async function promote(viewer: TestViewer): Promise<TestViewer> {
  await admin.query(
    "update user_roles set role_id = (select id from roles where name = 'org.ep.admin') where user_id = $1",
    [viewer.userId],
  );
  return viewer;
}
