import { hashRaw } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, asViewer, usePortal, type TestViewer } from '../../test/harness.ts';
import {
  appCode,
  asViewerWithPassword,
  at,
  enrollApp,
  halfSession,
  refusalsOf,
  sessionIn,
  setClock,
  verify,
} from '../../test/second-factor.ts';

usePortal();

let viewer: TestViewer;
let secret: string;
let recoveryCodes: string[];
/** The app is set up at noon, with the code of that time step. */
beforeEach(async () => {
  setClock(at(0));
  viewer = await asViewerWithPassword();
  ({ secret, recoveryCodes } = await enrollApp(viewer));
});
afterEach(() => setClock());

describe('recovery codes', () => {
  test('are ten, of at least 64 bits, and stored as hashes only', async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const { rows } = await admin.query('select r::text as row from recovery_codes r where user_id = $1', [
      viewer.userId,
    ]);
    expect(rows).toHaveLength(10);
    expect(rows.map(({ row }) => row).join()).not.toMatch(new RegExp(recoveryCodes.join('|').replaceAll('-', '-?')));
  });

  test('are stored behind a password hash: argon2id with a salt of the user, which is another one for each user and set', async () => {
    const stored = async () =>
      (
        await admin.query<{ hash: string; salt: Buffer }>(
          "select encode(code_hash, 'hex') as hash, salt from recovery_codes where user_id = $1",
          [viewer.userId],
        )
      ).rows;
    const rows = await stored();
    const [salt, ...others] = [...new Set(rows.map((row) => row.salt.toString('hex')))];
    expect([salt!.length, others]).toEqual([32, []]);
    // OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
    const wanted = await Promise.all(
      recoveryCodes.map(async (code) =>
        (
          await hashRaw(code.replaceAll('-', ''), {
            algorithm: 2, // argon2id
            memoryCost: 19_456,
            timeCost: 2,
            parallelism: 1,
            salt: Buffer.from(salt!, 'hex'),
          })
        ).toString('hex'),
      ),
    );
    expect(rows.map(({ hash }) => hash).sort()).toEqual(wanted.sort());
    await viewer.gql('mutation { regenerateRecoveryCodes { recoveryCodes userErrors { code } } }');
    expect((await stored())[0]!.salt.toString('hex')).not.toBe(salt);
  });

  test('complete a sign-in once, also when they are sent 20 times at the same time', async () => {
    const [recoveryCode] = recoveryCodes;
    const typed = recoveryCode!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    const half = await halfSession(viewer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(half, { recoveryCode: typed })));
    expect(answers.map(({ headers }) => sessionIn(headers)).filter(Boolean)).toHaveLength(1);
    expect(refusalsOf(await verify(await halfSession(viewer), { recoveryCode }))).toEqual(['two_factor.wrong']);
    expect((await viewer.gql('{ secondFactors { recoveryCodesLeft } }')).data.secondFactors.recoveryCodesLeft).toBe(9);
  });

  test('of another user are wrong', async () => {
    const other = await asViewer({ orgId: viewer.orgId });
    const { recoveryCodes: others } = await enrollApp(other);
    expect(refusalsOf(await verify(await halfSession(viewer), { recoveryCode: others[0] }))).toEqual([
      'two_factor.wrong',
    ]);
  });

  test('are replaced by new ones, and the old ones end', async () => {
    const again = 'mutation { regenerateRecoveryCodes { recoveryCodes userErrors { code } } }';
    const { recoveryCodes: fresh } = (await viewer.gql(again)).data.regenerateRecoveryCodes;
    expect(fresh).toHaveLength(10);
    expect(refusalsOf(await verify(await halfSession(viewer), { recoveryCode: recoveryCodes[0] }))).toEqual([
      'two_factor.wrong',
    ]);
    expect(refusalsOf(await verify(await halfSession(viewer), { recoveryCode: fresh[0] }))).toEqual([]);
    const without = await asViewer();
    expect((await without.gql(again)).data.regenerateRecoveryCodes).toMatchObject({
      recoveryCodes: null,
      userErrors: [{ code: 'two_factor.none' }],
    });
  });

  test('sent wrong 50 at a time are compared five times, together with the codes of the app, and lock the account', async () => {
    setClock(at(60));
    const halves = await Promise.all(Array.from({ length: 50 }, () => halfSession(viewer)));
    await Promise.all(
      halves.map((half, index) =>
        verify(half, index % 2 === 0 ? { recoveryCode: `AAAA-BBBB-CCCC-00${10 + index}` } : { code: 'abcdef' }),
      ),
    );
    const { rows } = await admin.query(
      "select a.locked, (select count(*)::int from audit_log l where l.actor_user_id = a.id and l.operation = 'verifySignIn' and l.outcome = 'denied') as compared from user_accounts a where a.id = $1",
      [viewer.userId],
    );
    expect(rows).toEqual([{ locked: true, compared: 5 }]);
    expect(refusalsOf(await verify(await halfSession(viewer), { recoveryCode: recoveryCodes[0] }))).toEqual(['ended']);
    expect(refusalsOf(await verify(await halfSession(viewer), { code: appCode(secret) }))).toEqual(['ended']);
  });
});
