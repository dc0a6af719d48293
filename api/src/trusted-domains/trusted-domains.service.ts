import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, type Refusal } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { TrustedDomain } from './trusted-domain.entity.ts';
import { trustedDomainsOf } from './trusted-domains.list.ts';
import { canManageTrustedDomains } from './trusted-domains.policy.ts';
import { trustedDomainRules } from './trusted-domains.rules.ts';

const UNIQUE_NAME = 'trusted_domains_unique_name';

const nameTaken = () =>
  new InvalidInput([{ field: 'name', code: 'trusted_domain.name_taken', message: 'trusted_domain.name_taken' }]);

/** Returns a page of the trusted domains of the viewer's organization. Refuses unknown columns, conditions, sizes and cursors. */
export const listTrustedDomains = (ctx: Context, args: ListArgs): Promise<ConnectionShape<TrustedDomain>> =>
  connection(ctx, trustedDomainsOf(ctx.viewer), args);

/** Runs every check of a new trusted domain without writing; returns the clean input. */
export async function checkTrustedDomain(ctx: Context, raw: unknown): Promise<{ name: string }> {
  authorize(canManageTrustedDomains(ctx.viewer));
  const input = await validate(trustedDomainRules, raw);
  if (await ctx.em.findOne(TrustedDomain, { orgId: ctx.viewer.workOrgId, name: input.name })) throw nameTaken();
  return input;
}

/** Returns the new trusted domain, which belongs to the viewer's organization. */
export async function createTrustedDomain(ctx: Context, raw: unknown): Promise<TrustedDomain> {
  const { name } = await checkTrustedDomain(ctx, raw);
  const { workOrgId: orgId, userId } = ctx.viewer;
  const trustedDomain = ctx.em.create(TrustedDomain, { orgId, name, creator: userId, createdAt: ctx.app.now() });
  // Another request may have taken the name after the check.
  await ctx.em.flush().catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === UNIQUE_NAME ? nameTaken() : error;
  });
  return trustedDomain;
}

/** Removes a trusted domain. Users who have an address of it stay. */
export async function deleteTrustedDomain(
  ctx: Context,
  { trustedDomainId }: { trustedDomainId: string },
): Promise<void> {
  const id = rowId('TrustedDomain', trustedDomainId);
  const trustedDomain = await findVisible(ctx, TrustedDomain, { id });
  authorize(canManageTrustedDomains(ctx.viewer));
  ctx.note({ trusted_domain: id, changes: { name: [trustedDomain.name, null] } });
  ctx.em.remove(trustedDomain);
  await ctx.em.flush();
}

/** Returns the refusal of the address of a new user that is of none of the organization's trusted domains, if there are any. */
export async function trustedDomainRefusals(ctx: Context, orgId: number, email: string): Promise<Refusal[]> {
  const untrusted = await untrustedAmong(ctx, orgId, [email]);
  return untrusted.has(email) ? [UNTRUSTED] : [];
}

export const UNTRUSTED: Refusal = {
  field: 'email',
  code: 'user.domain_not_trusted',
  message: 'user.domain_not_trusted',
};

/** Returns those of the addresses that are of none of the organization's trusted domains, if there are any. */
export async function untrustedAmong({ em }: Context, orgId: number, emails: readonly string[]): Promise<Set<string>> {
  const rows = await em.execute<{ name: string }[]>('select name from trusted_domains where org_id = ?', [orgId]);
  if (rows.length === 0) return new Set();
  const trusted = new Set(rows.map(({ name }) => name));
  return new Set(emails.filter((email) => !trusted.has(email.slice(email.lastIndexOf('@') + 1).toLowerCase())));
}
