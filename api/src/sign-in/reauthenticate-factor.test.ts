import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Authenticator } from '../../test/authenticator.ts';
import { admin, asViewer, signInAgain, usePortal, type Client, type TestViewer } from '../../test/harness.ts';
import { appCode, enrollApp, halfSession, refusalsOf, setClock, verify } from '../../test/second-factor.ts';
import { hashPassword } from './password.ts';

usePortal();

const GIVE = 'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { userErrors { field code } } }';
// Any operation that asks for a fresh password.
const ASKS =
  'mutation { updateOrganizationSettings(input: { version: 1 }) { organization { databaseId } userErrors { code } } }';
const START = 'mutation { startPasskeyReauthentication { options userErrors { code } } }';
const SOON = 60_000;

let hash: string;
beforeAll(async () => {
  hash = await hashPassword('correct horse battery staple');
});
let viewer: TestViewer;
beforeEach(async () => {
  setClock();
  viewer = await asViewer();
  await admin.query('insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, $3)', [
    viewer.orgId,
    viewer.userId,
    hash,
  ]);
});

const later = () => setClock(new Date(Date.now() + SOON));
const passwordIsOld = () =>
  admin.query("update sessions set password_given_at = now() - interval '1 hour' where user_id = $1", [viewer.userId]);
const codeOf = async (who: Client = viewer) => (await who.gql(ASKS)).errors?.[0]?.extensions.code ?? 'done';
const give = async (input: Record<string, string>, who: Client = viewer) =>
  (await who.gql(GIVE, { input })).data.reauthenticate.userErrors;
const isSignedIn = async () => (await viewer.rest('GET', '/api/user')).status === 200;
const wrongCode = (secret: string) =>
  ['000000', '111111', '222222', '333333'].find(
    (code) =>
      ![0, SOON - 30_000, SOON, SOON + 30_000].some((shift) => appCode(secret, new Date(Date.now() + shift)) === code),
  )!;

/** The app of the viewer, whose next code is unused, and an old password. */
async function withApp(): Promise<string> {
  const { secret } = await enrollApp(viewer);
  await passwordIsOld();
  later();
  return secret;
}

describe('a code of the authenticator app', () => {
  test('counts like the password, in this session only, and the line names it', async () => {
    const secret = await withApp();
    const other = await signInAgain(viewer);
    await passwordIsOld();
    expect(await give({ code: appCode(secret) })).toEqual([]);
    expect([await codeOf(), await codeOf(other)]).toEqual(['done', 'REAUTHENTICATE']);
    const { rows } = await admin.query(
      "select outcome, properties ->> 'factor' as factor from audit_log where actor_user_id = $1 and operation = 'Mutation.reauthenticate'",
      [viewer.userId],
    );
    expect(rows).toEqual([{ outcome: 'done', factor: 'code' }]);
  });

  test('counts once, and a second time is no guess', async () => {
    const secret = await withApp();
    const code = appCode(secret);
    expect(await give({ code })).toEqual([]);
    await passwordIsOld();
    for (let time = 0; time < 6; time += 1)
      expect(await give({ code })).toEqual([{ field: 'code', code: 'two_factor.used' }]);
    expect([await codeOf(), await isSignedIn()]).toEqual(['REAUTHENTICATE', true]);
  });

  test('sent many times at once, to confirm and to sign in, counts once', async () => {
    const secret = await withApp();
    const code = appCode(secret);
    const half = await halfSession(viewer);
    const answers = await Promise.all([
      verify(half, { code }).then(refusalsOf),
      ...Array.from({ length: 8 }, async () => (await give({ code })).map((error: { code: string }) => error.code)),
    ]);
    expect(answers.filter((refusals) => refusals.length === 0)).toHaveLength(1);
    expect(new Set(answers.flat())).toEqual(new Set(['two_factor.used']));
  });

  test('that signed the user in does not confirm an operation', async () => {
    const secret = await withApp();
    const code = appCode(secret);
    expect(refusalsOf(await verify(await halfSession(viewer), { code }))).toEqual([]);
    expect(await give({ code })).toEqual([{ field: 'code', code: 'two_factor.used' }]);
  });

  test('that is wrong is counted together with wrong passwords: the fifth in 15 minutes ends the session', async () => {
    const code = wrongCode(await withApp());
    const WRONG = [{ field: 'code', code: 'two_factor.wrong' }];
    expect(await give({ password: 'wrong' })).toHaveLength(1);
    for (let time = 0; time < 3; time += 1) expect(await give({ code })).toEqual(WRONG);
    expect(await isSignedIn()).toBe(true);
    expect(await give({ code })).toEqual(WRONG);
    expect(await isSignedIn()).toBe(false);
  });

  test('is not compared after the fifth wrong answer, also in another session', async () => {
    const secret = await withApp();
    for (let time = 0; time < 5; time += 1) await give({ code: wrongCode(secret) });
    const again = await signInAgain(viewer);
    expect(await give({ code: appCode(secret) }, again)).toEqual([{ field: 'code', code: 'two_factor.wrong' }]);
    await admin.query("update attempt_counters set window_started_at = now() - interval '16 minutes'");
    const third = await signInAgain(viewer);
    expect(await give({ code: appCode(secret) }, third)).toEqual([]);
  });

  test('of a user without an app is wrong, and leaves a line', async () => {
    await passwordIsOld();
    expect(await give({ code: '123456' })).toEqual([{ field: 'code', code: 'two_factor.wrong' }]);
    const { rows } = await admin.query('select operation, outcome from audit_log where actor_user_id = $1', [
      viewer.userId,
    ]);
    expect(rows).toEqual([{ operation: 'Mutation.reauthenticate', outcome: 'denied' }]);
  });
});

describe('a passkey', () => {
  const options = async () => (await viewer.gql(START)).data.startPasskeyReauthentication;
  async function withPasskey(): Promise<Authenticator> {
    const key = new Authenticator();
    const started = (await viewer.gql('mutation { startPasskeyEnrollment { options } }')).data.startPasskeyEnrollment;
    await viewer.gql(
      'mutation ($input: ConfirmPasskeyInput!) { confirmPasskeyEnrollment(input: $input) { userErrors { code } } }',
      { input: { name: 'Key', passkey: key.create(started.options) } },
    );
    await passwordIsOld();
    return key;
  }

  test('counts like the password, and its answer counts once', async () => {
    const key = await withPasskey();
    const passkey = key.get((await options()).options);
    expect(await give({ passkey })).toEqual([]);
    expect(await codeOf()).toBe('done');
    expect(await give({ passkey })).toEqual([{ field: 'passkey', code: 'two_factor.wrong' }]);
  });

  test('answers the challenge of its own session', async () => {
    const key = await withPasskey();
    const other = await signInAgain(viewer);
    const passkey = key.get((await options()).options);
    expect(await give({ passkey }, other)).toEqual([{ field: 'passkey', code: 'two_factor.wrong' }]);
  });

  test.each<[string, object]>([
    ['for another origin', { origin: 'http://evil.test' }],
    ['without PIN or fingerprint', { unverified: true }],
  ])('%s is refused', async (_name, deviation) => {
    const key = await withPasskey();
    expect(await give({ passkey: key.get((await options()).options, deviation) })).toHaveLength(1);
    expect(await codeOf()).toBe('REAUTHENTICATE');
  });

  test('is not asked of a user without one', async () => {
    expect(await options()).toEqual({ options: null, userErrors: [{ code: 'two_factor.no_passkey' }] });
  });
});

test('the portal says which factors confirm: those that sign in, without text messages', async () => {
  const own = async () =>
    (await viewer.gql('{ secondFactors { factors reauthenticating } }')).data.secondFactors.reauthenticating;
  expect(await own()).toEqual([]);
  await enrollApp(viewer);
  await admin.query("update second_factors set sms_phone = '5185550100' where user_id = $1", [viewer.userId]);
  expect(await own()).toEqual(['APP']);
  await admin.query('update organizations set two_factor_app = false where id = $1', [viewer.orgId]);
  expect(await own()).toEqual([]);
});

test.each([
  [{}, ['required']],
  [{ password: 'a', code: '123456' }, ['invalid']],
  [{ code: 'x'.repeat(33) }, ['two_factor.code']],
  [{ passkey: '{' }, ['two_factor.wrong']],
])('%j is refused', async (input, refused) => {
  expect((await give(input as Record<string, string>)).map(({ code }: { code: string }) => code)).toEqual(refused);
});
