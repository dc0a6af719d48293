import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, anonymous, asViewer, signInAgain, usePortal, type TestViewer } from '../../test/harness.ts';
import { hashPassword } from './password.ts';

usePortal();

const RIGHT = 'correct horse battery staple';
const GIVE =
  'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { userErrors { field code message } } }';
// Any operation that asks for a fresh password.
const ASKS =
  'mutation { updateOrganizationSettings(input: { version: 1 }) { organization { databaseId } userErrors { code } } }';

let hash: string;
beforeAll(async () => {
  hash = await hashPassword(RIGHT);
});
let viewer: TestViewer;
beforeEach(async () => {
  viewer = await asViewer();
  await admin.query('insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, $3)', [
    viewer.orgId,
    viewer.userId,
    hash,
  ]);
});

const given = (interval: string) =>
  admin.query('update sessions set password_given_at = now() - $2::interval where user_id = $1', [
    viewer.userId,
    interval,
  ]);
const codeOf = async (who = viewer) => (await who.gql(ASKS)).errors?.[0]?.extensions.code ?? 'done';
const give = (password: string, who = viewer) => who.gql(GIVE, { input: { password } });

describe('an operation that asks for a fresh password', () => {
  test.each([
    ['9 minutes 50 seconds', 'done'],
    ['10 minutes 5 seconds', 'REAUTHENTICATE'],
    ['11 hours', 'REAUTHENTICATE'],
  ])('%s after it was given: %s', async (interval, code) => {
    await given(interval);
    expect(await codeOf()).toBe(code);
  });

  test('is done after the password is given again, in this session only', async () => {
    const other = await signInAgain(viewer);
    await given('1 hour');
    expect((await give(RIGHT)).data.reauthenticate.userErrors).toEqual([]);
    expect([await codeOf(), await codeOf(other)]).toEqual(['done', 'REAUTHENTICATE']);
  });

  test('asks no user who may not do it', async () => {
    await given('1 hour');
    const staff = await asViewer({ orgId: viewer.orgId, can: ['view.user'] });
    await admin.query("update sessions set password_given_at = now() - interval '1 hour' where user_id = $1", [
      staff.userId,
    ]);
    expect(await codeOf(staff)).toBe('FORBIDDEN');
  });
});

describe('each act of requirement A-11', () => {
  const user = (more = '') => `input: { userId: "1"${more} }`;
  const WHO = 'firstName: "a", lastName: "b", role: "x", userType: ORGANIZATION, locations: [], groups: []';
  const NEW_USER = `input: { ${WHO}, email: "c@d.test", confirmEmail: "c@d.test" }`;
  test.each([
    ['resetUserSecondFactor', user(', method: APP')],
    ['updateUser', user(`, ${WHO}`)],
    ['createUser', NEW_USER],
    ['importUsers', 'input: { importId: "1" }'],
    ['generateApiKey', user(', scopes: ["view.patient"]')],
    ['regenerateApiKey', user()],
    ['createPersonalAccessToken', user(', name: "abc", scopes: ["view.patient"]')],
    ['startAppEnrollment', ''],
    ['startSmsEnrollment', 'phone: "5185550100"'],
    ['startPasskeyEnrollment', ''],
    ['removeSecondFactor', 'method: APP'],
    ['deletePasskey', 'id: "1"'],
    ['regenerateRecoveryCodes', ''],
    ['updateOrganizationSettings', 'input: { version: 1 }'],
    ['deletePersonalAccessToken', user(', tokenId: "1"')],
    ['revokeApiKey', user()],
  ])('%s asks for a fresh password', async (name, given) => {
    await admin.query("update sessions set password_given_at = now() - interval '11 minutes' where user_id = $1", [
      viewer.userId,
    ]);
    await admin.query('update organizations set allow_api_key_management = true where id = $1', [viewer.orgId]);
    const { errors } = await viewer.gql(`mutation { ${name}${given && `(${given})`} { userErrors { code } } }`);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['REAUTHENTICATE']);
  });
});

describe('a wrong password', () => {
  const WRONG = { field: 'password', code: 'password.wrong', message: 'The password is not right. Try again.' };

  test('is refused at its field, changes nothing and leaves a line', async () => {
    await given('1 hour');
    expect((await give('wrong')).data.reauthenticate.userErrors).toEqual([WRONG]);
    expect(await codeOf()).toBe('REAUTHENTICATE');
    const { rows } = await admin.query('select operation, outcome from audit_log where actor_user_id = $1', [
      viewer.userId,
    ]);
    expect(rows).toEqual([{ operation: 'Mutation.reauthenticate', outcome: 'denied' }]);
  });

  test('for the fifth time in 15 minutes ends the session; four times and the right one do not', async () => {
    await given('1 hour');
    for (let n = 0; n < 4; n += 1) await give('wrong');
    expect((await give(RIGHT)).data.reauthenticate.userErrors).toEqual([]);
    for (let n = 0; n < 4; n += 1) await give('wrong');
    expect((await viewer.rest('GET', '/api/user')).status).toBe(200);
    expect((await give('wrong')).data.reauthenticate.userErrors).toEqual([WRONG]);
    expect((await viewer.rest('GET', '/api/user')).status).toBe(401);
    const again = await signInAgain(viewer);
    expect((await give(RIGHT, again)).data.reauthenticate.userErrors).toEqual([WRONG]);
  });

  test('of an account without a password is any', async () => {
    await admin.query('delete from user_credentials where user_id = $1', [viewer.userId]);
    await given('1 hour');
    expect((await give('')).data.reauthenticate.userErrors[0].code).toBe('required');
    expect((await give('x')).data.reauthenticate.userErrors).toEqual([WRONG]);
  });
});

test('a guest is asked to sign in', async () => {
  expect((await anonymous().gql(GIVE, { input: { password: RIGHT } })).errors![0]!.extensions.code).toBe(
    'UNAUTHENTICATED',
  );
});
