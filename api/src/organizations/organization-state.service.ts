import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { Organization } from './organization.entity.ts';
import type { OrganizationEnds } from './organization-state.types.ts';
import { canUpdateOrganization } from './organizations.policy.ts';

const ENDS = 'sessions, tokens, api_keys as "apiKeys", invitations, password_links as "passwordLinks", jobs';

async function findSwitched(ctx: Context, organizationId: string): Promise<Organization> {
  const where = { id: rowId('Organization', organizationId) };
  const organization = await findVisible(ctx, Organization, where, { refresh: true });
  authorize(canUpdateOrganization(ctx.viewer, organization));
  return organization;
}

/**
 * Returns what `deactivateOrganization` would end now, and what goes on: settings changes on their way to devices, and
 * migrations, which support staff started and which come to inactive drafts as well. Writes nothing.
 */
export async function checkDeactivateOrganization(
  ctx: Context,
  organizationId: string,
): Promise<{ ends: OrganizationEnds; pendingSettings: number; migrations: number }> {
  const { id } = await findSwitched(ctx, organizationId);
  const [ends] = await ctx.em.execute<[OrganizationEnds]>(`select ${ENDS} from organization_ends(?)`, [id]);
  const [goesOn] = await ctx.em.execute<[{ pendingSettings: number; migrations: number }]>(
    `select (select count(*)::int from settings_records where org_id = ? and status = 'pending') as "pendingSettings",
            (select count(*)::int from patient_migrations where target_org_id = ? and state in ('waiting', 'running', 'undoing')) as migrations`,
    [id, id],
  );
  return { ends, ...goesOn };
}

/**
 * Deactivates an organization and returns what that has ended: its users are signed out on every node, their sockets
 * close within 5 seconds, and no sign-in, token or link of theirs works until it is activated. Its patients, devices and
 * nights stay; devices go on reporting. An inactive one stays so.
 */
export async function deactivateOrganization(
  ctx: Context,
  organizationId: string,
): Promise<{ organization: Organization; ended: OrganizationEnds }> {
  const before = await findSwitched(ctx, organizationId);
  const { id, active } = before;
  const [ended] = await ctx.em.execute<[OrganizationEnds]>(`select ${ENDS} from deactivate_organization(?)`, [id]);
  ctx.note({ organization: id, changes: { active: [active, false] }, ended });
  return { organization: await findVisible(ctx, Organization, { id }, { refresh: true }), ended };
}

/** Activates a draft or an inactive organization: its users can sign in. What a deactivation ended stays ended. */
export async function activateOrganization(ctx: Context, organizationId: string): Promise<Organization> {
  const { id, active, draft } = await findSwitched(ctx, organizationId);
  await ctx.em.execute('select activate_organization(?)', [id]);
  ctx.note({ organization: id, changes: { active: [active, true], draft: [draft, false] } });
  return findVisible(ctx, Organization, { id }, { refresh: true });
}
