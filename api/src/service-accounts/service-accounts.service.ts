import type { Scope } from '../auth/scopes.ts';
import { digestOf, newSecret } from '../auth/secret.ts';
import { addKeyIn, renewKeyIn } from '../credentials/api-key-secret.ts';
import { chosenScopes } from '../credentials/chosen-scopes.ts';
import { MAX_CREDENTIAL_DAYS, regenerateRules } from '../credentials/credentials.rules.ts';
import { organizationOf } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, NotFound } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { canManageServiceAccounts, canRotateKey, scopesOfViewer } from './service-accounts.policy.ts';
import { serviceAccountRules } from './service-accounts.rules.ts';
import type { ServiceAccount } from './service-accounts.types.ts';

/** Service accounts of an organization that are not deleted. */
const MAX_SERVICE_ACCOUNTS = 50;
const UNIQUE_NAME = 'service_accounts_name';

/** A secret when it was made: the only time that it is known. */
export interface NewSecret {
  serviceAccount: ServiceAccount;
  clientId: string;
  clientSecret: string;
}

const refusal = (field: string, code: 'service_account.name_taken' | 'service_account.too_many') =>
  new InvalidInput([{ field, code, message: code, values: { max: MAX_SERVICE_ACCOUNTS } }]);

/** Throws Forbidden for a viewer who may not manage the service accounts of their organization. */
async function assertManages(ctx: Context): Promise<void> {
  const organization = await organizationOf(ctx, { organization: { id: ctx.viewer.orgId } });
  authorize(canManageServiceAccounts(ctx.viewer, organization));
}

/** Returns the accounts of the organization that are not deleted, by name; with `id` that one. */
async function readAccounts({ em, viewer }: Context, id: number | null = null): Promise<ServiceAccount[]> {
  const rows = await em.execute<ServiceAccount[]>(
    `select s.user_id as id, s.name, s.description, s.scopes, s.created_by_name as "createdBy", s.created_at as "createdAt", u.active as "isActive"
       from service_accounts s join users u on u.id = s.user_id
      where s.org_id = ? and s.deleted_at is null and s.user_id = coalesce(?, s.user_id) order by lower(s.name)`,
    [viewer.orgId, id],
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Returns the service accounts of the viewer's organization, by name. Throws Forbidden for who does not manage them. */
export async function listServiceAccounts(ctx: Context): Promise<ServiceAccount[]> {
  await assertManages(ctx);
  return readAccounts(ctx);
}

/** Returns the scopes that the viewer may give to a service account. Throws Forbidden for who does not manage them. */
export async function scopesToChoose(ctx: Context): Promise<Scope[]> {
  await assertManages(ctx);
  return scopesOfViewer(ctx.viewer);
}

/** Returns one account that is not deleted. Throws NotFound for any other, and for one of another organization. */
async function findAccount(ctx: Context, id: number): Promise<ServiceAccount> {
  const [account] = await readAccounts(ctx, id);
  if (!account) throw new NotFound();
  await assertManages(ctx);
  return account;
}

/**
 * Makes a service account with its key. Its scopes are among those of the viewer, and stay as they are when roles
 * change. The secret is shown once and not kept. Refuses a name that another account has, and more than 50 accounts.
 */
export async function createServiceAccount(ctx: Context, raw: unknown): Promise<NewSecret> {
  await assertManages(ctx);
  const { name, description, scopes: asked } = await validate(serviceAccountRules, raw);
  const scopes = chosenScopes(scopesOfViewer(ctx.viewer), asked);
  const clientSecret = newSecret('key');
  const [made] = await ctx.em
    .execute<{ account: number; client: string }[]>('select * from make_service_account(?, ?, ?::text[], ?, ?, ?, ?)', [
      ...[name, description ?? '', `{${scopes.join(',')}}`, digestOf(clientSecret), clientSecret.slice(-4)],
      ...[MAX_CREDENTIAL_DAYS, MAX_SERVICE_ACCOUNTS],
    ])
    .catch((error: unknown) => {
      throw (error as { constraint?: string }).constraint === UNIQUE_NAME
        ? refusal('name', 'service_account.name_taken')
        : error;
    });
  if (!made) throw refusal('name', 'service_account.too_many');
  ctx.note({ user: made.account, clientId: made.client, scopes });
  return { serviceAccount: await findAccount(ctx, made.account), clientId: made.client, clientSecret };
}

/**
 * Gives a service account a new secret. The old one and its access tokens end at once, or after `overlapHours`, at most
 * 24. Forbidden for a viewer who lacks one of its scopes.
 */
export async function rotateServiceAccountKey(ctx: Context, id: string, raw: unknown): Promise<NewSecret> {
  const serviceAccount = await findAccount(ctx, rowId('ServiceAccount', id));
  authorize(canRotateKey(ctx.viewer, serviceAccount));
  const { overlapHours } = await validate(regenerateRules, raw);
  const clientSecret = newSecret('key');
  const { orgId, userId: madeBy } = ctx.viewer;
  const key = { orgId, madeBy, userId: serviceAccount.id, scopes: serviceAccount.scopes, hours: overlapHours ?? 0 };
  // The key of an organization that was inactive has ended, and there is a new one.
  const clientId = await ctx.asAuth(
    'write',
    async (em) => (await renewKeyIn(em, key, clientSecret)) ?? (await addKeyIn(em, key, clientSecret)),
  );
  ctx.note({ user: serviceAccount.id, clientId, overlapHours: key.hours });
  return { serviceAccount, clientId: clientId!, clientSecret };
}

/** Enables or disables a service account: the next request with a token of a disabled one is refused. */
export async function setServiceAccountActive(ctx: Context, id: string, active: boolean): Promise<ServiceAccount> {
  const { id: account } = await findAccount(ctx, rowId('ServiceAccount', id));
  await ctx.em.execute('select set_service_account_active(?, ?)', [account, active]);
  ctx.note({ user: account, changes: { active } });
  return findAccount(ctx, account);
}

/** Deletes a service account and ends its key. What it did keeps its name. */
export async function deleteServiceAccount(ctx: Context, id: string): Promise<void> {
  const { id: account, name } = await findAccount(ctx, rowId('ServiceAccount', id));
  await ctx.em.execute('select delete_service_account(?)', [account]);
  ctx.note({ user: account, changes: { name: [name, null] } });
}
