import { beforeEach, describe, expect, test } from '@jest/globals';
import { lastTokenOf, makeAccount, NEW_PASSWORD, OLD_PASSWORD } from '../../test/account.ts';
import { admin, anonymous, asViewer, makeOrganization, usePortal, type TestViewer } from '../../test/harness.ts';
import { asViewerWithPassword, enrollApp, halfSession } from '../../test/second-factor.ts';

usePortal();

// All requests come from one address.
beforeEach(() => admin.query('delete from attempt_counters'));

/** Its administrators may do each of the acts. */
const ORGANIZATION = {
  allow_api_key_management: true,
  allow_ventilator_support: true,
  ventilator_visibility: 'specific-users',
};

/** The fields of the lines of a user's audit log since `last`, and who did it; null is the system. */
async function linesSince(userId: number, last: string): Promise<[string[], number | null][]> {
  const { rows } = await admin.query<{ changes: object; actor: number | null }>(
    'select changes, actor_user_id as actor from user_changes where user_id = $1 and id > $2 order by id',
    [userId, last],
  );
  return rows.map(({ changes, actor }) => [Object.keys(changes), actor]);
}

const lastLine = async (userId: number): Promise<string> =>
  (
    await admin.query<{ last: string }>(
      'select coalesce(max(id), 0)::text as last from user_changes where user_id = $1',
      [userId],
    )
  ).rows[0]!.last;

/** Runs a mutation of an input, which succeeds. */
async function act(viewer: TestViewer, name: string, type: string, input: object): Promise<void> {
  const { data } = await viewer.gql(`mutation ($input: ${type}!) { ${name}(input: $input) { userErrors { code } } }`, {
    input,
  });
  expect(data[name]).toEqual({ userErrors: [] });
}

describe('what an administrator does to a user is written under their name', () => {
  let boss: TestViewer;
  let user: TestViewer;
  let userId: string;

  beforeEach(async () => {
    const orgId = await makeOrganization('ep', ORGANIZATION);
    boss = await asViewer({ orgId });
    user = await asViewerWithPassword({ orgId, roles: ['org.ep.staff'] });
    userId = String(user.userId);
  });

  const nothing = () => undefined;
  const setActive = (active: boolean) => act(boss, 'setUserActive', 'SetUserActiveInput', { userId, active });
  const generate = () => act(boss, 'generateApiKey', 'GenerateApiKeyInput', { userId, scopes: ['view.patient'] });

  test.each<[string, string[], () => Promise<unknown>, () => unknown]>([
    ['generating an API key', ['has_api'], generate, nothing],
    ['revoking an API key', ['has_api'], () => act(boss, 'revokeApiKey', 'ApiKeyInput', { userId }), generate],
    [
      'resetting a second factor',
      ['two_factor_app_enabled'],
      () => act(boss, 'resetUserSecondFactor', 'ResetUserSecondFactorInput', { userId, method: 'APP' }),
      () => enrollApp(user),
    ],
    ['deactivating', ['active'], () => setActive(false), nothing],
    ['activating', ['active'], () => setActive(true), () => setActive(false)],
    [
      'unlocking',
      ['locked'],
      () => act(boss, 'unlockUser', 'UnlockUserInput', { userId }),
      () => admin.query("update users set guessed_at = 'infinity' where id = $1", [userId]),
    ],
    [
      'allowing ventilators',
      ['mvc_enabled'],
      () => act(boss, 'setUserVentilatorAccess', 'SetUserVentilatorAccessInput', { userId, enabled: true }),
      nothing,
    ],
    [
      'choosing how messages come',
      ['notification_type'],
      () => act(boss, 'setUserNotificationType', 'SetUserNotificationTypeInput', { userId, notificationType: 'TEXT' }),
      () => admin.query("update users set phone = '+14155550123' where id = $1", [userId]),
    ],
  ])('%s', async (_name, fields, run, before) => {
    await before();
    const last = await lastLine(user.userId);
    await run();
    expect(await linesSince(user.userId, last)).toEqual([[fields, boss.userId]]);
  });
});

describe('what a user does is written under their own name', () => {
  test('setting up a second factor, and turning it off', async () => {
    const user = await asViewerWithPassword();
    const last = await lastLine(user.userId);
    await enrollApp(user);
    const { data } = await user.gql('mutation { removeSecondFactor(method: APP) { userErrors { code } } }');
    expect(data.removeSecondFactor.userErrors).toEqual([]);
    const line = [['two_factor_app_enabled'], user.userId];
    expect(await linesSince(user.userId, last)).toEqual([line, line]);
  });

  test('setting up the second factor without which the sign-in does not end', async () => {
    const user = await asViewerWithPassword({ orgId: await makeOrganization('ep', { two_factor_enabled: true }) });
    const last = await lastLine(user.userId);
    await enrollApp(await halfSession(user, 'enroll'));
    expect(await linesSince(user.userId, last)).toEqual([[['two_factor_app_enabled'], user.userId]]);
  });

  test('choosing the first password', async () => {
    const boss = await asViewer();
    const { id } = await makeAccount({ email_verified_at: null }, boss.orgId);
    await act(boss, 'resendUserInvitation', 'ResendUserInvitationInput', { userId: String(id) });
    const last = await lastLine(id);
    const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    await anonymous().rest('POST', '/accept-invitation', { token: await lastTokenOf(id), ...password });
    const [[fields, actor]] = (await linesSince(id, last)) as [[string[], number]];
    expect([fields.toSorted(), actor]).toEqual([['email_verified_at', 'invitation_expires_at', 'password'], id]);
  });

  test('choosing a new password by the link of a mail', async () => {
    const { id, email } = await makeAccount();
    await anonymous().rest('POST', '/forgot-password', { email });
    const token = await lastTokenOf(id);
    const last = await lastLine(id);
    const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    await anonymous().rest('POST', '/reset-password', { token, ...password });
    expect(await linesSince(id, last)).toEqual([[['password'], id]]);
  });

  test('changing the password', async () => {
    const { id, orgId } = await makeAccount();
    const session = await halfSession({ orgId, userId: id }, 'full');
    const last = await lastLine(id);
    const input = { currentPassword: OLD_PASSWORD, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
    const { data } = await session.gql(
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { userErrors { code } } }',
      { input },
    );
    expect(data.changePassword).toEqual({ userErrors: [] });
    expect(await linesSince(id, last)).toEqual([[['password'], id]]);
  });
});
