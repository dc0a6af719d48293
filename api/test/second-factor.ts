import { createHmac, randomBytes } from 'node:crypto';
import { admin, asViewer, Client, running, type TestViewer } from './harness.ts';
import { sessionDigest } from './session-digest.ts';

/** The code of an authenticator app with this secret at a time (RFC 6238), written by its own code. */
export function appCode(secret: string, at: Date = running().app.now()): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const digest = createHmac('sha1', key).update(step).digest();
  const offset = digest[19]! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The clock of the portal shows this time from now on; the real one without an argument. */
export function setClock(time?: Date): void {
  running().app.now = () => time ?? new Date();
}

/** A session of a user after the right password, in this stage. */
export async function halfSession(user: { orgId: number; userId: number }, stage = 'verify'): Promise<Client> {
  const id = randomBytes(32).toString('base64url');
  await admin.query('insert into sessions (id_hash, org_id, user_id, stage) values ($1, $2, $3, $4)', [
    sessionDigest(id),
    user.orgId,
    user.userId,
    stage,
  ]);
  return new Client(id);
}

const PAYLOAD = 'userErrors { field code message }';

/** Sets up the app of a signed-in user; returns its secret and the recovery codes. The code of this time is used. */
export async function enrollApp(viewer: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await viewer.gql(`mutation { startAppEnrollment { secret ${PAYLOAD} } }`)).data
    .startAppEnrollment;
  const confirm = `mutation ($code: String!) { confirmAppEnrollment(code: $code) { recoveryCodes ${PAYLOAD} } }`;
  const { data } = await viewer.gql(confirm, { code: appCode(secret) });
  return { secret, recoveryCodes: data.confirmAppEnrollment.recoveryCodes };
}

/** Answers the second step of a sign-in over HTTP. */
export const verify = (half: Client, input: Record<string, unknown>) =>
  half.rest('POST', '/graphql', {
    query: `mutation ($input: VerifySignInInput!) { verifySignIn(input: $input) { viewer { user { email } } enrollmentRequired ${PAYLOAD} } }`,
    variables: { input },
  });

/** Without a session a request has no rights, and its token belongs to no session. */
const ENDED = ['UNAUTHENTICATED', 'CSRF'];

/** Codes of the refusals of an answer to `verify`; `[]` when it was right, `['ended']` without a session. */
export const refusalsOf = (answer: Awaited<ReturnType<typeof verify>>): string[] =>
  answer.body.errors?.map(({ extensions: { code } }: { extensions: { code: string } }) =>
    ENDED.includes(code) ? 'ended' : code,
  ) ?? answer.body.data.verifySignIn.userErrors.map(({ code }: { code: string }) => code);

/** The value of the session cookie that an answer sets. */
export const sessionIn = (headers: Headers): string | undefined =>
  headers
    .getSetCookie()
    .map((cookie) => /^airlog_session=([^;]+)/.exec(cookie)?.[1])
    .find(Boolean);

/** The code in the latest text message to a number. */
export async function smsCode(phone: string): Promise<string> {
  const { rows } = await admin.query<{ body: string }>(
    'select body from sms_messages where phone = $1 order by id desc limit 1',
    [phone],
  );
  return /\d{6}/.exec(rows[0]!.body)![0];
}

/** Audit lines of a user, oldest first: operation and outcome. */
export const linesOfUser = async ({ userId }: Pick<TestViewer, 'userId'>) =>
  (
    await admin.query<{ operation: string; outcome: string }>(
      'select operation, outcome from audit_log where actor_user_id = $1 order by id',
      [userId],
    )
  ).rows.map(({ operation, outcome }) => `${operation} ${outcome}`);

const NOON = Date.parse('2026-06-01T12:00:00Z');

/** Returns the instant so many seconds after noon, when an app is set up with the code of that time step. */
export const at = (seconds: number): Date => new Date(NOON + seconds * 1000);

/** Returns a signed-in user with a password, without which no second factor is asked for. */
export async function asViewerWithPassword(options?: Parameters<typeof asViewer>[0]): Promise<TestViewer> {
  const viewer = await asViewer(options);
  await admin.query("insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, 'x')", [
    viewer.orgId,
    viewer.userId,
  ]);
  return viewer;
}

/** Returns what the database holds of a user's second factors and lock. */
export const factorsOf = async ({ userId }: TestViewer): Promise<Record<string, unknown>> =>
  (
    await admin.query(
      `select u.two_factor_app_enabled as app, u.two_factor_sms_enabled as sms, a.locked, u.guessed_at = 'infinity' as "untilUnlocked", c.second_factor as asked
         from users u join user_accounts a on a.id = u.id join user_credentials c on c.user_id = u.id where u.id = $1`,
      [userId],
    )
  ).rows[0];
