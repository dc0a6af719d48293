import { beforeEach, describe, expect, test } from '@jest/globals';
import { mailsTo } from '../../test/account.ts';
import { admin, asViewer, make, makeOrganization, running, usePortal, type TestViewer } from '../../test/harness.ts';
import { enrollApp, smsCode } from '../../test/second-factor.ts';
import { userRow } from '../db/factories.ts';

usePortal();

const ERRORS = 'userErrors { code }';
let administrator: TestViewer;
let user: TestViewer;
beforeEach(async () => {
  // Mails wait, so that each is seen, and a second one of its kind is noticed.
  running().app.config.smtpUrl = 'smtp://127.0.0.1:1';
  const orgId = await makeOrganization('ep', { allow_api_key_management: true });
  administrator = await asViewer({ orgId });
  user = await asViewer({ orgId });
  await admin.query("insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, 'x')", [
    orgId,
    user.userId,
  ]);
});

const idOf = ({ userId }: TestViewer) => String(userId);
async function patch(who: TestViewer, id: number, body: object): Promise<number> {
  return (await who.rest('PATCH', `/api/users/${id}`, body)).status;
}
async function mutate(who: TestViewer, mutation: string): Promise<void> {
  const { data, errors } = await who.gql(`mutation { ${mutation} { ${ERRORS} } }`);
  expect([errors, Object.values(data)]).toEqual([undefined, [{ userErrors: [] }]]);
}

describe('a mail informs the user', () => {
  test('when a second factor is added, removed or reset, and when recovery codes are made', async () => {
    await enrollApp(user);
    expect(await mailsTo(user.userId)).toEqual(['second-factor-added']);
    await mutate(user, 'regenerateRecoveryCodes');
    await mutate(user, 'removeSecondFactor(method: APP)');
    await mutate(user, 'startSmsEnrollment(phone: "5185550142")');
    await mutate(user, `confirmSmsEnrollment(code: "${await smsCode('5185550142')}")`);
    await mutate(administrator, `resetUserSecondFactor(input: { userId: "${idOf(user)}", method: SMS })`);
    expect(await mailsTo(user.userId)).toEqual([
      'second-factor-added',
      'recovery-codes-renewed',
      'second-factor-removed',
      'second-factor-added',
      'second-factor-reset',
    ]);
    expect(await mailsTo(administrator.userId)).toEqual([]);
  });

  test('when a passkey is deleted', async () => {
    const id = await make('passkeys', {
      org_id: user.orgId,
      user_id: user.userId,
      credential_id: 'one',
      public_key: Buffer.from('key'),
      counter: 0,
      name: 'Work laptop',
    });
    await mutate(user, `deletePasskey(id: "${id}")`);
    expect(await mailsTo(user.userId)).toEqual(['second-factor-removed']);
  });

  test('when their phone number is changed, by an administrator or by themselves', async () => {
    expect(await patch(administrator, user.userId, { phone: '5185550100' })).toBe(200);
    expect(await mailsTo(user.userId)).toEqual(['phone-changed']);
    expect(await patch(administrator, administrator.userId, { phone: '5185550100' })).toBe(200);
    expect(await mailsTo(administrator.userId)).toEqual(['phone-changed']);
  });

  test('when their role is changed, or what it applies to', async () => {
    const role = (await admin.query("select id from roles where name = 'org.ep.staff'")).rows[0].id as number;
    expect(await patch(administrator, user.userId, { roles: [{ id: role }] })).toBe(200);
    expect(await mailsTo(user.userId)).toEqual(['access-changed']);
  });

  test('when an API key is made or gets a new secret, and when a token is made', async () => {
    await mutate(administrator, `generateApiKey(input: { userId: "${idOf(user)}", scopes: ["view.patient"] })`);
    await mutate(administrator, `regenerateApiKey(input: { userId: "${idOf(user)}" })`);
    await mutate(
      user,
      `createPersonalAccessToken(input: { userId: "${idOf(user)}", name: "Reports", scopes: ["view.patient"] })`,
    );
    expect(await mailsTo(user.userId)).toEqual(['api-key-changed', 'api-key-changed', 'token-created']);
  });

  test('in words without the number, the role or the method, with a link to their own page', async () => {
    running().app.config.smtpUrl = undefined;
    await patch(administrator, user.userId, { phone: '5185550177' });
    const { body } = await user.rest('GET', '/dev/outbox');
    const { rows } = await admin.query('select email from users where id = $1', [user.userId]);
    expect(body.mails[0]).toMatchObject({
      to: rows[0].email,
      subject: 'Your phone number in Airlog was changed',
      text: expect.stringContaining(`http://localhost:4000/users/${user.userId}`),
    });
    expect(body.mails[0].text).not.toContain('0177');
  });
});

describe('no mail is sent', () => {
  test('when a change is refused, changes nothing, or is another one', async () => {
    expect(await patch(administrator, user.userId, { phone: '123' })).toBe(422);
    expect(await patch(administrator, user.userId, {})).toBe(200);
    expect(await patch(administrator, user.userId, { first_name: 'Sam' })).toBe(200);
    expect((await user.gql('mutation { removeSecondFactor(method: APP) { userErrors { code } } }')).errors).toBe(
      undefined,
    );
    const { data } = await administrator.gql(
      `mutation { resetUserSecondFactor(input: { userId: "${idOf(user)}", method: APP }) { ${ERRORS} } }`,
    );
    expect(data.resetUserSecondFactor.userErrors).toEqual([{ code: 'two_factor.not_set_up' }]);
    expect(await mailsTo(user.userId)).toEqual([]);
  });

  test('to an invited user: the invitation is the first one', async () => {
    const invited = await make('users', userRow(administrator.orgId, { email_verified_at: null }));
    await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)', [
      administrator.orgId,
      invited,
    ]);
    expect(await patch(administrator, invited, { phone: '5185550100' })).toBe(200);
    expect(await mailsTo(invited)).toEqual([]);
  });
});
