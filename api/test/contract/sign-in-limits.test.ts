import { request } from 'node:http';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';

// Counts the comparisons, and lets a test hold them.
const argon2 = await import('@node-rs/argon2');
let comparing = 0;
let compared: string[] = [];
let gate: Promise<void> = Promise.resolve();
jest.unstable_mockModule('@node-rs/argon2', () => ({
  ...argon2,
  verify: async (hash: string, password: string) => {
    compared.push(/^\$argon2id\$[^$]+\$[^$]+/.exec(hash)![0]);
    comparing += 1;
    await gate;
    comparing -= 1;
    return argon2.verify(hash, password);
  },
}));
const harness = await import('../harness.ts');
const { anonymous, make, makeOrganization, running, usePortalHere } = harness;
const { hashPassword } = await import('../../src/sign-in/password.ts');
const { userRow } = await import('../../src/db/factories.ts');
const { signInStatements } = await import('../sign-in-statements.ts');
const { until } = await import('../until.ts');

usePortalHere({ signInsPerMinute: 10 });

const RIGHT = 'correct horse battery staple';
let hash: string;
beforeEach(async () => {
  hash ??= await hashPassword(RIGHT);
  compared = [];
});

async function makeAccount(): Promise<string> {
  const orgId = await makeOrganization();
  const row = userRow(orgId, {});
  const id = await make('users', row);
  await harness.admin.query('insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, $3)', [
    orgId,
    id,
    hash,
  ]);
  return row.email as string;
}

let addresses = 1;
/** A loopback address that no test has used. */
const newAddress = () => `127.0.${Math.floor((addresses += 1) / 250)}.${1 + (addresses % 250)}`;

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: { message: string };
}
/** Posts from an address of this machine. */
function post(from: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      port: running().port,
      host: '127.0.0.1',
      localAddress: from,
      agent: false,
      method: 'POST',
      path,
      headers: { ...anonymous().headers, 'content-type': 'application/json', ...headers },
    } as const;
    request(options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          retryAfter: answer.headers['retry-after'],
          body: JSON.parse(text) as Answer['body'],
        }),
      );
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}
const signIn = (from: string, email: string, password = RIGHT, headers: Record<string, string> = {}) =>
  post(from, '/login', { email, password }, headers);
const unknown = () => `account${(addresses += 1)}@nowhere.test`;

describe('an address that fails to sign in ten times in a minute', () => {
  test('is refused with 429 and Retry-After, with any account and also with the right password', async () => {
    const [from, email] = [newAddress(), await makeAccount()];
    for (let failure = 1; failure <= 10; failure += 1) expect((await signIn(from, unknown(), 'x')).status).toBe(422);
    compared = [];
    const refused = await signIn(from, email);
    expect([refused.status, refused.body]).toEqual([429, { message: 'Too Many Attempts.' }]);
    expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(1);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60);
    expect((await signIn(from, email, RIGHT, { 'accept-language': 'es' })).body.message).toBe('Demasiados intentos.');
    // Not even the account's own counter has moved, and no password was compared.
    expect(compared).toEqual([]);
    const forwarded = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    expect((await signIn(from, email, RIGHT, forwarded)).status).toBe(429);
    expect((await signIn(newAddress(), email)).status).toBe(200);
  });

  test('gets the same refusal over GraphQL: TOO_MANY, 429 and Retry-After', async () => {
    const from = newAddress();
    const query = 'mutation($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }';
    const mutation = (headers = {}) =>
      post(from, '/graphql', { query, variables: { input: { email: unknown(), password: 'x' } } }, headers);
    for (let failure = 1; failure <= 10; failure += 1)
      expect(await mutation()).toMatchObject({
        status: 200,
        body: { data: { signIn: { userErrors: [{ code: 'credentials' }] } } },
      });
    const { status, retryAfter, body } = await mutation({ 'accept-language': 'es' });
    expect([status, Number(retryAfter) >= 1]).toEqual([429, true]);
    expect(body).toMatchObject({ errors: [{ message: 'Demasiados intentos.', extensions: { code: 'TOO_MANY' } }] });
  });

  test.each([
    [59, 429],
    [61, 422],
  ])('%i seconds after the first failure gets %i', async (seconds, status) => {
    const from = newAddress();
    for (let failure = 1; failure <= 10; failure += 1) await signIn(from, unknown(), 'x');
    const { rowCount } = await harness.admin.query(
      'update attempt_counters set window_started_at = now() - make_interval(secs => $1) where key = $2',
      [seconds, `sign-in-address:${from}`],
    );
    expect(rowCount).toBe(1);
    expect((await signIn(from, unknown(), 'x')).status).toBe(status);
  });

  test('cannot fail more often with parallel sign-ins', async () => {
    const from = newAddress();
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(from, unknown(), 'x')));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(compared).toHaveLength(10);
  });
});

describe('twelve parallel sign-ins with the right password all succeed', () => {
  const all = async (attempts: (() => Promise<Answer>)[]) =>
    (await Promise.all(attempts.map((attempt) => attempt()))).map(({ status }) => status);
  const TWELVE = Array<number>(12).fill(200);

  test('of one account, from one address', async () => {
    const [from, email] = [newAddress(), await makeAccount()];
    expect(await all(TWELVE.map(() => () => signIn(from, email)))).toEqual(TWELVE);
  });

  test('of one account, from twelve addresses', async () => {
    const email = await makeAccount();
    expect(await all(TWELVE.map(() => () => signIn(newAddress(), email)))).toEqual(TWELVE);
  });

  test('of twelve accounts, from one address that has failed nine times', async () => {
    const from = newAddress();
    const emails: string[] = [];
    for (const _one of TWELVE) emails.push(await makeAccount());
    for (let failure = 1; failure <= 9; failure += 1) await signIn(from, unknown(), 'x');
    expect(await all(emails.map((email) => () => signIn(from, email)))).toEqual(TWELVE);
  });
});

test('a node compares four passwords at once, 64 wait, and one more is 503 with Retry-After', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const waiting = Array.from({ length: 68 }, () => signIn(newAddress(), unknown(), 'x'));
  await until(() => comparing === 4);
  let busy: Answer | undefined;
  // The last of them may still be on their way.
  await until(async () => {
    const attempt = signIn(newAddress(), unknown(), 'x');
    waiting.push(attempt);
    void attempt.then((answer) => (busy ??= answer)); // none of those that wait is answered yet
    await Promise.race([attempt, new Promise<void>((done) => setTimeout(done, 500))]);
    return busy;
  });
  expect([busy!.status, busy!.retryAfter]).toEqual([503, '5']);
  expect(comparing).toBe(4);
  resolve();
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(68);
  expect(compared).toHaveLength(68);
});

test('an unknown account costs what a known one does: one comparison of the same cost, and the same statements', async () => {
  const costOf = async (email: string) => {
    const from = newAddress();
    compared = [];
    const sent = await signInStatements(async () => {
      for (let attempt = 1; attempt <= 6; attempt += 1) expect((await signIn(from, email, 'x')).status).toBe(422);
    });
    return { compared, statements: sent.map((sql) => sql.replace(/'[^']*'/g, '?')) };
  };
  const known = await costOf(await makeAccount());
  expect(known.compared).toHaveLength(6);
  expect(known.statements.length).toBeGreaterThanOrEqual(18);
  expect(await costOf(unknown())).toEqual(known);
});
