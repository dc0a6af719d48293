import { beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { NEW_PASSWORD, signIn } from '../../test/account.ts';
import { admin, anonymous, asViewer, running, superuserUrl, usePortal } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { firstRunOf } from './first-run.ts';
import { inviteFirstUser, type FirstUserAsked } from './first-user.command.ts';

usePortal();

const EMAIL = 'ada@example.test';
const invite = (asked: Partial<FirstUserAsked> = {}) =>
  inviteFirstUser(admin, running().app.config, { email: EMAIL, ...asked });
const tokenOf = (link: string) => link.slice(link.indexOf('#') + 1);
const accept = (link: string) =>
  anonymous().rest('POST', '/accept-invitation', {
    token: tokenOf(link),
    password: NEW_PASSWORD,
    password_confirmation: NEW_PASSWORD,
  });
const users = async () =>
  (await admin.query<{ email: string }>('select email from users order by id')).rows.map(({ email }) => email);

beforeEach(async () => {
  await admin.query('delete from sessions; delete from user_credentials; delete from mails; delete from account_links');
  await admin.query(
    'delete from user_roles; delete from users; delete from organizations; delete from attempt_counters',
  );
});

describe('the first user', () => {
  test('is a support administrator of a new support organization, who sets the password with the printed link and signs in', async () => {
    const { email, organization, link, until } = await invite({ name: '  Ada  King Lovelace ', locale: 'es' });
    expect([email, organization]).toEqual([EMAIL, 'Airlog Support']);
    expect(link).toMatch(/^http:\/\/localhost:4000\/accept-invitation#[0-9a-f-]{36}\.[\w-]{43}$/);
    expect(Math.round((until.getTime() - Date.now()) / 3_600_000)).toBe(168);
    const { rows } = await admin.query(
      `select u.first_name, u.last_name, u.locale, u.user_type, r.name as role, o.locale as language, o.active, o.draft, t.kind,
              exists (select from user_credentials c where c.user_id = u.id) as "hasPassword"
         from users u join user_roles x on x.user_id = u.id join roles r on r.id = x.role_id
         join organizations o on o.id = u.org_id join organization_types t on t.id = o.type_id`,
    );
    expect(rows).toEqual([
      {
        first_name: 'Ada',
        last_name: 'King Lovelace',
        locale: 'es',
        user_type: 'Organization',
        role: 'support.admin',
        language: 'es',
        active: true,
        draft: false,
        kind: 'support',
        hasPassword: false,
      },
    ]);
    expect((await accept(link)).status).toBe(200);
    expect((await accept(link)).status).toBe(422);
    expect((await signIn(EMAIL, NEW_PASSWORD)).status).toBe(200);
  });

  test('has the audit line of the command, which names no actor, and gets the mail of an invitation', async () => {
    await invite();
    const { rows: lines } = await admin.query(
      "select l.actor_user_id, l.outcome, l.properties from audit_log l join users u on l.properties ->> 'user' = u.id::text where l.operation = 'Command.first-user'",
    );
    const { rows: made } = await admin.query<{ id: number }>('select id from users');
    expect(lines).toEqual([
      { actor_user_id: null, outcome: 'done', properties: { user: made[0]!.id, renewed: false } },
    ]);
    const { rows: mails } = await admin.query('select template, email from mails');
    expect(mails).toEqual([{ template: 'invitation', email: EMAIL }]);
  });

  test('gets the same link by mail, and may use it after the mail was sent', async () => {
    const { link } = await invite();
    await until(async () => (await admin.query("select from mails where state = 'sent'")).rowCount === 1);
    const { body } = await anonymous().rest('GET', '/dev/outbox', undefined, { accept: 'application/json' });
    expect(body.mails[0].text).toContain(link);
    expect((await accept(link)).status).toBe(200);
  });

  test('has a name when none is given', async () => {
    await invite();
    const { rows } = await admin.query('select first_name, last_name from users');
    expect(rows).toEqual([{ first_name: 'Support', last_name: 'Administrator' }]);
  });

  test.each<[Partial<FirstUserAsked>, string]>([
    [{ email: 'ada' }, '--email: Enter a valid email address.'],
    [{ email: undefined }, '--email: This field is required.'],
    [{ name: 'Ada' }, '--name must be a first and a last name'],
    [{ name: '' }, '--name must be a first and a last name'],
    [{ name: `Ada ${'x'.repeat(101)}` }, '--name: '],
    [{ name: 'Ada https://evil.test' }, '--name: '],
    [{ locale: 'fr' }, '--locale must be en or es, not "fr"'],
  ])('is refused with the flag that is wrong, and nothing is made: %j', async (asked, refusal) => {
    await expect(invite(asked)).rejects.toThrow(refusal);
    const { rows } = await admin.query('select from organizations');
    expect([await users(), rows.length]).toEqual([[], 0]);
  });

  test('is made once by two commands at the same time', async () => {
    const other = new pg.Client({ connectionString: superuserUrl() });
    await other.connect();
    const both = await Promise.allSettled([
      invite(),
      inviteFirstUser(other, running().app.config, { email: 'eve@example.test' }),
    ]);
    await other.end();
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await users()).toHaveLength(1);
  });

  test('is not made with other secrets than those of the database', async () => {
    const { config } = running().app;
    const key = Buffer.alloc(32, 7);
    const other = { ...config, encryptionKey: key, encryptionKeys: [key] };
    await expect(inviteFirstUser(admin, other, { email: EMAIL })).rejects.toThrow('ENCRYPTION_KEY does not contain');
    expect(await users()).toEqual([]);
  });
});

describe('a support administrator that exists', () => {
  test('keeps another one from being made, unless --another asks for it', async () => {
    await invite();
    await expect(invite({ email: 'eve@example.test' })).rejects.toThrow(
      /^There is a support administrator already: ada@example\.test \(invited until .* UTC\)\. Nothing was changed\. Add --another/,
    );
    expect(await users()).toEqual([EMAIL]);
    const { organization } = await invite({ email: 'eve@example.test', another: true });
    const { rows } = await admin.query('select from organizations');
    expect([await users(), organization, rows.length]).toEqual([[EMAIL, 'eve@example.test'], 'Airlog Support', 1]);
  });

  test('with an open invitation gets a new link by --renew, and the earlier one ends', async () => {
    const { link: first } = await invite();
    await expect(invite({ email: 'ADA@example.test' })).rejects.toThrow(
      /^ada@example\.test is a user already \(support\.admin, invited until .*\)\. Nothing was changed\. Add --renew/,
    );
    await admin.query("update users set invitation_expires_at = now() - interval '1 day'");
    await expect(invite({ another: true })).rejects.toThrow('invitation expired');
    const { link } = await invite({ renew: true });
    expect((await accept(first)).status).toBe(422);
    expect((await accept(link)).status).toBe(200);
    expect(await users()).toEqual([EMAIL]);
  });

  test.each([
    ['active = false', 'deactivated', 'with another address and --another'],
    ['locked = true', 'locked', 'with another address and --another'],
    ['email_verified_at = now()', 'active', 'http://localhost:4000/forgot-password'],
  ])('is refused with its state, also with --renew and --another: %s', async (change, state, advice) => {
    await invite();
    await admin.query(`update users set ${change}`);
    const refused = expect(invite({ another: true, renew: true })).rejects;
    await refused.toThrow(`${EMAIL} is a user already (support.admin, ${state}). Nothing was changed.`);
    await expect(invite()).rejects.toThrow(advice);
  });

  test('is no invited user of another role, who gets no link', async () => {
    const { userId } = await asViewer();
    const { rows } = await admin.query<{ email: string }>(
      'update users set email_verified_at = null where id = $1 returning email',
      [userId],
    );
    await expect(invite({ email: rows[0]!.email, renew: true, another: true })).rejects.toThrow(
      'Give another address.',
    );
    const { rows: links } = await admin.query('select from account_links');
    expect(links).toEqual([]);
  });

  test('is not there for --renew with an address that no user has', async () => {
    await expect(invite({ renew: true })).rejects.toThrow(`No user has the address ${EMAIL}.`);
    expect(await users()).toEqual([]);
  });
});

describe('the first run', () => {
  test('is over for ever with the first user, and is asked for until then', async () => {
    const { db } = running().app;
    const isNow = firstRunOf(db);
    expect([await isNow(), await isNow()]).toEqual([true, true]);
    await invite();
    expect(await isNow()).toBe(false);
    await admin.query('delete from mails; delete from account_links; delete from user_roles; delete from users');
    expect([await isNow(), await firstRunOf(db)()]).toEqual([false, true]);
  });
});
