import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { admin, anonymous, asViewer, make, makeOrganization, running, usePortalHere } from '../../test/harness.ts';
import { startMailServer, type MailServer } from '../../test/smtp.ts';
import { until } from '../../test/until.ts';
import { userRow } from '../db/factories.ts';
import { Context } from '../shared/context.ts';
import { deliverMail } from './mail-delivery.ts';
import { queueMail } from './mail.service.ts';
import { renderMail } from './mail-templates.ts';

usePortalHere();

const job = () => Context.of(running().app, { kind: 'jobs' }, 'a test');

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.taken.length = 0;
  Object.assign(server.replies, { rcpt: '250 OK', data: '250 Taken', dropAfterData: false });
  running().app.config.smtpUrl = server.url;
});

async function recipient(overrides: Record<string, unknown> = {}) {
  const orgId = await makeOrganization('ep', { name: 'Northwind & Sons' });
  const row = userRow(orgId, { email_verified_at: null, first_name: 'Ana', last_name: 'Ruiz & Cruz', ...overrides });
  return { id: await make('users', row), orgId, email: row.email as string };
}

const queued = async (userId: number, template: Parameters<typeof queueMail>[2] = 'invitation') =>
  job().asAuth('write', (em) => queueMail(em, userId, template));
const rowsOf = async (userId: number) =>
  (
    await admin.query('select id, state, failure, attempts, link_cipher from mails where user_id = $1 order by id', [
      userId,
    ])
  ).rows as { id: number; state: string; failure: string | null; attempts: number; link_cipher: string | null }[];
const statesOf = async (userId: number) => (await rowsOf(userId)).map(({ state }) => state);
/** Whether an attempt has failed, and none is running. */
const wasTried = async (userId: number) =>
  (await admin.query('select from mails where user_id = $1 and attempts > 0 and claimed_until is null', [userId]))
    .rowCount === 1;
/** The mails that the server took for an address: those of earlier tests may still be tried again. */
const takenFor = (email: string) => server.taken.filter(({ to }) => to === email);
/** The body of a taken mail, decoded. */
const textOf = (data: string) =>
  data
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));

describe('a mail', () => {
  test('is sent once, as text and HTML, in the language of its recipient, and the secret of its link is deleted', async () => {
    const { id, email } = await recipient({ locale: 'es' });
    await queued(id);
    await until(async () => (await statesOf(id))[0] === 'sent');
    expect(server.taken.map(({ to }) => to)).toEqual([email]);
    const text = textOf(server.taken[0]!.data);
    expect(text).toContain('From: Airlog <no-reply@localhost>');
    expect(text).toContain('Auto-Submitted: auto-generated');
    expect(text).toMatch(/Content-Type: text\/plain[^]*Content-Type: text\/html/);
    expect(text).toContain('Hola, Ana Ruiz & Cruz:');
    expect(text).toContain('Hola, Ana Ruiz &amp; Cruz:');
    expect(text).toMatch(/http:\/\/localhost:4000\/accept-invitation#[0-9a-f-]{36}\.[\w-]{43}/);
    expect(await rowsOf(id)).toMatchObject([{ state: 'sent', attempts: 1, link_cipher: null }]);
  });

  test('carries no name that holds an address: such a name is older than the rule of names', async () => {
    const { id } = await recipient({ first_name: 'Your parcel waits: open', last_name: 'evil.example/x now' });
    await queued(id);
    await until(async () => (await statesOf(id))[0] === 'sent');
    const text = textOf(server.taken[0]!.data);
    expect(text).toContain('\r\nHello,\r\n');
    expect(text).toContain('<p style="margin:0 0 16px;">Hello,</p>');
    expect(text).not.toMatch(/parcel|evil/);
  });

  test('does not exist when the transaction that wrote it fails', async () => {
    const { id } = await recipient();
    await expect(
      job().asAuth('write', async (em) => {
        await queueMail(em, id, 'invitation');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rowsOf(id)).toEqual([]);
  });

  test('is replaced by a newer one of its kind that is asked for before it is sent', async () => {
    running().app.config.smtpUrl = 'smtp://127.0.0.1:1';
    const { id } = await recipient();
    await queued(id);
    await queued(id);
    expect((await rowsOf(id)).map(({ failure }) => failure)).toEqual(['replaced', null]);
    const { rows } = await admin.query('select purpose from account_links where user_id = $1', [id]);
    expect(rows).toEqual([{ purpose: 'invitation' }]);
  });

  test('to a user of another organization cannot be added by staff', async () => {
    const [viewer, outsider] = [await asViewer(), await recipient()];
    await admin.query('begin');
    try {
      await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
        String(viewer.orgId),
        String(viewer.userId),
      ]);
      await admin.query('set local role airlog_org');
      await expect(admin.query("select queue_mail($1, 'phone-changed')", [outsider.id])).rejects.toThrow(
        'There is no user',
      );
    } finally {
      await admin.query('rollback');
    }
  });
});

describe('while the mail server is down', () => {
  test('a mail waits, and is sent once when the server is back: the same link, with its time from then', async () => {
    running().app.config.smtpUrl = 'smtp://127.0.0.1:1';
    const { id, email } = await recipient({ email_verified_at: new Date() });
    await queued(id, 'password-reset');
    await until(() => wasTried(id));
    // An hour later.
    await admin.query("update account_links set expires_at = now() - interval '30 minutes' where user_id = $1", [id]);
    const [mail] = await rowsOf(id);
    await expect(deliverMail(job(), mail!.id)).rejects.toThrow('did not take a mail');
    expect(await statesOf(id)).toEqual(['queued']);
    running().app.config.smtpUrl = server.url;
    await Promise.all(Array.from({ length: 5 }, () => deliverMail(job(), mail!.id).catch(() => undefined)));
    await until(async () => (await statesOf(id))[0] === 'sent');
    await deliverMail(job(), mail!.id);
    expect(takenFor(email)).toHaveLength(1);
    const { rows } = await admin.query(
      "select expires_at between now() + interval '29 minutes' and now() + interval '30 minutes' as fresh from account_links where user_id = $1",
      [id],
    );
    expect(rows).toEqual([{ fresh: true }]);
  });

  test('for an hour, mails of every kind wait, and each is sent once', async () => {
    running().app.config.smtpUrl = 'smtp://127.0.0.1:1';
    const { id, email } = await recipient({ email_verified_at: new Date() });
    const kinds = ['password-reset', 'password-changed', 'second-factor-reset', 'phone-changed'] as const;
    for (const kind of kinds) await queued(id, kind);
    await until(async () => (await rowsOf(id)).every(({ attempts }) => attempts > 0));
    await admin.query("update mails set created_at = now() - interval '1 hour' where user_id = $1", [id]);
    running().app.config.smtpUrl = server.url;
    const mails = await rowsOf(id);
    // Two nodes at once, and the jobs that are tried again.
    await Promise.all([...mails, ...mails].map((mail) => deliverMail(job(), mail.id).catch(() => undefined)));
    await until(async () => (await statesOf(id)).every((state) => state === 'sent'));
    expect(takenFor(email)).toHaveLength(kinds.length);
  });

  test.each([['421 Busy'], ['451 Try later']])('a temporary refusal (%s) is tried again', async (rcpt) => {
    server.replies.rcpt = rcpt;
    const { id, email } = await recipient();
    await queued(id);
    await until(() => wasTried(id));
    server.replies.rcpt = '250 OK';
    await until(async () => (await statesOf(id))[0] === 'sent');
    expect(takenFor(email)).toHaveLength(1);
  });

  test('a connection that ends without a reply to the mail is tried again with the same Message-ID', async () => {
    server.replies.dropAfterData = true;
    const { id, email } = await recipient();
    await queued(id);
    await until(() => takenFor(email).length > 0);
    server.replies.dropAfterData = false;
    await until(async () => (await statesOf(id))[0] === 'sent');
    const ids = takenFor(email).map(({ data }) => /^Message-ID: (.*)$/im.exec(data)![1]);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  test('a mail that waits for more than a day is given up, and its link secret is deleted', async () => {
    running().app.config.smtpUrl = 'smtp://127.0.0.1:1';
    const { id } = await recipient();
    await queued(id);
    await until(() => wasTried(id));
    await admin.query("update mails set created_at = now() - interval '25 hours' where user_id = $1", [id]);
    await until(async () => (await statesOf(id))[0] === 'failed');
    expect(await rowsOf(id)).toMatchObject([{ failure: 'expired', link_cipher: null }]);
  });

  test('a mail stays claimed by the node that sends it, however slow its mail server is', async () => {
    // It greets, and says nothing more.
    const silent = createServer((socket) => void socket.write('220 slow\r\n'));
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket.on('error', () => undefined)));
    running().app.config.smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { id } = await recipient();
    await queued(id);
    await until(() => sockets.length === 1);
    await admin.query("update mails set claimed_until = now() + interval '20 seconds' where user_id = $1", [id]);
    const renewed = "select from mails where user_id = $1 and claimed_until > now() + interval '40 seconds'";
    await until(async () => (await admin.query(renewed, [id])).rowCount === 1);
    expect(sockets).toHaveLength(1);
    running().app.config.smtpUrl = server.url;
    sockets[0]!.destroy();
    silent.close();
    await until(async () => (await statesOf(id))[0] === 'sent');
    expect(server.taken).toHaveLength(1);
  });

  test('a mail that another node has taken is left to it, and tried again', async () => {
    running().app.config.smtpUrl = 'smtp://127.0.0.1:1';
    const { id } = await recipient();
    await queued(id);
    await until(() => wasTried(id));
    await admin.query("update mails set claimed_until = now() + interval '1 hour' where user_id = $1", [id]);
    running().app.config.smtpUrl = server.url;
    await expect(deliverMail(job(), (await rowsOf(id))[0]!.id)).rejects.toThrow('Another node');
    expect(server.taken).toEqual([]);
  });
});

describe('an address that the mail server refuses for good', () => {
  test('gets no mail any more, in any case of its letters', async () => {
    server.replies.rcpt = '550 No such mailbox';
    const { id, email } = await recipient();
    await queued(id);
    await until(async () => (await statesOf(id))[0] === 'failed');
    expect(await rowsOf(id)).toMatchObject([{ failure: '550', link_cipher: null }]);
    const { rows } = await admin.query('select reason from suppressed_emails where email = $1', [email]);
    expect(rows).toEqual([{ reason: '550' }]);
    server.replies.rcpt = '250 OK';
    await admin.query('update users set email = upper(email) where id = $1', [id]);
    await queued(id);
    await until(async () => (await statesOf(id))[1] === 'suppressed');
    expect(server.taken).toEqual([]);
  });

  test('is not one whose mail was refused for its content', async () => {
    server.replies.data = '554 Looks like spam';
    const { id, email } = await recipient();
    await queued(id);
    await until(async () => (await statesOf(id))[0] === 'failed');
    const { rows } = await admin.query('select from suppressed_emails where email = $1', [email]);
    expect([await rowsOf(id), rows]).toMatchObject([[{ failure: '554' }], []]);
  });
});

test('a failed attempt logs neither the address nor the link', async () => {
  const logged: string[] = [];
  for (const level of ['error', 'warn', 'info'] as const)
    jest
      .spyOn(running().app.log, level)
      .mockImplementation(
        (...args: unknown[]) => void logged.push(String((args[0] as { err?: Error }).err), JSON.stringify(args)),
      );
  running().app.config.smtpUrl = 'smtp://127.0.0.1:1';
  const { id, email } = await recipient();
  await queued(id);
  await until(() => logged.some((line) => line.includes('MailServerUnavailable')));
  jest.restoreAllMocks();
  expect(logged.join('\n')).not.toMatch(new RegExp(`${email}|accept-invitation`));
});

describe('the outbox of a trial', () => {
  const outbox = (accept: string) => anonymous().rest('GET', '/dev/outbox', undefined, { accept });

  test('shows the newest mails with their links, as a page and as JSON', async () => {
    running().app.config.smtpUrl = undefined;
    const { id, email } = await recipient();
    await queued(id);
    await until(async () => (await statesOf(id))[0] === 'sent');
    const { body } = await outbox('application/json');
    expect(body.mails[0]).toMatchObject({
      to: email,
      state: 'sent',
      subject: 'Northwind & Sons invites you to Airlog',
    });
    const link = /http:\S+#\S+/.exec(body.mails[0].text as string)![0];
    const page = await outbox('text/html');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain(`<a href="${link}">`);
    expect(page.text).toContain('Ana Ruiz &amp; Cruz');
  });

  test.each([
    ['without demo data', { demo: false, smtpUrl: undefined }],
    ['with a mail server', { demo: true, smtpUrl: 'smtp://127.0.0.1:1' }],
  ])('does not exist %s', async (_where, config) => {
    const before = { ...running().app.config };
    Object.assign(running().app.config, config);
    const answers = [await outbox('application/json'), await outbox('text/html')];
    Object.assign(running().app.config, before);
    for (const { status, text } of answers) expect([status, text]).toEqual([404, '{"message":"Not found."}']);
  });
});

test.each(['en', 'es'] as const)('every template has all of its texts in %s', (locale) => {
  const facts = { portal: 'Airlog', organization: 'Northwind', name: 'Ana Ruiz', email: 'ana@example.test' };
  for (const template of [
    'access-changed',
    'api-key-changed',
    'api-key-revoked',
    'invitation',
    'password-changed',
    'password-reset',
    'password-reset-by-administrator',
    'phone-changed',
    'recovery-codes-renewed',
    'second-factor-added',
    'second-factor-removed',
    'second-factor-reset',
    'token-created',
    'token-deleted',
  ] as const) {
    const { subject, text, html } = renderMail(locale, template, facts, 'https://portal.example/x#y');
    expect([template, `${subject}${text}${html}`]).toEqual([
      template,
      expect.not.stringMatching(/mail\.|{{|undefined/),
    ]);
    expect(text).toContain('https://portal.example/x#y');
  }
});
