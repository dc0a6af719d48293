import { beforeEach, describe, expect, test } from '@jest/globals';
import { Authenticator } from '../../test/authenticator.ts';
import { admin, asViewer, usePortal, type Client, type TestViewer } from '../../test/harness.ts';
import { halfSession, refusalsOf, sessionIn, verify } from '../../test/second-factor.ts';

usePortal();

const CONFIRM =
  'mutation ($input: ConfirmPasskeyInput!) { confirmPasskeyEnrollment(input: $input) { recoveryCodes userErrors { field code } } }';
const OWN = '{ secondFactors { factors passkeys { id name createdAt lastUsedAt } } }';

let viewer: TestViewer;
let key: Authenticator;
beforeEach(async () => {
  viewer = await asViewer();
  key = new Authenticator();
  await admin.query("insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, 'x')", [
    viewer.orgId,
    viewer.userId,
  ]);
});

const newOptions = async (who: Client = viewer): Promise<string> =>
  (await who.gql('mutation { startPasskeyEnrollment { options } }')).data.startPasskeyEnrollment.options;
const confirm = async (passkey: string, name = 'Work laptop', who: Client = viewer) =>
  (await who.gql(CONFIRM, { input: { name, passkey } })).data.confirmPasskeyEnrollment;
const enroll = async () => confirm(key.create(await newOptions()));
const signInOptions = async (half: Client): Promise<string> =>
  (await half.gql('mutation { startPasskeySignIn { options } }')).data.startPasskeySignIn.options;
const own = async () => (await viewer.gql(OWN)).data.secondFactors;

describe('a new passkey', () => {
  test('is listed under its name, with the recovery codes of a first factor', async () => {
    const options = JSON.parse(await newOptions());
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Airlog' },
      authenticatorSelection: { userVerification: 'required' },
    });
    const added = await enroll();
    expect(added.userErrors).toEqual([]);
    expect(added.recoveryCodes).toHaveLength(10);
    expect(await own()).toMatchObject({ factors: ['PASSKEY'], passkeys: [{ name: 'Work laptop', lastUsedAt: null }] });
    const [row] = (await admin.query('select second_factor from user_credentials where user_id = $1', [viewer.userId]))
      .rows;
    expect(row.second_factor).toBe('passkey');
  });

  test.each<[string, object]>([
    ['made for another origin', { origin: 'http://evil.test' }],
    ['made for another host', { rpId: 'evil.test' }],
    ['without PIN or fingerprint', { unverified: true }],
  ])('%s is refused', async (_name, deviation) => {
    const { userErrors } = await confirm(key.create(await newOptions(), deviation));
    expect(userErrors).toEqual([{ field: 'code', code: 'two_factor.wrong' }]);
    expect((await own()).factors).toEqual([]);
  });

  test('answers the challenge of its session, once', async () => {
    const other = await halfSession(viewer, 'full');
    const answer = key.create(await newOptions(other));
    expect((await confirm(answer)).userErrors).toEqual([{ field: 'code', code: 'two_factor.wrong' }]);
    expect((await confirm(answer, 'Key', other)).userErrors).toEqual([]);
    expect((await confirm(answer, 'Key', other)).userErrors).toEqual([{ field: 'code', code: 'two_factor.wrong' }]);
  });

  test.each(['', '{', 'null', '{}', '{"response":{}}'])('that is %j is refused', async (passkey) => {
    await newOptions();
    expect((await confirm(passkey)).userErrors).toHaveLength(1);
  });

  test('is deleted by its user only', async () => {
    await enroll();
    const { id } = (await own()).passkeys[0];
    const remove = 'mutation ($id: ID!) { deletePasskey(id: $id) { userErrors { code } } }';
    const colleague = await asViewer({ orgId: viewer.orgId });
    expect((await colleague.gql(remove, { id })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await viewer.gql(remove, { id })).data.deletePasskey.userErrors).toEqual([]);
    expect(await own()).toEqual({ factors: [], passkeys: [] });
  });

  test('is the tenth at most', async () => {
    for (let count = 0; count < 10; count += 1) {
      key = new Authenticator();
      await enroll();
    }
    const answer = await viewer.gql('mutation { startPasskeyEnrollment { options userErrors { code } } }');
    expect(answer.data.startPasskeyEnrollment).toEqual({
      options: null,
      userErrors: [{ code: 'two_factor.passkeys' }],
    });
  });
});

describe('a passkey', () => {
  beforeEach(enroll);

  test('completes a sign-in, once for each challenge', async () => {
    const half = await halfSession(viewer);
    const options = await signInOptions(half);
    expect(JSON.parse(options)).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const passkey = key.get(options);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(half, { passkey })));
    expect(answers.map(({ headers }) => sessionIn(headers)).filter(Boolean)).toHaveLength(1);
    const another = await halfSession(viewer);
    await signInOptions(another);
    expect(refusalsOf(await verify(another, { passkey }))).toEqual(['two_factor.wrong']);
    expect((await own()).passkeys[0].lastUsedAt).toMatch(/^\d{4}-/);
  });

  test.each<[string, object]>([
    ['for another origin', { origin: 'https://localhost:4000' }],
    ['for another host', { rpId: 'evil.test' }],
    ['without PIN or fingerprint', { unverified: true }],
    ['with a counter that does not rise', { counter: 1 }],
  ])('%s is refused', async (_name, deviation) => {
    const half = await halfSession(viewer);
    expect(refusalsOf(await verify(half, { passkey: key.get(await signInOptions(half), deviation) }))).toEqual([
      'two_factor.wrong',
    ]);
  });

  test('of another user, or after its challenge has expired, is refused', async () => {
    const outsider = new Authenticator();
    const half = await halfSession(viewer);
    expect(refusalsOf(await verify(half, { passkey: outsider.get(await signInOptions(half)) }))).toEqual([
      'two_factor.wrong',
    ]);
    const options = await signInOptions(half);
    await admin.query(
      "update second_factor_challenges set created_at = now() - interval '11 minutes' where user_id = $1",
      [viewer.userId],
    );
    expect(refusalsOf(await verify(half, { passkey: key.get(options) }))).toEqual(['two_factor.wrong']);
  });

  test('is asked for only of users who have one', async () => {
    const without = await asViewer();
    const answer = await (
      await halfSession(without)
    ).gql('mutation { startPasskeySignIn { options userErrors { code } } }');
    expect(answer.data.startPasskeySignIn).toEqual({ options: null, userErrors: [{ code: 'two_factor.no_passkey' }] });
  });
});
