import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Permission } from '../../auth/permissions.ts';
import { linesOf } from '../../../test/audit-lines.ts';
import { userRow } from '../../db/factories.ts';
import { admin, asViewer, make, makeOrganization, usePortal, type TestViewer } from '../../../test/harness.ts';

usePortal();

type Row = Record<string, unknown>;
const stored = async (id: number): Promise<Row> =>
  (await admin.query('select * from users where id = $1', [id])).rows[0];
const userOf = (orgId: number, columns: Row = {}) => make('users', userRow(orgId, columns));

const MUTATIONS = {
  setUserActive: 'SetUserActiveInput',
  unlockUser: 'UnlockUserInput',
  setUserVentilatorAccess: 'SetUserVentilatorAccessInput',
};
/** The answer of a mutation: the user as it is afterwards, the code of the refusal, or that of the error. */
async function act(who: TestViewer, name: keyof typeof MUTATIONS, input: Row): Promise<unknown> {
  const { data, errors } = await who.gql(
    `mutation ($input: ${MUTATIONS[name]}!) { ${name}(input: $input) { user { status active locked ventilatorAccess } userErrors { field code } } }`,
    { input: { ...input, userId: String(input.userId) } },
  );
  if (errors) return errors[0]!.extensions.code;
  const { user, userErrors } = data[name];
  return user ?? userErrors[0];
}

describe('activating and deactivating a user', () => {
  let viewer: TestViewer;
  beforeAll(async () => {
    viewer = await asViewer();
  });

  test('toggles active, signs the user out at once, and leaves a line with the change', async () => {
    const colleague = await asViewer({ orgId: viewer.orgId });
    expect(await act(viewer, 'setUserActive', { userId: colleague.userId, active: false })).toMatchObject({
      status: 'INACTIVE',
      active: false,
    });
    expect((await colleague.rest('GET', '/api/users/my-org')).status).toBe(401);
    expect((await admin.query('select from sessions where user_id = $1', [colleague.userId])).rowCount).toBe(0);
    expect(await act(viewer, 'setUserActive', { userId: colleague.userId, active: true })).toMatchObject({
      status: 'ACTIVE',
    });
    expect((await linesOf(viewer)).map(({ operation, properties }) => [operation, properties])).toEqual([
      [
        'Mutation.setUserActive',
        expect.objectContaining({ subjects: [`User:${colleague.userId}`], changes: { active: [true, false] } }),
      ],
      ['Mutation.setUserActive', expect.objectContaining({ changes: { active: [false, true] } })],
    ]);
  });

  test('is never done to oneself', async () => {
    expect(await act(viewer, 'setUserActive', { userId: viewer.userId, active: false })).toBe('FORBIDDEN');
    expect((await stored(viewer.userId)).active).toBe(true);
  });

  test('leaves an organization its last active administrator', async () => {
    const support = await asViewer({ kind: 'support' });
    const [first, second] = [await asViewer(), await asViewer({ kind: 'clinical' })];
    const refused = { field: 'userId', code: 'user.last_administrator' };
    expect(await act(support, 'setUserActive', { userId: first.userId, active: false })).toEqual(refused);
    for (const columns of [{ active: false }, { email_verified_at: null }, { user_type: 'Location' }]) {
      const other = await asViewer({ orgId: second.orgId, roles: ['org.clinical.admin'] });
      for (const [column, value] of Object.entries(columns))
        await admin.query(`update users set ${column} = $1 where id = $2`, [value, other.userId]);
    }
    await asViewer({ orgId: second.orgId, roles: ['org.clinical.staff'] });
    expect(await act(support, 'setUserActive', { userId: second.userId, active: false })).toEqual(refused);
    await asViewer({ orgId: second.orgId, roles: ['org.clinical.admin'] });
    expect(await act(support, 'setUserActive', { userId: second.userId, active: false })).toMatchObject({
      active: false,
    });
  });

  test('by two administrators at the same time leaves one of the two they deactivate', async () => {
    const orgId = await makeOrganization();
    const two = [await asViewer({ orgId }), await asViewer({ orgId })] as const;
    const answers = await Promise.all([
      act(two[0], 'setUserActive', { userId: two[1].userId, active: false }),
      act(two[1], 'setUserActive', { userId: two[0].userId, active: false }),
    ]);
    expect(answers.filter((answer) => (answer as Row).active === false)).toHaveLength(1);
    const { rows } = await admin.query('select active from users where org_id = $1', [orgId]);
    expect(rows.map(({ active }) => active).sort()).toEqual([false, true]);
  });
});

test('a locked user is unlocked, and unlocking again changes nothing', async () => {
  const viewer = await asViewer();
  const locked = await userOf(viewer.orgId, { locked: true, guessed_at: '2026-01-01' });
  for (const _time of ['first', 'second'])
    expect(await act(viewer, 'unlockUser', { userId: locked })).toMatchObject({ status: 'ACTIVE', locked: false });
  expect(await stored(locked)).toMatchObject({ locked: false, guessed_at: null });
});

describe('access to patients on a ventilator', () => {
  const makeClinic = (settings: Row) => makeOrganization('clinical', settings);
  const SPECIFIC = { allow_ventilator_support: true, ventilator_visibility: 'specific-users' };

  test('is granted and withdrawn in GraphQL and in REST', async () => {
    const viewer = await asViewer({ orgId: await makeClinic(SPECIFIC), kind: 'clinical' });
    const user = await userOf(viewer.orgId);
    const input = { userId: user, enabled: true };
    expect(await act(viewer, 'setUserVentilatorAccess', input)).toMatchObject({ ventilatorAccess: true });
    const path = `/api/users/${user}/mvc-settings`;
    for (const [sent, enabled] of [
      [{ enabled: false }, false],
      [{ enabled: true }, true],
      [0, false],
    ]) {
      const { status, body } = await viewer.rest('PATCH', path, { mvc_settings: sent });
      expect([status, body.data]).toMatchObject([200, { id: user, mvc_settings: { enabled } }]);
      expect((await stored(user)).mvc_enabled).toBe(enabled);
    }
    for (const sent of [undefined, {}, { enabled: 'perhaps' }])
      expect((await viewer.rest('PATCH', path, { mvc_settings: sent })).body.errors).toHaveProperty('mvc_settings');
  });

  test.each([
    { allow_ventilator_support: false, ventilator_visibility: 'specific-users' },
    { allow_ventilator_support: true, ventilator_visibility: 'all-users' },
  ])('is refused and not offered in an organization with %j', async (settings) => {
    const viewer = await asViewer({ orgId: await makeClinic(settings), kind: 'clinical' });
    const user = await userOf(viewer.orgId);
    expect(await act(viewer, 'setUserVentilatorAccess', { userId: user, enabled: true })).toEqual({
      field: 'enabled',
      code: 'user.no_ventilator_access',
    });
    const { status, body } = await viewer.rest('PATCH', `/api/users/${user}/mvc-settings`, {
      mvc_settings: { enabled: true },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['mvc_settings']]);
    expect((await stored(user)).mvc_enabled).toBe(false);
  });
});

// Document 001, sections 4 and 6; reference/security.md, Z-6.
describe('an item of the row menu is offered', () => {
  const VERIFIED = {};
  const UNVERIFIED = { email_verified_at: null };
  const LOCKED = { locked: true };
  const APP = { two_factor_app_enabled: true };
  const SMS = { two_factor_sms_enabled: true };
  const OFFERS: [field: string, permission: Permission, to: Row[], notTo: Row[], toOneself: boolean][] = [
    ['viewerCanEdit', 'update.user', [VERIFIED, UNVERIFIED], [], true],
    ['viewerCanView', 'view.user', [VERIFIED, UNVERIFIED], [], true],
    ['viewerCanSetActive', 'update.user.active', [VERIFIED, UNVERIFIED, { active: false }], [], false],
    ['viewerCanUnlock', 'update.user.lock', [LOCKED], [VERIFIED, UNVERIFIED], false],
    ['viewerCanResendInvitation', 'update.user.invitation', [UNVERIFIED], [VERIFIED, LOCKED], false],
    ['viewerCanStartPasswordReset', 'update.user.password', [VERIFIED, LOCKED], [UNVERIFIED], true],
    ['viewerCanResetSecondFactor', 'update.user.mfa', [APP, SMS], [VERIFIED], false],
    ['viewerCanSetVentilatorAccess', 'update.user.mvc_settings', [VERIFIED], [], false],
  ];
  const HELD = [...new Set(OFFERS.map(([, permission]) => permission))];
  let orgId: number;
  beforeAll(async () => {
    orgId = await makeOrganization('ep', {
      allow_ventilator_support: true,
      ventilator_visibility: 'specific-users',
    });
  });
  const offered = async (who: TestViewer, id: number, field: string) =>
    (
      await who.gql(`query ($id: ID!) { node(id: $id) { ... on User { ${field} } } }`, {
        id: Buffer.from(`User:${id}`).toString('base64url'),
      })
    ).data.node[field];

  test.each(OFFERS)('%s: with %s, and in the documented states', async (field, permission, to, notTo, toOneself) => {
    const holder = await asViewer({ orgId, can: [permission] });
    const others = await asViewer({ orgId, can: HELD.filter((name) => name !== permission) });
    for (const [states, expected] of [
      [to, true],
      [notTo, false],
    ] as const)
      for (const state of states) {
        const id = await userOf(orgId, state);
        expect([state, await offered(holder, id, field)]).toEqual([state, expected]);
        expect([state, await offered(others, id, field)]).toEqual([state, false]);
      }
    await admin.query('update users set guessed_at = now(), two_factor_app_enabled = true where id = $1', [
      holder.userId,
    ]);
    expect(await offered(holder, holder.userId, field)).toBe(toOneself);
  });

  test('to an administrator of a location for its users alone', async () => {
    const place = (name: string) => make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
    const [own, other] = [await place('own'), await place('other')];
    const manager = await asViewer({ orgId, roles: ['location.ep.admin'], locationIds: [own] });
    const at = async (location: number, columns: Row) => {
      const id = await userOf(orgId, columns);
      await admin.query('insert into user_locations values ($1, $2, $3)', [orgId, id, location]);
      return id;
    };
    const colleague = await at(own, { user_type: 'Location' });
    expect(await offered(manager, colleague, 'viewerCanSetActive')).toBe(true);
    expect(await act(manager, 'setUserActive', { userId: colleague, active: false })).toMatchObject({ active: false });
    // A user of the whole organization who is also at the location.
    const whole = await at(own, { user_type: 'Organization' });
    expect(await offered(manager, whole, 'viewerCanSetActive')).toBe(false);
    expect(await act(manager, 'setUserActive', { userId: whole, active: false })).toBe('FORBIDDEN');
    const elsewhere = await at(other, { user_type: 'Location' });
    expect(await act(manager, 'setUserActive', { userId: elsewhere, active: false })).toBe('NOT_FOUND');
    expect((await stored(elsewhere)).active).toBe(true);
  });
});
