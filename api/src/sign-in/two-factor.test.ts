import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, Client, make, makeOrganization, usePortal, type TestViewer } from '../../test/harness.ts';
import {
  appCode,
  asViewerWithPassword,
  at,
  enrollApp,
  factorsOf,
  halfSession,
  linesOfUser,
  refusalsOf,
  sessionIn,
  setClock,
  verify,
} from '../../test/second-factor.ts';
import { userRow } from '../db/factories.ts';
import { hashPassword } from './password.ts';

usePortal();

let viewer: TestViewer;
let secret: string;
/** The app is set up at noon, with the code of that time step. */
beforeEach(async () => {
  setClock(at(0));
  viewer = await asViewerWithPassword();
  ({ secret } = await enrollApp(viewer));
});
afterEach(() => setClock());

describe('the codes of the app', () => {
  test.each([
    ['of this time step', 60, 60, []],
    ['of the time step before', 60, 90, []],
    ['of the time step after', 90, 60, []],
    ['of two time steps before', 60, 120, ['two_factor.wrong']],
    ['of two time steps after', 120, 60, ['two_factor.wrong']],
  ])('%s', async (_name, made, typed, refused) => {
    setClock(at(typed));
    expect(refusalsOf(await verify(await halfSession(viewer), { code: appCode(secret, at(made)) }))).toEqual(refused);
  });

  test('complete the sign-in: the session has all rights and a new id, and the id of the half session is dead', async () => {
    setClock(at(60));
    const half = await halfSession(viewer);
    const answer = await verify(half, { code: ` ${appCode(secret).slice(0, 3)} ${appCode(secret).slice(3)} ` });
    expect(answer.body.data.verifySignIn).toMatchObject({ viewer: { user: {} }, enrollmentRequired: false });
    const full = new Client(sessionIn(answer.headers)!);
    expect(full.sessionId).not.toBe(half.sessionId);
    expect((await full.rest('GET', '/api/users/my-org')).status).toBe(200);
    expect((await half.gql('{ viewer { locale } signInStep { stage } }')).errors?.[0]?.extensions.code ?? 'CSRF').toBe(
      'CSRF',
    );
    expect((await half.rest('GET', '/api/users/my-org')).status).toBe(401);
    expect(await linesOfUser(viewer)).toEqual(['enrollSecondFactor done', 'verifySignIn done']);
  });

  test('are accepted once: again, and an older one, is refused without counting as a guess', async () => {
    setClock(at(60));
    await verify(await halfSession(viewer), { code: appCode(secret) });
    const half = await halfSession(viewer);
    for (let time = 0; time < 6; time += 1)
      expect(refusalsOf(await verify(half, { code: appCode(secret, at(time % 2 === 0 ? 60 : 30)) }))).toEqual([
        'two_factor.used',
      ]);
    setClock(at(90));
    expect(refusalsOf(await verify(half, { code: appCode(secret) }))).toEqual([]);
  });

  test('are accepted once when 50 sign-ins send the same code at the same time', async () => {
    setClock(at(60));
    const halves = await Promise.all(Array.from({ length: 50 }, () => halfSession(viewer)));
    const answers = await Promise.all(halves.map((half) => verify(half, { code: appCode(secret) })));
    const outcomes = answers.map((answer) => refusalsOf(answer).join() || 'done').sort();
    expect(outcomes).toEqual(['done', ...Array.from({ length: 49 }, () => 'two_factor.used')]);
  });

  test('sign one session in when 50 requests of it send the same code at the same time', async () => {
    setClock(at(60));
    const half = await halfSession(viewer);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(half, { code: appCode(secret) })));
    expect(answers.map(({ headers }) => sessionIn(headers)).filter(Boolean)).toHaveLength(1);
    expect((await factorsOf(viewer)).locked).toBe(false);
  });

  test('and the code that set the app up is used too', async () => {
    expect(refusalsOf(await verify(await halfSession(viewer), { code: appCode(secret) }))).toEqual(['two_factor.used']);
  });

  test('have a secret of 160 bits that is encrypted in the database and never shown again', async () => {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { rows } = await admin.query('select app_secret from second_factors where user_id = $1', [viewer.userId]);
    expect(rows[0].app_secret).toMatch(/^v2\.[0-9a-f]{8}\./);
    expect(rows[0].app_secret).not.toContain(secret);
    expect((await factorsOf(viewer)).app).toBe(true);
  });
});

describe('wrong answers', () => {
  const wrong = async () => {
    const right = [-30, 0, 30].map((shift) => appCode(secret, at(60 + shift)));
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!;
  };

  test('lock the account with the fifth in 15 minutes, counted over all sign-ins and addresses, and end those that wait', async () => {
    setClock(at(60));
    const code = await wrong();
    const [waiting, ...halves] = await Promise.all(Array.from({ length: 6 }, () => halfSession(viewer)));
    const answers = [];
    for (const half of halves) answers.push(refusalsOf(await verify(half, { code })));
    expect(answers).toEqual([...Array.from({ length: 4 }, () => ['two_factor.wrong']), ['two_factor.locked']]);
    expect(await factorsOf(viewer)).toMatchObject({ locked: true, untilUnlocked: false });
    expect(refusalsOf(await verify(waiting!, { code: appCode(secret) }))).toEqual(['ended']);
    expect((await linesOfUser(viewer)).filter((line) => line === 'verifySignIn denied')).toHaveLength(5);
  });

  test('sent 200 at a time are compared five times', async () => {
    setClock(at(60));
    const code = await wrong();
    const halves = await Promise.all(Array.from({ length: 200 }, () => halfSession(viewer)));
    const answers = await Promise.all(halves.map((half) => verify(half, { code })));
    const counts = Object.groupBy(
      answers.map((answer) => refusalsOf(answer)[0]!),
      (outcome) => outcome,
    );
    expect(Object.fromEntries(Object.entries(counts).map(([outcome, all]) => [outcome, all!.length]))).toEqual({
      'two_factor.wrong': 4,
      'two_factor.locked': 1,
      ended: 195,
    });
  });

  test('of 15 minutes ago do not count, and a right answer forgets them', async () => {
    setClock(at(60));
    const half = await halfSession(viewer);
    const code = await wrong();
    for (let time = 0; time < 4; time += 1) await verify(half, { code });
    await admin.query("update attempt_counters set window_started_at = now() - interval '16 minutes' where key = $1", [
      `second-factor:${viewer.userId}`,
    ]);
    expect(refusalsOf(await verify(half, { code }))).toEqual(['two_factor.wrong']);
    expect(refusalsOf(await verify(half, { code: appCode(secret) }))).toEqual([]);
    expect((await admin.query('select from attempt_counters where key like $1', [`%${viewer.userId}`])).rowCount).toBe(
      0,
    );
  });

  test('lock the account until an administrator unlocks it with the 20th of a day', async () => {
    setClock(at(60));
    await admin.query('insert into attempt_counters (key, attempts, window_started_at) values ($1, 19, now())', [
      `second-factor-day:${viewer.userId}`,
    ]);
    expect(refusalsOf(await verify(await halfSession(viewer), { code: await wrong() }))).toEqual(['two_factor.locked']);
    expect(await factorsOf(viewer)).toMatchObject({ locked: true, untilUnlocked: true });
  });

  test.each([
    [{}, ['required']],
    [{ code: '1', recoveryCode: '2' }, ['invalid']],
    [{ code: 'x'.repeat(33) }, ['two_factor.code']],
    [{ passkey: '{}' }, ['two_factor.wrong']],
    [{ passkey: 'null' }, ['two_factor.wrong']],
    [{ recoveryCode: 'ABCD' }, ['two_factor.wrong']],
  ])('%j is refused', async (input, refused) => {
    expect(refusalsOf(await verify(await halfSession(viewer), input))).toEqual(refused);
  });
});

describe('a sign-in', () => {
  const STEP = '{ viewer { locale } signInStep { stage factors } }';

  test('with the password asks for the factor, and reveals nothing of the user before it is given', async () => {
    const email = `second.${viewer.userId}@example.test`;
    await admin.query('update users set email = $2 where id = $1', [viewer.userId, email]);
    await admin.query('update user_credentials set password_hash = $2 where user_id = $1', [
      viewer.userId,
      await hashPassword('right horse battery'),
    ]);
    const answer = await new Client(null).rest('POST', '/login', { email, password: 'right horse battery' });
    expect(answer.body).toEqual({ two_factor: true });
    const half = new Client(sessionIn(answer.headers)!);
    expect((await half.gql(STEP)).data).toEqual({ viewer: null, signInStep: { stage: 'VERIFY', factors: ['APP'] } });
    expect((await new Client(null).gql(STEP)).data).toEqual({ viewer: null, signInStep: null });
    expect((await viewer.gql(STEP)).data.signInStep).toBeNull();
  });

  test('of a user without a factor sets one up first where the organization requires it', async () => {
    const orgId = await makeOrganization('ep', { two_factor_enabled: true });
    const row = userRow(orgId);
    const userId = await make('users', row);
    await admin.query('insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, $3)', [
      orgId,
      userId,
      await hashPassword('right horse battery'),
    ]);
    const password = { email: row.email, password: 'right horse battery' };
    const answer = await new Client(null).rest('POST', '/login', password);
    const half = new Client(sessionIn(answer.headers)!);
    expect((await half.gql(STEP)).data).toEqual({
      viewer: null,
      signInStep: { stage: 'ENROLL', factors: ['APP', 'SMS', 'PASSKEY'] },
    });
    const start = await half.gql('mutation { startAppEnrollment { secret uri qrPath qrSize userErrors { code } } }');
    const started = start.data.startAppEnrollment;
    expect(started.uri).toContain(`secret=${started.secret}`);
    const confirm = await half.rest('POST', '/graphql', {
      query: `mutation { confirmAppEnrollment(code: "${appCode(started.secret)}") { recoveryCodes userErrors { code } } }`,
    });
    expect(confirm.body.data.confirmAppEnrollment.recoveryCodes).toHaveLength(10);
    const full = new Client(sessionIn(confirm.headers)!);
    expect((await full.rest('GET', '/api/users/my-org')).status).toBe(200);
    expect((await half.rest('GET', '/api/users/my-org')).status).toBe(401);
    expect((await new Client(null).rest('POST', '/login', password)).body).toEqual({ two_factor: true });
  });

  test('with a factor that is no longer allowed is asked for it, and then for an allowed one', async () => {
    await admin.query('update organizations set two_factor_enabled = true, two_factor_app = false where id = $1', [
      viewer.orgId,
    ]);
    setClock(at(60));
    const half = await halfSession(viewer);
    expect((await half.gql(STEP)).data.signInStep).toEqual({ stage: 'VERIFY', factors: ['APP'] });
    const answer = await verify(half, { code: appCode(secret) });
    expect(answer.body.data.verifySignIn).toMatchObject({ viewer: null, enrollmentRequired: true });
    const enrolling = new Client(sessionIn(answer.headers)!);
    expect((await enrolling.gql(STEP)).data.signInStep).toEqual({ stage: 'ENROLL', factors: ['SMS', 'PASSKEY'] });
    expect((await enrolling.rest('GET', '/api/users/my-org')).status).toBe(401);
    const start = await enrolling.gql('mutation { startAppEnrollment { secret userErrors { code } } }');
    expect(start.data.startAppEnrollment).toEqual({ secret: null, userErrors: [{ code: 'two_factor.not_allowed' }] });
  });
});
