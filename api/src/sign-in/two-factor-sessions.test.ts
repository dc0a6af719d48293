import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { admin, asViewer, signInAgain, usePortal, type Client, type TestViewer } from '../../test/harness.ts';
import {
  appCode,
  asViewerWithPassword,
  at,
  enrollApp,
  halfSession,
  setClock,
  verify,
} from '../../test/second-factor.ts';

usePortal();

let viewer: TestViewer;
let other: TestViewer;
/** A sign-in that waits for its second factor. */
let half: Client;
beforeEach(async () => {
  setClock(at(0));
  viewer = await asViewerWithPassword();
});
afterEach(() => setClock());

const begin = async () => {
  other = await signInAgain(viewer);
  half = await halfSession(viewer);
};
const isSignedIn = async (client: Client) => (await client.rest('GET', '/api/users/my-org')).status === 200;
const left = async () => [
  await isSignedIn(viewer),
  await isSignedIn(other),
  (await half.gql('{ signInStep { stage } }')).data?.signInStep != null,
];
const act = async (document: string, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await viewer.gql(`mutation ${document}`, variables);
  expect(errors).toBeUndefined();
  return (Object.values(data)[0] as { userErrors: { code: string }[] }).userErrors.map(({ code }) => code);
};
const removeApp = () => act('{ removeSecondFactor(method: APP) { userErrors { code } } }');
const keyOf = async () => {
  const { rows } = await admin.query(
    `insert into passkeys (org_id, user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, '\\x00', 0, '{}', 'Work') returning id`,
    [viewer.orgId, viewer.userId, `key-${viewer.userId}`],
  );
  return rows[0].id as number;
};

test('a second factor that is set up ends the other sessions of its user, and this one stays', async () => {
  await begin();
  await enrollApp(viewer);
  expect(await left()).toEqual([true, false, false]);
});

test('a second factor that is replaced ends them too', async () => {
  await enrollApp(viewer);
  await begin();
  setClock(at(60));
  await enrollApp(viewer);
  expect(await left()).toEqual([true, false, false]);
});

test('a second factor that is turned off ends them, and one that was off ends none', async () => {
  await enrollApp(viewer);
  await begin();
  expect(await removeApp()).toEqual([]);
  expect(await left()).toEqual([true, false, false]);
  await begin();
  expect(await removeApp()).toEqual([]);
  expect(await left()).toEqual([true, true, true]);
});

test('a passkey that is deleted ends them', async () => {
  const id = await keyOf();
  await begin();
  expect(await act('($id: ID!) { deletePasskey(id: $id) { userErrors { code } } }', { id: String(id) })).toEqual([]);
  expect(await left()).toEqual([true, false, false]);
});

test('new recovery codes end them', async () => {
  await enrollApp(viewer);
  await begin();
  expect(await act('{ regenerateRecoveryCodes { userErrors { code } } }')).toEqual([]);
  expect(await left()).toEqual([true, false, false]);
});

test('a wrong first code, and a change that is refused, end none', async () => {
  await enrollApp(viewer);
  await admin.query('update organizations set two_factor_enabled = true where id = $1', [viewer.orgId]);
  await begin();
  expect(await removeApp()).toEqual(['two_factor.required']);
  await viewer.gql('mutation { startAppEnrollment { secret } }');
  const confirm = '($code: String!) { confirmAppEnrollment(code: $code) { userErrors { code } } }';
  expect(await act(confirm, { code: '000000' })).toEqual(['two_factor.wrong']);
  expect(await left()).toEqual([true, true, true]);
});

test('a user who has to set one up enters with a new session, and the sessions of before end', async () => {
  await admin.query('update organizations set two_factor_enabled = true where id = $1', [viewer.orgId]);
  other = await signInAgain(viewer);
  const enrolling = await halfSession(viewer, 'enroll');
  await enrollApp(enrolling);
  const { rows } = await admin.query('select stage from sessions where user_id = $1', [viewer.userId]);
  expect(rows).toEqual([{ stage: 'full' }]);
  expect([await isSignedIn(viewer), await isSignedIn(other)]).toEqual([false, false]);
});

test('the sessions of other users stay', async () => {
  const colleague = await asViewer({ orgId: viewer.orgId });
  await enrollApp(viewer);
  expect(await isSignedIn(colleague)).toBe(true);
});

test('a sign-in with the second factor ends no other session', async () => {
  const { secret } = await enrollApp(viewer);
  await begin();
  setClock(at(60));
  expect((await verify(half, { code: appCode(secret) })).status).toBe(200);
  expect([await isSignedIn(viewer), await isSignedIn(other)]).toEqual([true, true]);
});
