import { beforeEach, describe, expect, test } from '@jest/globals';
import { makeAccount } from '../../test/account.ts';
import { admin, Client, running, usePortalHere } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { Context } from '../shared/context.ts';
import { queueMail } from './mail.service.ts';

const SECRET = 'a secret of the mail server, of 32 characters and more';
usePortalHere({ mailBounceSecret: SECRET });

// All requests come from one address.
beforeEach(() => admin.query('delete from attempt_counters'));

const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`airlog:${password}`).toString('base64')}`,
});
/** A request of a mail server, which has no cookie and no CSRF token. */
async function report(body: unknown, headers: Record<string, string> = basic(SECRET)) {
  const response = await fetch(`${new Client(null).origin}/api/mail/bounces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answer, retryAfter: response.headers.get('retry-after') };
}
const bounced = (email: string, status = '5.1.1') => report({ bounces: [{ email, status }] });
const suppressed = async (email: string) =>
  (await admin.query('select email, reason from suppressed_emails where lower(email) = lower($1)', [email])).rows;

describe('a mail that came back', () => {
  test('ends the mails to its address: the next one is not sent', async () => {
    const { id, email } = await makeAccount();
    expect(await bounced(email.toUpperCase())).toMatchObject({ status: 200, body: { data: { received: 1 } } });
    expect(await suppressed(email)).toEqual([{ email, reason: '5.1.1' }]);
    await Context.of(running().app, { kind: 'jobs' }, 'a test').asAuth('write', (em) =>
      queueMail(em, id, 'password-changed'),
    );
    await until(async () => {
      const { rows } = await admin.query('select state from mails where user_id = $1', [id]);
      return rows[0].state === 'suppressed';
    });
  });

  test('that is reported again, also ten times at once, is one line with the same answer', async () => {
    const { email } = await makeAccount();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bounced(email, '550')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect((await bounced(email, '554')).status).toBe(200);
    expect(await suppressed(email)).toEqual([{ email, reason: '550' }]);
  });

  test.each(['550', '551', '553', '5.1.1', '5.1.10', '5.2.1'])(
    'because of its address (%s) ends them',
    async (status) => {
      const { email } = await makeAccount();
      expect((await bounced(email, status)).status).toBe(200);
      expect(await suppressed(email)).toEqual([{ email, reason: status }]);
    },
  );

  test.each(['4.2.2', '421', '250', '2.0.0', '552', '554', '5.2.2', '5.7.1'])(
    'for another reason (%s) ends nothing',
    async (status) => {
      const { email } = await makeAccount();
      expect((await bounced(email, status)).status).toBe(200);
      expect(await suppressed(email)).toEqual([]);
    },
  );

  test('from an address that no user has ends nothing', async () => {
    expect((await bounced('unknown@example.test')).status).toBe(200);
    expect(await suppressed('unknown@example.test')).toEqual([]);
  });
});

describe('the mail server', () => {
  test.each<[string, Record<string, string>]>([
    ['without a secret', {}],
    ['with a wrong secret', basic(`${SECRET}x`)],
    ['with an empty secret', basic('')],
    ['with the secret in another place', { 'x-secret': SECRET }],
    ['with a token', { authorization: `Bearer ${SECRET}` }],
    ['with a header that is no credential', { authorization: 'Basic %%%' }],
  ])('%s is refused, and nothing is stored', async (_how, headers) => {
    const { email } = await makeAccount();
    expect((await report({ bounces: [{ email, status: '550' }] }, headers)).status).toBe(401);
    expect(await suppressed(email)).toEqual([]);
  });

  test('with 10 wrong secrets in 15 minutes is refused with the right one too', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await report({}, basic('wrong'))).status).toBe(401);
    const refused = await report({ bounces: [] });
    expect([refused.status, Number(refused.retryAfter) > 800]).toEqual([429, true]);
    await admin.query("update attempt_counters set window_started_at = now() - interval '16 minutes'");
    expect((await report({ bounces: [] })).status).toBe(200);
  });

  test('gets 404 where no secret is configured', async () => {
    running().app.config.mailBounceSecret = undefined;
    try {
      expect((await report({ bounces: [] }, basic('undefined'))).status).toBe(404);
    } finally {
      running().app.config.mailBounceSecret = SECRET;
    }
  });

  test('is no page of another site', async () => {
    expect((await report({ bounces: [] }, { ...basic(SECRET), 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

test.each<[unknown, number]>([
  [{}, 422],
  [{ bounces: 'x' }, 422],
  [{ bounces: [{ email: 'a@b.test' }] }, 422],
  [{ bounces: [{ email: 'a@b.test', status: 'gone' }] }, 422],
  [{ bounces: [{ email: 'a@b.test', status: '5.1.1.1' }] }, 422],
  [{ bounces: [{ email: `${'x'.repeat(250)}@b.test`, status: '550' }] }, 422],
  [{ bounces: Array.from({ length: 200 }, () => ({ email: 'a@b.test', status: '550' })) }, 200],
  [{ bounces: Array.from({ length: 201 }, () => ({ email: 'a@b.test', status: '550' })) }, 422],
  ['{', 400],
])('a report %# is answered by %i', async (body, status) => {
  expect((await report(body)).status).toBe(status);
});
