import { assertSecretsKnown, type Connection } from '../db/secrets.ts';
import { linkOf, newLinkSecret } from '../mail/mail-delivery.ts';
import type { Config } from '../shared/config.ts';
import { InvalidInput } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { validate } from '../shared/validate.ts';
import { isTakenEmail } from '../users/form/user-form-email.ts';
import { createUserRules, type NewUser } from '../users/form/user-form.rules.ts';

/** The arguments of the command, as they were typed. */
export interface FirstUserAsked {
  email: string | undefined;
  /** First and last name; without it "Support Administrator". */
  name?: string;
  /** Language of the user, and of the organization when it is new; by default English. */
  locale?: string;
  /** Adds an administrator to those that exist. */
  another?: boolean;
  /** Makes a new link for an administrator whose invitation is open, or has expired. */
  renew?: boolean;
}

/** An invitation that was made. */
export interface FirstUserInvited {
  email: string;
  organization: string;
  /** Sets the password, once. Shown to the operator, and stored as a hash. */
  link: string;
  until: Date;
}

const ROLE = 'support.admin';
/** Any number of this command alone. */
const LOCK = 4_716_002;
/** Administrators that a refusal names. */
const NAMED = 5;
const FLAGS: Record<string, string> = { email: '--email', firstName: '--name', lastName: '--name' };

interface Account {
  id: number;
  orgId: number;
  organization: string;
  email: string;
  role: string | null;
  active: boolean;
  locked: boolean;
  verified: boolean;
  invitedUntil: Date | null;
}

const ACCOUNTS = `
  select u.id, u.org_id as "orgId", o.name as organization, u.email, r.name as role, u.active and o.active as active,
         u.locked or u.guessed_at is not null as locked, u.email_verified_at is not null as verified, u.invitation_expires_at as "invitedUntil"
    from users u join organizations o on o.id = u.org_id left join user_roles x on x.user_id = u.id left join roles r on r.id = x.role_id`;

const minute = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function stateOf({ active, locked, verified, invitedUntil }: Account): string {
  if (!active) return 'deactivated';
  if (locked) return 'locked';
  if (verified) return 'active';
  return invitedUntil && invitedUntil > new Date() ? `invited until ${minute(invitedUntil)}` : 'invitation expired';
}

/** What the operator can do for an account that exists. */
function adviceFor(account: Account, { publicUrl }: Config): string {
  if (account.role !== ROLE) return 'Give another address.';
  if (!account.active || account.locked)
    return 'Another support administrator can change that: invite one with another address and --another.';
  return account.verified
    ? `A forgotten password is set at ${publicUrl}/forgot-password.`
    : 'Add --renew to make a new link; the earlier one ends.';
}

/** Refuses with the text of each rule of the form of a user, in English, and the flag that it concerns. */
async function validated({ email, name = 'Support Administrator', locale = 'en' }: FirstUserAsked): Promise<NewUser> {
  if (locale !== 'en' && locale !== 'es') throw new Error(`--locale must be en or es, not "${locale}".`);
  const [firstName, ...others] = name.trim().split(/\s+/);
  if (others.length === 0) throw new Error('--name must be a first and a last name, such as --name "Ada Lovelace".');
  try {
    return await validate(createUserRules, {
      email,
      confirmEmail: email,
      firstName,
      lastName: others.join(' '),
      userType: 'Organization',
      role: ROLE,
    });
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const lines = error.refusals
      .filter(({ field }) => FLAGS[field])
      .map(({ field, message, values }) => `${FLAGS[field]}: ${translate('en', message, values)}`);
    throw new Error([...new Set(lines)].join('\n  '), { cause: error });
  }
}

/** Returns the support organization, which is made when there is none. */
async function supportOrganization(
  client: Connection,
  { portalName }: Config,
  locale: string,
): Promise<{ id: number; name: string }> {
  const { rows } = await client.query<{ id: number; name: string }>(
    `select o.id, o.name from organizations o join organization_types t on t.id = o.type_id
      where t.kind = 'support' and o.active order by o.id limit 1`,
  );
  if (rows[0]) return rows[0];
  const { rows: made } = await client.query<{ id: number; name: string }>(
    `insert into organizations (name, type_id, draft, active, locale)
     select left($1, 255), t.id, false, true, $2 from organization_types t where t.kind = 'support' returning id, name`,
    [`${portalName} Support`, locale],
  );
  return made[0]!;
}

async function addUser(client: Connection, orgId: number, user: NewUser, locale: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (org_id, email, first_name, last_name, user_type, locale) values ($1, $2, $3, $4, $5, $6) returning id`,
    [orgId, user.email, user.firstName, user.lastName, user.userType, locale],
  );
  const { id } = rows[0]!;
  await client.query('insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = $3', [
    orgId,
    id,
    ROLE,
  ]);
  return id;
}

/** Queues the mail of an invitation, as the form of a user does, and gives its link the secret that is shown and sent. */
async function invite(client: Connection, config: Config, userId: number): Promise<{ link: string; until: Date }> {
  await client.query('set local role airlog_auth'); // the sign-in may write any mail to any user
  await client.query("select queue_mail($1, 'invitation')", [userId]);
  const { secret, hash, cipher } = newLinkSecret(config.encryptionKey);
  const { rows } = await client.query<{ id: string; until: Date }>(
    `update account_links set secret_hash = $2 where user_id = $1 and purpose = 'invitation' returning id, expires_at as until`,
    [userId, hash],
  );
  const { id, until } = rows[0]!;
  await client.query("update mails set link_cipher = $2 where link_id = $1 and state = 'queued'", [id, cipher]);
  return { link: linkOf(config, 'invitation', userId, `${id}.${secret}`), until };
}

/** Throws unless the database has tables, and was used with these secrets. */
async function assertPrepared(client: Connection, config: Config): Promise<void> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass('public.account_links')");
  if (rows.length === 0)
    throw new Error('The database has no tables yet. Run `npm run migrate`, or start the portal, and then this again.');
  await assertSecretsKnown(client, config);
}

/** Returns the user to invite: one that is made now, or with --renew one that was invited before. Throws with a refusal. */
async function userToInvite(
  client: Connection,
  config: Config,
  asked: FirstUserAsked,
): Promise<Pick<Account, 'id' | 'orgId' | 'organization' | 'email'>> {
  const user = await validated(asked);
  const { rows: held } = await client.query<Account>(`${ACCOUNTS} where lower(u.email) = lower($1)`, [user.email]);
  const holder = held[0];
  if (holder) {
    const isOpen = holder.role === ROLE && holder.active && !holder.locked && !holder.verified;
    if (isOpen && asked.renew) return holder;
    throw new Error(
      `${holder.email} is a user already (${holder.role ?? 'no role'}, ${stateOf(holder)}). Nothing was changed. ${adviceFor(holder, config)}`,
    );
  }
  if (asked.renew) throw new Error(`No user has the address ${user.email}. Nothing was changed. Leave --renew out.`);
  const { rows: others } = await client.query<Account>(`${ACCOUNTS} where r.name = $1 order by u.id limit $2`, [
    ROLE,
    NAMED,
  ]);
  if (others.length > 0 && !asked.another)
    throw new Error(
      `There is a support administrator already: ${others.map((one) => `${one.email} (${stateOf(one)})`).join(', ')}. ` +
        'Nothing was changed. Add --another to invite one more.',
    );
  const locale = asked.locale ?? 'en';
  const { id: orgId, name } = await supportOrganization(client, config, locale);
  return { id: await addUser(client, orgId, user, locale), orgId, organization: name, email: user.email };
}

/**
 * Invites a support administrator, who can make everything else: with the support organization when there is none. The link
 * is that of the invitation's mail; no password is made. Throws, and changes nothing, for an address that a user has, and
 * when there is an administrator already, unless the operator asks for another one (decisions/154).
 */
export async function inviteFirstUser(
  client: Connection,
  config: Config,
  asked: FirstUserAsked,
): Promise<FirstUserInvited> {
  await assertPrepared(client, config);
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]); // of two commands the second sees the user of the first
    const { id, orgId, organization, email } = await userToInvite(client, config, asked);
    // Without an actor: an operator of the database is no user.
    await client.query(
      `insert into audit_log (org_id, operation, outcome, properties) values ($1, 'Command.first-user', 'done', $2)`,
      [orgId, { user: id, renewed: asked.renew ?? false }],
    );
    const invited = await invite(client, config, id);
    await client.query('commit');
    return { email, organization, ...invited };
  } catch (error) {
    await client.query('rollback');
    if (isTakenEmail(error))
      throw new Error('Someone has just made a user with this address. Run this again.', { cause: error });
    throw error;
  }
}
