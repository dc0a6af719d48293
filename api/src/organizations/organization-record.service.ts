import type { Context } from '../shared/context.ts';
import { rowOfEach } from '../shared/list.ts';
import { Location } from '../locations/location.entity.ts';
import { OrganizationRecord } from './organization-record.types.ts';
import { ClinicalType, type Organization } from './organization.entity.ts';
import { OrgGroup } from '../org-groups/org-group.entity.ts';
import { canViewOrganization } from './organizations.policy.ts';

/** Numbers of an organization: of the patients and machines that its staff see, of its users, and of its open locations. */
export interface OrganizationCounts {
  patients: number;
  machines: number;
  users: number;
  locations: number;
}

/** Returns the record of an organization; null for a viewer who may know its name alone. */
export const recordOf = (ctx: Context, organization: Organization): OrganizationRecord | null =>
  canViewOrganization(ctx.viewer, organization) ? Object.assign(new OrganizationRecord(), { organization }) : null;

/**
 * Returns the counts of each organization, in the order of the ids. Patients and machines are counted by triggers (list_counts),
 * the others by indexes that begin with the organization. For `ctx.loader`.
 */
export async function countsOfOrganizations(
  { em }: Context,
  ids: readonly number[],
): Promise<(OrganizationCounts | null)[]> {
  const rows = await em.execute<(OrganizationCounts & { id: number })[]>(
    `select o.id,
        (select coalesce(sum(c.rows), 0)::int from list_counts c where c.org_id = o.id and c.list = 'patients') as patients,
        (select coalesce(sum(c.rows), 0)::int from list_counts c where c.org_id = o.id and c.list = 'machines') as machines,
        (select count(*)::int from user_accounts u where u.org_id = o.id) as users,
        (select count(*)::int from locations l where l.org_id = o.id and l.closed_at is null) as locations
       from organizations o where o.id in (${ids.map(() => '?').join(', ')})`,
    [...ids],
  );
  return rowOfEach(ids, rows, ({ id }) => id);
}

/** Returns the locations of each organization: the primary one, the other open ones by name, the closed ones by name. For `ctx.loader`. */
export async function locationsOfOrganizations({ em }: Context, ids: readonly number[]): Promise<Location[][]> {
  const locations = await em.find(
    Location,
    { orgId: { $in: [...ids] } },
    { orderBy: { isPrimary: 'desc', name: 'asc', id: 'asc' } },
  );
  const [open, closed] = [locations.filter((one) => !one.closedAt), locations.filter((one) => one.closedAt)];
  const byOrganization = Map.groupBy([...open, ...closed], ({ orgId }) => orgId);
  return ids.map((id) => byOrganization.get(id) ?? []);
}

/** Returns the primary location of each organization, in the order of the ids. For `ctx.loader`. */
export async function primaryLocations({ em }: Context, ids: readonly number[]): Promise<(Location | null)[]> {
  const locations = await em.find(Location, { orgId: { $in: [...ids] }, isPrimary: true });
  return rowOfEach(ids, locations, ({ orgId }) => orgId);
}

/** Returns the groups of each organization, by name. For `ctx.loader`. */
export async function groupsOfOrganizations({ em }: Context, ids: readonly number[]): Promise<OrgGroup[][]> {
  const groups = await em.find(OrgGroup, { orgId: { $in: [...ids] } }, { orderBy: { name: 'asc', id: 'asc' } });
  const byOrganization = Map.groupBy(groups, ({ orgId }) => orgId);
  return ids.map((id) => byOrganization.get(id) ?? []);
}

/** Returns the clinical types by their ids. For `ctx.loader`. */
export async function clinicalTypesById({ em }: Context, ids: readonly number[]): Promise<(ClinicalType | null)[]> {
  return rowOfEach(ids, await em.find(ClinicalType, { id: { $in: [...ids] } }), ({ id }) => id);
}

/** Returns the label of the clinical type of a clinic; null for other organizations. */
export const clinicalTypeOf = async (ctx: Context, { clinicalTypeId }: Organization): Promise<string | null> =>
  clinicalTypeId === null ? null : ((await ctx.loader(clinicalTypesById).load(clinicalTypeId))?.type ?? null);
