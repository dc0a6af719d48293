import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Client } from '../harness.ts';

// Counts the comparisons with each stored hash, and really compares.
const password = await import('../../src/sign-in/password.ts');
const compared: (string | null)[] = [];
jest.unstable_mockModule('../../src/sign-in/password.ts', () => ({
  ...password,
  verifyPassword: (stored: string | null, typed: string) => {
    compared.push(stored);
    return password.verifyPassword(stored, typed);
  },
}));
const harness = await import('../harness.ts');
const { anonymous, asViewer, Client: ClientWith, make, makeOrganization, running, usePortalHere } = harness;
const { createSchema } = await import('../../src/schema.ts');
const { userRow } = await import('../../src/db/factories.ts');
const { sessionCookies } = await import('../../src/auth/cookies.ts');
const { restOperations, rootFields } = await import('./operations.ts');
const { matrix } = await import('../../src/auth/matrix.ts');

usePortalHere();

const RIGHT = 'correct horse battery staple';
const hash = await password.hashPassword(RIGHT);
const VIEWER = '{ viewer { user { email } } }';

interface Account {
  id: number;
  orgId: number;
  email: string;
}

async function makeAccount(
  overrides: Record<string, unknown> = {},
  { second_factor = null as string | null, org = {} } = {},
): Promise<Account> {
  const orgId = await makeOrganization('ep', org);
  const row = userRow(orgId, overrides);
  const id = await make('users', row);
  await harness.admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)', [orgId, id]);
  await harness.admin.query(
    'insert into user_credentials (org_id, user_id, password_hash, second_factor) values ($1, $2, $3, $4)',
    [orgId, id, hash, second_factor],
  );
  return { id, orgId, email: row.email as string };
}

const signIn = (email: string, typed = RIGHT, client: Client = anonymous()) =>
  client.rest('POST', '/login', { email, password: typed });

/** The documented field `locked`, and whether the lock is one of an administrator. */
const lockOf = async (id: number): Promise<unknown> =>
  (
    await harness.admin.query(
      'select a.locked, u.locked as "byAdministrator" from users u join user_accounts a on a.id = u.id where u.id = $1',
      [id],
    )
  ).rows[0];

/** The session id that a response sets, if any. */
function sessionOf(headers: Headers): string | undefined {
  return headers
    .getSetCookie()
    .map((cookie) => /^airlog_session=([^;]+)/.exec(cookie)?.[1])
    .find(Boolean);
}

beforeEach(() => {
  compared.length = 0;
});

describe('signing in', () => {
  test('returns the same answer for unknown, wrong, locked, inactive, unverified, invited and closed accounts, and compares a password each time', async () => {
    const invited = userRow(await makeOrganization());
    await make('users', invited);
    const refused: Record<string, string> = {
      unknown: 'unknown@example.test',
      wrong: (await makeAccount()).email,
      'locked by an administrator': (await makeAccount({ locked: true })).email,
      'guessed at': (await makeAccount({ guessed_at: new Date() })).email,
      inactive: (await makeAccount({ active: false })).email,
      unverified: (await makeAccount({ email_verified_at: null })).email,
      'of an inactive organization': (await makeAccount({}, { org: { active: false } })).email,
      'without a password': invited.email as string,
    };
    const answers: Record<string, unknown> = {};
    for (const [kind, email] of Object.entries(refused)) {
      compared.length = 0;
      const { status, text, headers } = await signIn(email, kind === 'wrong' ? 'incorrect' : RIGHT);
      const seen = Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)));
      answers[kind] = { status, text, seen, compared: compared.length };
    }
    expect(answers.unknown).toMatchObject({ status: 422, compared: 1 });
    for (const kind of Object.keys(refused)) expect([kind, answers[kind]]).toEqual([kind, answers.unknown]);
  });

  test('gives GraphQL and REST the same refusal and the same session', async () => {
    const { email } = await makeAccount();
    const mutation =
      'mutation($input: SignInInput!) { signIn(input: $input) { viewer { user { email } } verificationRequired userErrors { field code } } }';
    const wrong = await anonymous().gql(mutation, { input: { email, password: 'incorrect' } });
    expect(wrong.data.signIn).toEqual({
      viewer: null,
      verificationRequired: false,
      userErrors: [{ field: 'email', code: 'credentials' }],
    });
    const right = await anonymous().gql(mutation, { input: { email: email.toUpperCase(), password: RIGHT } });
    expect(right.data.signIn).toEqual({ viewer: { user: { email } }, verificationRequired: false, userErrors: [] });
  });

  test('compares at most five times in 15 minutes, even with 50 at once; then the right password is refused and the account is locked', async () => {
    const { email, id } = await makeAccount();
    const before = sessionOf((await signIn(email)).headers)!;
    compared.length = 0;
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(email, 'incorrect')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(compared.filter((stored) => stored === hash)).toHaveLength(5);
    expect(compared).toHaveLength(50);
    expect((await signIn(email)).status).toBe(422);
    expect(await lockOf(id)).toEqual({ locked: true, byAdministrator: false });
    // A lock must not sign a colleague out.
    expect((await new ClientWith(before).gql(VIEWER)).data.viewer.user.email).toBe(email);
  });

  test('works again 30 minutes after the lock, which is then gone', async () => {
    const { email, id } = await makeAccount({ guessed_at: new Date(Date.now() - 29 * 60_000) });
    expect((await signIn(email)).status).toBe(422);
    await harness.admin.query("update users set guessed_at = now() - interval '31 minutes' where id = $1", [id]);
    expect((await signIn(email)).status).toBe(200);
    expect(await lockOf(id)).toEqual({ locked: false, byAdministrator: false });
  });

  test("is recorded in the organization's audit log, done or denied, and never with a password", async () => {
    const { email, id } = await makeAccount();
    await signIn(email, 'incorrect');
    await signIn(email);
    const { rows } = await harness.admin.query(
      'select outcome, session, audit_log::text as line from audit_log where actor_user_id = $1 order by id',
      [id],
    );
    const { rows: sessions } = await harness.admin.query<{ name: string }>(
      "select left(encode(id_hash, 'hex'), 16) as name from sessions where user_id = $1",
      [id],
    );
    // The lines of what the user does in this session have the same name.
    expect(rows.map(({ outcome, session }) => [outcome, session])).toEqual([
      ['denied', null],
      ['done', sessions[0]!.name],
    ]);
    expect(rows.map(({ line }) => line).join()).not.toMatch(/incorrect|correct horse/);
  });

  test.each([
    [{}, ['email', 'password']],
    [{ email: 'x', password: 'y' }, ['email']],
    [{ email: ['a'], password: {} }, ['email', 'password']],
    [{ email: 'a@b.test', password: 'x'.repeat(1025) }, ['password']],
  ])('names the fields of a body that cannot be read: case %#', async (body, fields) => {
    const { status, body: answer } = await anonymous().rest('POST', '/login', body);
    expect([status, Object.keys(answer.errors).sort()]).toEqual([422, fields]);
  });
});

describe('a session', () => {
  test('has a new id at each sign-in: a planted id is never adopted, and the old one ends', async () => {
    const { email } = await makeAccount();
    const planted = new ClientWith('planted-by-someone-else');
    const headers = { ...planted.headers, ...anonymous().headers };
    headers.cookie = `${anonymous().headers.cookie}; airlog_session=planted-by-someone-else`;
    headers['x-xsrf-token'] = /XSRF-TOKEN=([^;]+)/.exec(headers.cookie)![1]!;
    const first = sessionOf((await anonymous().rest('POST', '/login', { email, password: RIGHT }, headers)).headers)!;
    expect(first).not.toBe('planted-by-someone-else');
    expect((await planted.gql(VIEWER)).errors?.[0]?.extensions.code).toBe('CSRF');
    expect((await planted.rest('GET', '/api/users/my-org')).status).toBe(401);
    const second = sessionOf((await signIn(email, RIGHT, new ClientWith(first))).headers)!;
    expect(second).not.toBe(first);
    expect((await new ClientWith(first).rest('GET', '/api/users/my-org')).status).toBe(401);
    expect((await new ClientWith(second).rest('GET', '/api/users/my-org')).status).toBe(200);
  });

  test('has 256 random bits, of which the database stores only the SHA-256', async () => {
    const { email, id } = await makeAccount();
    const session = sessionOf((await signIn(email)).headers)!;
    expect(Buffer.from(session, 'base64url')).toHaveLength(32);
    const { rows } = await harness.admin.query('select id_hash, s::text as row from sessions s where user_id = $1', [
      id,
    ]);
    expect(rows[0].id_hash).toHaveLength(32);
    expect(rows[0].row).not.toContain(session);
    expect(rows[0].row).not.toContain(Buffer.from(session, 'base64url').toString('hex'));
  });

  test.each([
    ['http://localhost:4000', 'airlog_session', false],
    ['https://portal.example', '__Host-airlog', true],
  ])('at %s uses the cookie %s: HttpOnly, SameSite=Lax, Path=/, no Domain', (publicUrl, name, secure) => {
    const [session, token] = sessionCookies({ ...running().app.config, publicUrl }, 'the-id');
    const flags = (cookie: string) => cookie.split('; ').slice(1).sort();
    expect(session).toContain(`${name}=the-id`);
    expect(flags(session!)).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', ...(secure ? ['Secure'] : [])]);
    expect(flags(token!)).toEqual(['Max-Age=7200', 'Path=/', 'SameSite=Lax', ...(secure ? ['Secure'] : [])]);
  });

  const age = (userId: number, column: 'last_seen_at' | 'created_at', interval: string) =>
    harness.admin.query(`update sessions set ${column} = now() - $2::interval where user_id = $1`, [userId, interval]);
  const idle = async (userId: number) =>
    (
      await harness.admin.query<{ idle: number }>(
        'select extract(epoch from now() - last_seen_at)::int as idle from sessions where user_id = $1',
        [userId],
      )
    ).rows[0]!.idle;

  test('ends after 30 minutes without a request and 12 hours after it began, by the clock of the server', async () => {
    const viewer = await asViewer();
    const status = async () => (await viewer.rest('GET', '/api/users/my-org')).status;
    await age(viewer.userId, 'last_seen_at', '29 minutes');
    expect(await status()).toBe(200);
    expect(await idle(viewer.userId)).toBeLessThan(5);
    await age(viewer.userId, 'last_seen_at', '31 minutes');
    expect(await status()).toBe(401);
    await age(viewer.userId, 'last_seen_at', '0 minutes');
    await age(viewer.userId, 'created_at', '11 hours 59 minutes');
    expect(await status()).toBe(200);
    await age(viewer.userId, 'created_at', '12 hours 1 minute');
    expect(await status()).toBe(401);
  });

  test('is extended by user activity and not by the keep-alive of the token', async () => {
    const viewer = await asViewer();
    await age(viewer.userId, 'last_seen_at', '20 minutes');
    expect((await viewer.rest('GET', '/csrf-token')).status).toBe(200);
    expect(await idle(viewer.userId)).toBeGreaterThanOrEqual(1200);
    await viewer.gql(VIEWER);
    expect(await idle(viewer.userId)).toBeLessThan(5);
  });

  test.each([
    ['POST /logout', (viewer: Client) => viewer.rest('POST', '/logout')],
    [
      'the mutation signOut',
      (viewer: Client) => viewer.rest('POST', '/graphql', { query: 'mutation { signOut { userErrors { code } } }' }),
    ],
  ])('ends with %s: the id is invalid, its row deleted, its cookies cleared', async (_name, signOut) => {
    const viewer = await asViewer();
    const { headers } = await signOut(viewer);
    expect(headers.getSetCookie().map((cookie) => cookie.split('; ').slice(0, 2))).toEqual([
      ['airlog_session=', 'Max-Age=0'],
      ['XSRF-TOKEN=', 'Max-Age=0'],
    ]);
    expect((await harness.admin.query('select from sessions where user_id = $1', [viewer.userId])).rowCount).toBe(0);
    expect((await viewer.rest('GET', '/api/users/my-org')).status).toBe(401);
    expect((await viewer.rest('POST', '/api/icode-reports', {})).status).toBe(401);
  });

  test.each([
    ['the user is deactivated', 'update users set active = false where id = $1'],
    ['an administrator locks the user', 'update users set locked = true where id = $1'],
    [
      'the organization is closed',
      'update organizations set active = false where id = (select org_id from users where id = $1)',
    ],
    ['the session is ended by an administrator', 'delete from sessions where user_id = $1'],
  ])('is refused from the next request on when %s', async (_name, change) => {
    const viewer = await asViewer();
    expect((await viewer.rest('GET', '/api/users/my-org')).status).toBe(200);
    await harness.admin.query(change, [viewer.userId]);
    expect((await viewer.rest('GET', '/api/users/my-org')).status).toBe(401);
  });

  test('has the current permissions', async () => {
    const viewer = await asViewer();
    expect((await viewer.rest('GET', '/api/patients/datatable')).status).toBe(200);
    await harness.admin.query('delete from user_roles where user_id = $1', [viewer.userId]);
    expect((await viewer.rest('GET', '/api/patients/datatable')).status).toBe(403);
  });
});

describe('a session without its second factor', () => {
  const fields = createSchema().then(rootFields);

  test.each([
    ['verify', true, { second_factor: 'app' }],
    ['enroll', true, { org: { two_factor_enabled: true } }],
  ])('may only %s, use the token, sign in again, sign out and read a null viewer', async (stage, twoFactor, made) => {
    const { email, id } = await makeAccount({}, made);
    const answer = await signIn(email);
    expect([answer.status, answer.body]).toEqual([200, { two_factor: twoFactor }]);
    const half = new ClientWith(sessionOf(answer.headers)!);
    expect((await half.gql(VIEWER)).data).toEqual({ viewer: null });
    expect((await half.rest('GET', '/csrf-token')).status).toBe(200);
    const open = (operation: string) => ['public', stage].includes(matrix[operation]!.permission as string);

    const reached: string[] = [];
    for (const { operation, document, variables, kind } of (await fields).filter(
      (field) => field.kind !== 'subscription' && !open(field.operation),
    )) {
      const { errors } = await half.gql(document, variables);
      if (errors?.[0]?.extensions.code !== 'UNAUTHENTICATED') reached.push(`${kind} ${operation}`);
    }
    for (const { operation, method, address } of restOperations.filter((route) => !open(route.operation))) {
      if ((await half.rest(method, address, method === 'GET' ? undefined : {})).status !== 401) reached.push(operation);
    }
    expect(reached).toEqual([]);
    expect((await half.rest('GET', '/graphiql')).headers.get('location')).toBe('/login?return=/graphiql');

    expect((await half.rest('POST', '/logout')).status).toBe(204);
    expect((await harness.admin.query('select from sessions where user_id = $1', [id])).rowCount).toBe(0);
  });
});

test.each([
  [14, true],
  [16, false],
])('a fifth failed sign-in %d minutes after the first one locks the account: %p', async (minutes, locked) => {
  const { email, id } = await makeAccount();
  for (let time = 1; time <= 4; time += 1) await signIn(email, 'incorrect');
  await harness.admin.query(
    'update attempt_counters set window_started_at = now() - make_interval(mins => $1) where key = $2',
    [minutes, `sign-in:${email.toLowerCase()}`],
  );
  await signIn(email, 'incorrect');
  expect(await lockOf(id)).toEqual({ locked, byAdministrator: false });
  expect((await signIn(email)).status).toBe(locked ? 422 : 200);
});
