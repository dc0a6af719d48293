import { Viewer } from '../auth/viewer.ts';
import type { Context } from '../shared/context.ts';
import { authorize, NotFound } from '../shared/errors.ts';
import { loadAll } from '../shared/load-all.ts';
import { rowId } from '../shared/node.ts';
import type { Organization } from './organization.entity.ts';
import { canSwitchOrganization } from './organizations.policy.ts';
import { organizationOf, organizationsById } from './organizations.service.ts';

/**
 * Lets the session of support staff act in one organization, or in all of them again (null), from the next statement on.
 * Throws NotFound for an organization that is inactive, of support itself, or not there. The audit line has the
 * organization before and after.
 */
export async function switchOrganization(
  ctx: Context,
  { organizationId }: { organizationId?: string | null },
): Promise<Viewer> {
  const { viewer } = ctx;
  authorize(canSwitchOrganization(viewer));
  const wanted = organizationId == null ? null : rowId('Organization', organizationId);
  const [done] = await ctx.em.execute<[{ switched: boolean }]>('select switch_organization(?, ?::int) as switched', [
    ctx.request.sessionHash,
    wanted,
  ]);
  if (!done.switched) throw new NotFound();
  ctx.note({ changes: { acting_organization: [viewer.actingOrgId, wanted] } });
  return new Viewer({ ...viewer.facts, actingOrgId: wanted });
}

/** Returns the organization in which support staff acts; null for all of them, and for other users. */
export async function findActingOrganization(ctx: Context): Promise<Organization | null> {
  const id = ctx.viewer.actingOrgId;
  return id === null ? null : organizationOf(ctx, { organization: { id } });
}

/** Returns the active ones of the last five organizations in which the support user acted, the newest first. */
export async function recentOrganizations(ctx: Context): Promise<Organization[]> {
  if (!canSwitchOrganization(ctx.viewer)) return [];
  const recent = await ctx.em.execute<{ id: number }[]>(
    'select recent_org_id as id from recent_organizations where user_id = ? order by visited_at desc',
    [ctx.viewer.userId],
  );
  const found = await loadAll(
    ctx,
    organizationsById,
    recent.map(({ id }) => id),
  );
  return found.filter((one): one is Organization => one !== null && one.active);
}
