import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, Client, usePortal, type TestViewer } from '../../test/harness.ts';
import {
  appCode,
  asViewerWithPassword,
  at,
  enrollApp,
  factorsOf,
  halfSession,
  linesOfUser,
  refusalsOf,
  setClock,
  verify,
} from '../../test/second-factor.ts';

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

describe('setting the app up', () => {
  const CONFIRM =
    'mutation ($code: String!) { confirmAppEnrollment(code: $code) { recoveryCodes userErrors { code } } }';

  test('again keeps the present app until the first code of the new one, and the recovery codes', async () => {
    const { secret: next } = (await viewer.gql('mutation { startAppEnrollment { secret } }')).data.startAppEnrollment;
    setClock(at(60));
    expect(refusalsOf(await verify(await halfSession(viewer), { code: appCode(secret) }))).toEqual([]);
    const confirm = async (code: string) => (await viewer.gql(CONFIRM, { code })).data.confirmAppEnrollment;
    expect(await confirm(appCode(secret, at(90)))).toEqual({
      recoveryCodes: null,
      userErrors: [{ code: 'two_factor.wrong' }],
    });
    expect(await confirm(appCode(next))).toEqual({ recoveryCodes: null, userErrors: [] });
    setClock(at(120));
    expect(refusalsOf(await verify(await halfSession(viewer), { code: appCode(secret) }))).toEqual([
      'two_factor.wrong',
    ]);
    expect(refusalsOf(await verify(await halfSession(viewer), { code: appCode(next) }))).toEqual([]);
  });

  test('is confirmed once when its first code is sent five times at the same time', async () => {
    const { secret: next } = (await viewer.gql('mutation { startAppEnrollment { secret } }')).data.startAppEnrollment;
    const answers = await Promise.all(Array.from({ length: 5 }, () => viewer.gql(CONFIRM, { code: appCode(next) })));
    const done = answers.filter(({ data }) => data?.confirmAppEnrollment.userErrors.length === 0);
    expect(done).toHaveLength(1);
    expect((await linesOfUser(viewer)).filter((line) => line === 'enrollSecondFactor done')).toHaveLength(2);
  });

  test('takes five wrong codes in 15 minutes, and a secret for ten minutes in the session that it was made in', async () => {
    const start = async () =>
      (await viewer.gql('mutation { startAppEnrollment { secret } }')).data.startAppEnrollment.secret as string;
    const made = await start();
    const other = new Client((await halfSession(viewer, 'full')).sessionId);
    expect((await other.gql(CONFIRM, { code: appCode(made) })).data.confirmAppEnrollment.userErrors).toEqual([
      { code: 'two_factor.wrong' },
    ]);
    await admin.query(
      "update second_factor_challenges set created_at = now() - interval '11 minutes' where user_id = $1",
      [viewer.userId],
    );
    for (let time = 0; time < 4; time += 1)
      expect((await viewer.gql(CONFIRM, { code: appCode(made) })).data.confirmAppEnrollment.userErrors).toEqual([
        { code: 'two_factor.wrong' },
      ]);
    expect((await viewer.gql(CONFIRM, { code: appCode(await start()) })).errors?.[0]?.extensions.code).toBe('TOO_MANY');
  });
});

describe('a change of the factors', () => {
  test('asks for the password again when it was given more than ten minutes ago', async () => {
    await admin.query("update sessions set password_given_at = now() - interval '11 minutes' where user_id = $1", [
      viewer.userId,
    ]);
    for (const operation of [
      'startAppEnrollment',
      'startPasskeyEnrollment',
      'startSmsEnrollment(phone: "5185550100")',
      'removeSecondFactor(method: APP)',
      'deletePasskey(id: 1)',
      'regenerateRecoveryCodes',
    ])
      expect([
        operation,
        (await viewer.gql(`mutation { ${operation} { userErrors { code } } }`)).errors?.[0]?.extensions.code,
      ]).toEqual([operation, 'REAUTHENTICATE']);
    expect((await factorsOf(viewer)).app).toBe(true);
  });
});

describe('turning the app off', () => {
  const REMOVE = 'mutation { removeSecondFactor(method: APP) { secondFactors { factors } userErrors { code } } }';

  test('ends its codes and the recovery codes', async () => {
    expect((await viewer.gql(REMOVE)).data.removeSecondFactor).toEqual({
      secondFactors: { factors: [] },
      userErrors: [],
    });
    expect(await factorsOf(viewer)).toMatchObject({ app: false, asked: null });
    expect((await admin.query('select from recovery_codes where user_id = $1', [viewer.userId])).rowCount).toBe(0);
    expect((await linesOfUser(viewer)).at(-1)).toBe('removeSecondFactor done');
  });

  test('is refused where the organization requires a factor and it is the last one', async () => {
    await admin.query('update organizations set two_factor_enabled = true where id = $1', [viewer.orgId]);
    expect((await viewer.gql(REMOVE)).data.removeSecondFactor.userErrors).toEqual([{ code: 'two_factor.required' }]);
    expect(await factorsOf(viewer)).toMatchObject({ app: true, asked: 'app' });
  });
});
