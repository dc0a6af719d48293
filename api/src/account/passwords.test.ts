import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  lastTokenOf,
  mailsTo,
  makeAccount,
  NEW_PASSWORD,
  OLD_PASSWORD,
  signIn,
  type Account,
} from '../../test/account.ts';
import {
  admin,
  anonymous,
  asViewer,
  signInAgain,
  usePortal,
  type Client,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';
import { weaknessOf } from './password-strength.ts';

usePortal();

// All requests come from one address.
beforeEach(() => admin.query('delete from attempt_counters'));

const forgot = (email: string, client: Client = anonymous()) => client.rest('POST', '/forgot-password', { email });
const reset = (token: string, password = NEW_PASSWORD, confirmation = password) =>
  anonymous().rest('POST', '/reset-password', { token, password, password_confirmation: confirmation });
const CHANGE =
  'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { userErrors { field code } } }';
const START =
  'mutation ($input: StartUserPasswordResetInput!) { startUserPasswordReset(input: $input) { user { viewerCanStartPasswordReset } userErrors { code } } }';

async function change(
  viewer: Client,
  currentPassword: string,
  password = NEW_PASSWORD,
  passwordConfirmation = password,
) {
  const answer = await viewer.gql(CHANGE, { input: { currentPassword, password, passwordConfirmation } });
  return answer.data?.changePassword.userErrors ?? answer.errors![0]!.extensions.code;
}
const isSignedIn = async (client: Client) => (await client.rest('GET', '/api/users/my-org')).status === 200;
const asAccount = ({ id, orgId }: Account): Promise<TestViewer> => signInAgain({ userId: id, orgId });
async function asked(overrides: Record<string, unknown> = {}) {
  const account = await makeAccount(overrides);
  await forgot(account.email);
  return { account, token: await lastTokenOf(account.id) };
}

describe('a forgotten password', () => {
  test('is replaced with the link of a mail: the old one ends, and so do all sessions', async () => {
    const account = await makeAccount();
    const sessions = [await asAccount(account), await asAccount(account)];
    const answer = await forgot(account.email.toUpperCase());
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'If this address belongs to an account, a message with a link was sent to it.' },
    ]);
    const done = await reset(await lastTokenOf(account.id));
    expect([done.status, done.headers.getSetCookie()]).toEqual([200, []]);
    expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, false]);
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(422);
    expect((await signIn(account.email, NEW_PASSWORD)).status).toBe(200);
    // The last one is of the sign-in, which has no cookie of a known device.
    expect(await mailsTo(account.id)).toEqual(['password-reset', 'password-changed', 'new-device']);
  });

  test('has the same answer, with the same headers, for an unknown, invited, inactive and known address', async () => {
    const answers = [];
    for (const email of [
      (await makeAccount()).email,
      'unknown@example.test',
      (await makeAccount({ email_verified_at: null })).email,
      (await makeAccount({ active: false })).email,
    ]) {
      const { status, text, headers } = await forgot(email);
      answers.push([status, text, [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('takes the same time for an unknown and a known address', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const differ = () => Math.abs(Math.min(...times.known) - Math.min(...times.unknown)) >= 25;
    // The work takes a few milliseconds of a quarter of a second. The fastest answers differ by the noise of the machine,
    // the less of it the more there are.
    for (let index = 0; index < 4 || (differ() && index < 40); index++) {
      await admin.query('delete from attempt_counters');
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? (await makeAccount()).email : `unknown${index}@example.test`;
        const start = performance.now();
        await forgot(email);
        times[kind].push(performance.now() - start);
      }
    }
    expect(Math.min(...times.known, ...times.unknown)).toBeGreaterThan(245);
    expect(differ()).toBe(false);
  });

  test('sends at most 3 mails to an account in 15 minutes, and the answer stays the same', async () => {
    const account = await makeAccount();
    const answers = [];
    for (let index = 0; index < 5; index++) answers.push((await forgot(account.email)).text);
    expect([new Set(answers).size, (await mailsTo(account.id)).length]).toEqual([1, 3]);
  });

  test('is refused to an address of the network with more than 20 requests in 15 minutes', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_one, index) => forgot(`x${index}@example.test`)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect((await forgot((await makeAccount()).email)).status).toBe(429);
  });

  test('does not skip the second factor', async () => {
    const { account, token } = await asked();
    await admin.query("update user_credentials set second_factor = 'app' where user_id = $1", [account.id]);
    expect((await reset(token)).status).toBe(200);
    expect((await signIn(account.email, NEW_PASSWORD)).body).toEqual({ two_factor: true });
  });
});

describe('the link to a new password', () => {
  test('works once: of 50 that use it at the same time exactly one succeeds', async () => {
    const { token } = await asked();
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is compared ten times when 100 wrong secrets are sent at the same time, and then not with the right one', async () => {
    const { token } = await asked();
    const guess = (index: number) => `${token.split('.')[0]}.${String(index).padStart(43, 'a')}`;
    await Promise.all(Array.from({ length: 100 }, (_one, index) => reset(guess(index))));
    await admin.query("delete from attempt_counters where key like 'account-link-address:%'"); // from another address
    expect((await reset(token)).status).toBe(422);
    await admin.query("update attempt_counters set window_started_at = now() - interval '16 minutes'");
    expect((await reset(token)).status).toBe(200);
  });

  test('is not taken from an address, which proxies and logs keep', async () => {
    const { token } = await asked();
    const body = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    const answer = await anonymous().rest('POST', `/reset-password?token=${token}`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['token']]);
    expect((await reset(token)).status).toBe(200);
  });

  test('that is wrong, used or of no one has the same answer', async () => {
    const { token } = await asked();
    await reset(token);
    const unknown = `00000000-0000-4000-8000-000000000000.${'a'.repeat(43)}`;
    const answers = [];
    for (const one of [token, unknown, 'x', `${(await asked()).token.split('.')[0]}.${'a'.repeat(43)}`])
      answers.push((await reset(one)).text);
    expect(new Set(answers).size).toBe(1);
  });

  test('ends when the password is changed in another way', async () => {
    const { account, token } = await asked();
    expect(await change(await asAccount(account), OLD_PASSWORD)).toEqual([]);
    expect((await reset(token)).status).toBe(422);
  });

  test('is not used up by a password that is refused', async () => {
    const { token } = await asked();
    const weak = await reset(token, 'password1234');
    expect([weak.status, weak.body.errors]).toEqual([
      422,
      { password: ['This password is easy to guess. Use several words that do not belong together.'] },
    ]);
    const different = await reset(token, NEW_PASSWORD, `${NEW_PASSWORD} `);
    expect(different.body.errors).toEqual({
      password_confirmation: ['The two passwords differ. Enter the same password twice.'],
    });
    expect((await reset(token)).status).toBe(200);
  });

  test.each([
    [`${'ab cd ef gh'}`, 422],
    ['müde Vögel 12', 200],
    [`violet kettle ${'marches seven '.repeat(9)}`.slice(0, 128), 200],
    [`violet kettle ${'marches seven '.repeat(9)}`.slice(0, 129), 422],
  ])('takes 12 to 128 characters: %j is %i', async (password, status) => {
    const { token } = await asked();
    expect((await reset(token, password)).status).toBe(status);
  });

  test('two passwords of 100 characters that differ in the last are different passwords', async () => {
    const { account, token } = await asked();
    const long = `violet kettle ${'marches seven '.repeat(7)}`.slice(0, 99);
    await reset(token, `${long}a`);
    expect([
      (await signIn(account.email, `${long}b`)).status,
      (await signIn(account.email, `${long}a`)).status,
    ]).toEqual([422, 200]);
  });
});

describe('a password', () => {
  const owner = {
    firstName: 'Zoë',
    lastName: 'Fitzgerald',
    email: 'z.fitz@mail.hillcrest.test',
    organization: 'Northwind Care',
    portal: 'Airlog',
  };
  test.each([
    ['violet kettle marches seven', null],
    ['qwertyuiop12', 'password.weak'],
    ['aaaaaaaaaaaa', 'password.weak'],
    ['P@ssw0rd1234', 'password.weak'],
    ['123456789012', 'password.weak'],
    ['fitzgerald violet kettle', 'password.personal'],
    ['my NORTHWIND kettle seven', 'password.personal'],
    ['airlog kettle marches', 'password.personal'],
    ['fitz kettle marches seven', 'password.personal'],
    ['zoe kettle marches seven', 'password.personal'],
    ['kettle-ZOË7 marches seven', 'password.personal'],
    ['zoetrope kettle marches', null], // three letters are a part of many words
    ['z kettle marches seven', null], // an initial is no name
    ['zfitz kettle marches seven', 'password.personal'],
    ['violet hillcrest kettle', 'password.personal'], // of the address
    ['violet kettle seven test', null], // every address ends in a word like this
  ])('%j is refused as %s', async (password, code) => {
    expect((await weaknessOf(password, owner))?.code ?? null).toBe(code);
  });
});

describe('the own password', () => {
  test('is changed with the current one: the other sessions end, this one stays, and a mail says so', async () => {
    const account = await makeAccount();
    const [here, there] = [await asAccount(account), await asAccount(account)];
    expect(await change(here, OLD_PASSWORD)).toEqual([]);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect((await signIn(account.email, NEW_PASSWORD)).status).toBe(200);
    // The last one is of the sign-in, which has no cookie of a known device.
    expect(await mailsTo(account.id)).toEqual(['password-changed', 'new-device']);
    const { rows } = await admin.query(
      'select operation, outcome, properties from audit_log where actor_user_id = $1 order by id',
      [account.id],
    );
    expect(rows[0]).toEqual({ operation: 'Mutation.changePassword', outcome: 'done', properties: { subjects: [] } });
  });

  test.each<[string, [string, string, string?], { field: string; code: string }]>([
    ['a wrong current one', ['incorrect', NEW_PASSWORD], { field: 'currentPassword', code: 'password.current' }],
    [
      'a confirmation that differs',
      [OLD_PASSWORD, NEW_PASSWORD, 'x'],
      { field: 'passwordConfirmation', code: 'password.confirmation' },
    ],
    ['the current one again', [OLD_PASSWORD, OLD_PASSWORD], { field: 'password', code: 'password.same' }],
    ['an easy one', [OLD_PASSWORD, 'qwertyuiop12'], { field: 'password', code: 'password.weak' }],
    [
      'the name of the organization',
      [OLD_PASSWORD, 'northwind kettle marches'],
      { field: 'password', code: 'password.personal' },
    ],
  ])('is not changed with %s', async (_what, given, refusal) => {
    const account = await makeAccount();
    const [here, there] = [await asAccount(account), await asAccount(account)];
    expect(await change(here, ...given)).toEqual([refusal]);
    expect([await isSignedIn(there), (await signIn(account.email, OLD_PASSWORD)).status]).toEqual([true, 200]);
  });

  const saved = (viewer: Client, id: number, pair: object) =>
    viewer.rest('PATCH', `/api/users/${id}`, { current_password: OLD_PASSWORD, ...pair });
  const PAIR = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };

  test('is changed by PATCH /api/users/{id} without any permission, with refusals at the documented fields', async () => {
    const account = await makeAccount();
    const viewer = await asAccount(account);
    const wrong = await saved(viewer, account.id, { ...PAIR, current_password: 'incorrect' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']]);
    const { status, body } = await saved(viewer, account.id, PAIR);
    expect([status, body]).toEqual([200, { message: 'Password successfully updated' }]);
    expect((await signIn(account.email, NEW_PASSWORD)).status).toBe(200);
  });

  test.each([
    ['the confirmation', { password: NEW_PASSWORD, password_confirmation: '' }],
    ['the password', { password: '', password_confirmation: NEW_PASSWORD }],
  ])('is dropped from PATCH /api/users/{id} when %s is empty', async (_what, pair) => {
    const account = await makeAccount();
    await saved(await asAccount(account), account.id, pair);
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(200);
  });

  test('is chosen by its user alone: an administrator gets the reason at the field', async () => {
    const viewer = await asViewer();
    const account = await makeAccount({}, viewer.orgId);
    const { status, body } = await saved(viewer, account.id, PAIR);
    expect([status, body.errors]).toEqual([
      422,
      { password: ['A user chooses their own password. Send them a link to a new one instead.'] },
    ]);
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(200);
  });

  test.each([
    ['nothing', {}, []],
    ['an easy one', { password: 'qwertyuiop12', password_confirmation: 'qwertyuiop12' }, ['password']],
    ['another confirmation', { password_confirmation: 'x' }, ['password_confirmation']],
    ['the current one again', { current_password: NEW_PASSWORD }, ['password']],
    // The current one is compared when the password is saved: each comparison is an attempt.
    ['a wrong current one', { current_password: 'incorrect' }, []],
  ])('is checked by a validate-only PATCH, which changes nothing: %s', async (_what, pair, refused) => {
    const account = await makeAccount();
    const viewer = await asAccount(account);
    const sent = { current_password: OLD_PASSWORD, ...PAIR, ...pair };
    const headers = { precognition: 'true' };
    const { status, body } = await viewer.rest('PATCH', `/api/users/${account.id}`, sent, headers);
    expect([status, Object.keys(body?.errors ?? {})]).toEqual([refused.length > 0 ? 422 : 204, refused]);
    const easy = { ...sent, password: 'qwertyuiop12' };
    const only = { ...headers, 'precognition-validate-only': 'current_password' };
    expect((await viewer.rest('PATCH', `/api/users/${account.id}`, easy, only)).status).toBe(204);
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(200);
    const other = await makeAccount({}, account.orgId);
    expect((await viewer.rest('PATCH', `/api/users/${other.id}`, sent, headers)).body.errors).toHaveProperty(
      'password',
    );
  });

  test('is compared at most 5 times in 15 minutes: then the right one is refused too', async () => {
    const viewer = await asAccount(await makeAccount());
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(viewer, 'incorrect')));
    expect(answers.filter((answer) => answer === 'TOO_MANY')).toHaveLength(3);
    expect(await change(viewer, OLD_PASSWORD)).toBe('TOO_MANY');
  });

  test('is no longer enough for a sign-in that compared it before the change was stored', async () => {
    const account = await makeAccount();
    const { status } = await whileLocked(
      `update user_credentials set password_hash = 'new' where user_id = ${account.id}`,
      () => signIn(account.email, OLD_PASSWORD),
    );
    expect(status).toBe(422);
    const { rows } = await admin.query('select from sessions where user_id = $1', [account.id]);
    expect(rows).toEqual([]);
  });

  test('of two changes at once exactly one is made', async () => {
    const viewer = await asAccount(await makeAccount());
    const answers = await Promise.all([
      change(viewer, OLD_PASSWORD),
      change(viewer, OLD_PASSWORD, 'lantern bishop floats nine'),
    ]);
    expect(answers.filter((errors) => errors.length === 0)).toHaveLength(1);
  });
});

describe('a reset that an administrator starts', () => {
  const started = async (viewer: TestViewer, userId: number) => {
    const { data, errors } = await viewer.gql(START, { input: { userId: String(userId) } });
    return data?.startUserPasswordReset ?? errors![0]!.extensions.code;
  };

  test('sends the user a link, which the answer does not contain; the old password works until it is used', async () => {
    const viewer = await asViewer();
    const account = await makeAccount({}, viewer.orgId);
    expect(await started(viewer, account.id)).toEqual({ user: { viewerCanStartPasswordReset: true }, userErrors: [] });
    expect(await mailsTo(account.id)).toEqual(['password-reset-by-administrator']);
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(200);
    expect((await reset(await lastTokenOf(account.id))).status).toBe(200);
  });

  test.each([
    ['a user whose address is not verified', { email_verified_at: null }, true, 'FORBIDDEN'],
    ['a user who is not active', { active: false }, true, { user: null, userErrors: [{ code: 'user.inactive' }] }],
    ['a user of another organization', {}, false, 'NOT_FOUND'],
  ])('is refused for %s', async (_who, overrides, isOwn, code) => {
    const viewer = await asViewer();
    const account = await makeAccount(overrides, isOwn ? viewer.orgId : undefined);
    expect([await started(viewer, account.id), await mailsTo(account.id)]).toEqual([code, []]);
  });

  test('takes update.user.password', async () => {
    const account = await makeAccount();
    expect(
      await started(
        await asViewer({ orgId: account.orgId, can: ['update.user', 'update.user.invitation'] }),
        account.id,
      ),
    ).toBe('FORBIDDEN');
    expect(
      await started(await asViewer({ orgId: account.orgId, can: ['update.user.password'] }), account.id),
    ).toMatchObject({ userErrors: [] });
  });
});

test.each([
  ['deactivated', 'update users set active = false where id = $1'],
  [
    'of an inactive organization',
    'update organizations set active = false where id = (select org_id from users where id = $1)',
  ],
])('the link of a user who is %s is refused', async (_state, sql) => {
  const { account, token } = await asked();
  await admin.query(sql, [account.id]);
  expect((await reset(token)).status).toBe(422);
});
