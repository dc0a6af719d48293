import { hashPassword } from '../src/sign-in/password.ts';
import { userRow } from '../src/db/factories.ts';
import { decryptColumn } from '../src/shared/cipher.ts';
import { admin, anonymous, make, makeOrganization, type Client, type RestAnswer } from './harness.ts';
import { TEST_KEY } from './secrets.ts';
import { until } from './until.ts';

export const OLD_PASSWORD = 'correct horse battery staple';
export const NEW_PASSWORD = 'violet kettle marches seven';

let hash: Promise<string> | undefined;

export interface Account {
  id: number;
  orgId: number;
  email: string;
}

/** A user with OLD_PASSWORD; with `email_verified_at: null`, an invited user without one. */
export async function makeAccount(overrides: Record<string, unknown> = {}, orgId?: number): Promise<Account> {
  const organization = orgId ?? (await makeOrganization('ep', { name: 'Northwind Care' }));
  const row = userRow(organization, overrides);
  const id = await make('users', row);
  await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)', [organization, id]);
  if (row.email_verified_at)
    await admin.query('insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, $3)', [
      organization,
      id,
      await (hash ??= hashPassword(OLD_PASSWORD)),
    ]);
  return { id, orgId: organization, email: row.email as string };
}

export const signIn = (email: string, password: string, client: Client = anonymous()): Promise<RestAnswer> =>
  client.rest('POST', '/login', { email, password });

/** The templates of the mails to a user, the oldest first. */
export const mailsTo = async (userId: number): Promise<string[]> =>
  (
    await admin.query<{ template: string }>('select template from mails where user_id = $1 order by id', [userId])
  ).rows.map(({ template }) => template);

/** The part behind # of the link in the last mail with one to a user; waits for the job that gives it its secret. */
export async function lastTokenOf(userId: number): Promise<string> {
  let last: { link_id: string; link_cipher: string | null } | undefined;
  await until(async () => {
    const { rows } = await admin.query<NonNullable<typeof last>>(
      'select link_id, link_cipher from mails where user_id = $1 and link_id is not null order by id desc limit 1',
      [userId],
    );
    last = rows[0];
    return last?.link_cipher;
  });
  return `${last!.link_id}.${decryptColumn([TEST_KEY], last!.link_cipher!)}`;
}
