import { describe, expect, test } from '@jest/globals';
import { lastTokenOf, makeAccount, NEW_PASSWORD, OLD_PASSWORD, signIn, type Account } from '../../test/account.ts';
import { admin, anonymous, asViewer, Client, signInAgain, usePortal, type RestAnswer } from '../../test/harness.ts';
import { appCode, enrollApp, halfSession, refusalsOf, verify } from '../../test/second-factor.ts';
import { asToken, TokenClient } from '../../test/token.ts';
import { hashPassword } from './password.ts';

usePortal({ signInsPerMinute: 1000 });

/** An account whose password has a hash of its own, as in reality. */
async function account(): Promise<Account> {
  const made = await makeAccount();
  await admin.query('update user_credentials set password_hash = $2 where user_id = $1', [
    made.id,
    await hashPassword(OLD_PASSWORD),
  ]);
  await admin.query('update organizations set allow_api_key_management = true where id = $1', [made.orgId]);
  return made;
}

/** A browser that may be known to accounts. */
class Browser extends Client {
  constructor(readonly device: string | null) {
    super(null);
  }
  override get headers(): Record<string, string> {
    const { cookie, ...others } = super.headers;
    return { ...others, cookie: this.device ? `${cookie}; airlog_device=${this.device}` : cookie! };
  }
}
const deviceIn = (answer: RestAnswer): string | null =>
  answer.headers
    .getSetCookie()
    .map((cookie) => /^airlog_device=([^;]+)/.exec(cookie)?.[1])
    .find(Boolean) ?? null;
const status = async (email: string, password = OLD_PASSWORD, client: Client = anonymous()) =>
  (await signIn(email, password, client)).status;
async function guess(email: string, times = 5, client: Client = anonymous()): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await status(email, 'incorrect', client)).toBe(422);
}
const stored = async (id: number) =>
  (
    await admin.query(
      'select a.locked, u.locked as "byAdministrator", u.guessed_at as at from users u join user_accounts a on a.id = u.id where u.id = $1',
      [id],
    )
  ).rows[0];
const exchange = (key: object) =>
  anonymous().rest('POST', '/oauth/token', { grant_type: 'client_credentials', ...key });
const MY_ORG = ['GET', '/api/users/my-org'] as const;
const reset = (token: string) =>
  anonymous().rest('POST', '/reset-password', {
    token,
    password: NEW_PASSWORD,
    password_confirmation: NEW_PASSWORD,
  });

describe('five wrong passwords of someone who knows an address', () => {
  test('lock the password form, and no token, API key, exchange or session', async () => {
    const { email, id, orgId } = await account();
    const session = await signInAgain({ orgId, userId: id });
    const token = await asToken({ orgId, userId: id });
    const manager = await asViewer({ orgId });
    const key = (await manager.rest('POST', `/api/api-key/${id}/generate`, {})).body;
    const access = new TokenClient((await exchange(key)).body.access_token);
    await guess(email);
    expect([await status(email), (await stored(id)).locked]).toEqual([422, true]);
    for (const client of [session, token, access]) expect((await client.rest(...MY_ORG)).status).toBe(200);
    expect((await exchange(key)).status).toBe(200);
  });

  test('are over with a new password by mail', async () => {
    const { email, id } = await account();
    await guess(email, 6);
    await anonymous().rest('POST', '/forgot-password', { email });
    expect((await reset(await lastTokenOf(id))).status).toBe(200);
    expect([await status(email, NEW_PASSWORD), (await stored(id)).locked]).toEqual([200, false]);
  });

  test('are over at once when an administrator unlocks the account', async () => {
    const { email, id, orgId } = await account();
    await guess(email, 7);
    const administrator = await asViewer({ orgId });
    const unlock = 'mutation ($id: ID!) { unlockUser(input: { userId: $id }) { user { locked } userErrors { code } } }';
    expect((await administrator.gql(unlock, { id: String(id) })).data.unlockUser.user).toEqual({ locked: false });
    expect(await status(email)).toBe(200);
  });

  test('are not made longer by more of them', async () => {
    const { email, id } = await account();
    const since = new Date(Date.now() - 20 * 60_000);
    await admin.query('update users set guessed_at = $2 where id = $1', [id, since]);
    await guess(email, 6);
    expect((await stored(id)).at).toEqual(since);
  });

  test('do not give a lock by an administrator an end', async () => {
    const { email, id } = await account();
    await admin.query('update users set locked = true where id = $1', [id]);
    await guess(email);
    await admin.query("update users set guessed_at = now() - interval '31 minutes' where id = $1", [id]);
    await admin.query('delete from attempt_counters where key = $1', [`sign-in:${email}`]);
    expect([await status(email), (await stored(id)).byAdministrator]).toEqual([422, true]);
  });
});

test('a lock by an administrator ends tokens, API keys, exchanges and sessions, and a new password does not end it', async () => {
  const { email, id, orgId } = await account();
  const clients = [await signInAgain({ orgId, userId: id }), await asToken({ orgId, userId: id })];
  const key = (await (await asViewer({ orgId })).rest('POST', `/api/api-key/${id}/generate`, {})).body;
  await anonymous().rest('POST', '/forgot-password', { email });
  await admin.query('update users set locked = true where id = $1', [id]);
  for (const client of clients) expect((await client.rest(...MY_ORG)).status).toBe(401);
  expect((await exchange(key)).status).toBe(401);
  expect((await reset(await lastTokenOf(id))).status).toBe(200);
  expect([await status(email, NEW_PASSWORD), (await stored(id)).locked]).toEqual([422, true]);
});

describe('a device on which the account has been signed in', () => {
  const known = async ({ email }: Account, before: string | null = null): Promise<string> => {
    const device = deviceIn(await signIn(email, OLD_PASSWORD, new Browser(before)));
    expect(device).toMatch(/^[\w-]{22}(\.[\w-]{43})+$/);
    return device!;
  };

  test('passes the lockout, which goes on for the others', async () => {
    const owner = await account();
    const device = await known(owner);
    await guess(owner.email);
    expect(await status(owner.email, OLD_PASSWORD, new Browser(device))).toBe(200);
    expect([await status(owner.email), (await stored(owner.id)).locked]).toEqual([422, true]);
  });

  test('has five tries of its own, which lock no other device out', async () => {
    const owner = await account();
    const browser = new Browser(await known(owner));
    await guess(owner.email, 4, browser);
    expect(await status(owner.email, OLD_PASSWORD, browser)).toBe(200);
    await guess(owner.email, 5, browser);
    expect(await status(owner.email, OLD_PASSWORD, browser)).toBe(422);
    expect([await status(owner.email), (await stored(owner.id)).locked]).toEqual([200, false]);
  });

  test('knows several accounts, and no account that was never signed in there', async () => {
    const [one, two, other] = [await account(), await account(), await account()];
    const browser = new Browser(await known(two, await known(one)));
    for (const { email } of [one, two, other]) await guess(email);
    const answers = [];
    for (const { email } of [one, two, other]) answers.push(await status(email, OLD_PASSWORD, browser));
    expect(answers).toEqual([200, 200, 422]);
  });

  test('is not known any more after a new password', async () => {
    const owner = await account();
    const browser = new Browser(await known(owner));
    await anonymous().rest('POST', '/forgot-password', { email: owner.email });
    expect((await reset(await lastTokenOf(owner.id))).status).toBe(200);
    await guess(owner.email);
    expect(await status(owner.email, NEW_PASSWORD, browser)).toBe(422);
  });

  test.each([
    ['a changed id', (device: string) => `A${device.slice(1)}`],
    ['a changed proof', (device: string) => `${device.slice(0, -2)}AA`],
    ['a missing proof', (device: string) => device.slice(0, 22)],
    ['nothing that is ours', () => 'x.y.z'],
  ])('is not proven by %s', async (_what, forge) => {
    const owner = await account();
    const device = await known(owner);
    await guess(owner.email);
    expect(await status(owner.email, OLD_PASSWORD, new Browser(forge(device)))).toBe(422);
  });

  test('keeps its cookie when the session ends, out of the reach of scripts', async () => {
    const { email } = await account();
    const answer = await signIn(email, OLD_PASSWORD);
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('airlog_device='))!;
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax']);
    const session = /^airlog_session=([^;]+)/.exec(answer.headers.getSetCookie().join('\n'))?.[1];
    const { headers } = await new Client(session!).rest('POST', '/logout');
    expect(headers.getSetCookie().join()).not.toContain('airlog_device');
  });
});

describe('the second factor during a lockout by wrong passwords', () => {
  async function withApp() {
    const owner = await account();
    const { secret } = await enrollApp(await signInAgain({ orgId: owner.orgId, userId: owner.id }));
    await admin.query('update second_factors set app_last_step = 0 where user_id = $1', [owner.id]);
    return { owner, secret };
  }
  const secondStep = async (session: Client, browser: Browser, secret: string) => {
    const both = new (class extends Browser {
      override get headers() {
        return { ...session.headers, cookie: `${session.headers.cookie}; airlog_device=${browser.device}` };
      }
    })(browser.device);
    return refusalsOf(await verify(both, { code: appCode(secret) }));
  };

  test('is taken on a known device only, which a complete sign-in makes known', async () => {
    const { owner, secret } = await withApp();
    const user = { orgId: owner.orgId, userId: owner.id };
    const first = await verify(await halfSession(user), { code: appCode(secret) });
    const device = deviceIn(first)!;
    expect(deviceIn(await signIn(owner.email, OLD_PASSWORD))).toBeNull();
    await admin.query('update second_factors set app_last_step = 0 where user_id = $1', [owner.id]);
    await guess(owner.email);
    expect(refusalsOf(await verify(await halfSession(user), { code: appCode(secret) }))).toEqual(['ended']);
    expect(await secondStep(await halfSession(user), new Browser(device), secret)).toEqual([]);
  });

  test('after 20 wrong codes of a day is taken on no device, and a new password does not change that', async () => {
    const { owner, secret } = await withApp();
    const user = { orgId: owner.orgId, userId: owner.id };
    const device = deviceIn(await verify(await halfSession(user), { code: appCode(secret) }))!;
    await admin.query("update users set guessed_at = 'infinity' where id = $1", [owner.id]);
    await admin.query('update second_factors set app_last_step = 0 where user_id = $1', [owner.id]);
    expect(await secondStep(await halfSession(user), new Browser(device), secret)).toEqual(['ended']);
    await anonymous().rest('POST', '/forgot-password', { email: owner.email });
    expect((await reset(await lastTokenOf(owner.id))).status).toBe(200);
    expect([await status(owner.email, NEW_PASSWORD), (await stored(owner.id)).locked]).toEqual([422, true]);
  });
});
