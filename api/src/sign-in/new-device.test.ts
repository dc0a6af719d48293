import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mailsTo, makeAccount, OLD_PASSWORD, signIn, type Account } from '../../test/account.ts';
import { admin, Client, makeOrganization, running, usePortal, type RestAnswer } from '../../test/harness.ts';
import {
  appCode,
  asViewerWithPassword,
  at,
  enrollApp,
  halfSession,
  setClock,
  verify,
} from '../../test/second-factor.ts';
import { composeMail, MAIL_COLUMNS, type MailRow } from '../mail/mail-delivery.ts';

usePortal();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';

/** A browser with the cookie of a known device, or none. */
class Browser extends Client {
  constructor(
    readonly agent = CHROME,
    readonly device = '',
  ) {
    super(null);
  }

  override get headers(): Record<string, string> {
    const { cookie, ...others } = super.headers;
    return { ...others, 'user-agent': this.agent, cookie: `${cookie}; airlog_device=${this.device}` };
  }
}

const enter = async ({ email }: Account, browser = new Browser()): Promise<RestAnswer> => {
  const answer = await signIn(email, OLD_PASSWORD, browser);
  expect(answer.status).toBe(200);
  return answer;
};
const deviceIn = ({ headers }: RestAnswer): string =>
  headers
    .getSetCookie()
    .map((cookie) => /^airlog_device=([^;]+)/.exec(cookie)?.[1])
    .find(Boolean)!;
/** The mails to a user about new devices, as they are sent. */
async function mailed({ id }: Account) {
  const { rows } = await admin.query<MailRow>(
    `select ${MAIL_COLUMNS} from mails m join users u on u.id = m.user_id join organizations o on o.id = u.org_id
      where m.user_id = $1 and m.template = 'new-device' and m.failure is null order by m.id`,
    [id],
  );
  return rows.map((mail) => composeMail(running().app.config, mail));
}

let account: Account;
beforeEach(async () => {
  setClock(new Date('2026-07-04T13:30:05Z'));
  // Mails wait, so that each is seen.
  running().app.config.smtpUrl = 'smtp://127.0.0.1:1';
  account = await makeAccount(
    {},
    await makeOrganization('ep', { name: 'Northwind <Care>', timezone: 'America/Chicago' }),
  );
});
afterEach(() => setClock());

describe('a mail about a new device', () => {
  test('is not sent at the first sign-in of an account, nor on a device that is known, and names another one', async () => {
    const device = deviceIn(await enter(account));
    await enter(account, new Browser(CHROME, device));
    expect(await mailsTo(account.id)).toEqual([]);
    await enter(account);
    const [mail] = await mailed(account);
    expect(mail!.subject).toBe('New sign-in to your Airlog account');
    expect(mail!.text).toContain('July 4, 2026 at 8:30:05 AM CDT, Chrome on Windows, address 127.0.0.1');
    expect(mail!.text).toContain('contact an administrator of Northwind <Care>.');
    expect(mail!.text).toContain('Choose a new password: http://localhost:4000/forgot-password');
    expect(mail!.html).toContain('administrator of Northwind &lt;Care&gt;.');
  });

  test('is in the language of the user', async () => {
    await admin.query("update users set locale = 'es' where id = $1", [account.id]);
    await enter(account);
    await enter(account);
    const [mail] = await mailed(account);
    expect(mail!.subject).toBe('Nuevo inicio de sesión en su cuenta de Airlog');
    expect(mail!.text).toMatch(/4 de julio de 2026.*8:30:05.*Chrome en Windows, dirección 127\.0\.0\.1/);
  });

  test('is not sent for a wrong password', async () => {
    await enter(account);
    expect((await signIn(account.email, 'not the right password', new Browser())).status).toBe(422);
    expect(await mailsTo(account.id)).toEqual([]);
  });

  test.each([
    ['Visit https://evil.test/now <b>please</b> and sign in there/1.0 (x) y', 'unknown'],
    ['', 'unknown'],
  ])('has no address, tag or sentence of a client that calls itself %p', async (agent) => {
    await enter(account);
    await enter(account, new Browser(agent));
    const [mail] = await mailed(account);
    expect(mail!.text).toContain(', address 127.0.0.1');
    expect(`${mail!.text}${mail!.html}`).not.toMatch(/evil\.test|<b>|sign in there/);
  });

  test('that waits is replaced by one with all of its sign-ins, so that a second one hides none', async () => {
    await enter(account);
    await enter(account, new Browser('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'));
    setClock(new Date('2026-07-04T13:31:00Z'));
    await enter(account);
    const mails = await mailed(account);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text.match(/^July .*$/gm)).toEqual([
      'July 4, 2026 at 8:30:05 AM CDT, Firefox on Linux, address 127.0.0.1',
      'July 4, 2026 at 8:31:00 AM CDT, Chrome on Windows, address 127.0.0.1',
    ]);
  });

  test('names the last ten sign-ins', async () => {
    await enter(account);
    for (let minute = 0; minute < 12; minute += 1) {
      setClock(new Date(`2026-07-04T13:${10 + minute}:00Z`));
      await enter(account);
    }
    const lines = (await mailed(account))[0]!.text.match(/^July .*$/gm)!;
    expect([lines.length, lines[0]]).toEqual([10, expect.stringContaining('8:12:00')]);
  });

  test('is sent five times in an hour', async () => {
    await enter(account);
    const sent = () => admin.query("update mails set state = 'sent' where user_id = $1", [account.id]);
    for (let nth = 0; nth < 7; nth += 1) {
      await enter(account);
      await sent();
    }
    expect(await mailsTo(account.id)).toEqual(Array(5).fill('new-device'));
    await admin.query("update mails set created_at = now() - interval '61 minutes' where user_id = $1", [account.id]);
    await enter(account);
    expect(await mailsTo(account.id)).toHaveLength(6);
  });
});

test('a sign-in with a second factor is mailed when it is complete', async () => {
  setClock(at(0));
  const viewer = await asViewerWithPassword();
  const { secret } = await enrollApp(viewer);
  await admin.query('delete from mails where user_id = $1', [viewer.userId]);
  const half = await halfSession(viewer);
  expect(await mailsTo(viewer.userId)).toEqual([]);
  setClock(at(60));
  await verify(half, { code: appCode(secret) });
  expect(await mailsTo(viewer.userId)).toEqual(['new-device']);
});
