import { sql } from 'kysely';
import { write } from '../db/write.ts';
import { canManagePlaces } from '../locations/locations.policy.ts';
import { Location } from '../locations/location.entity.ts';
import { OrgGroup } from './org-group.entity.ts';
import { findOrganization, lockOrganization } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { refuseOlder, type RowVersion } from '../shared/conflict.ts';
import { authorize, NotFound, refuse } from '../shared/errors.ts';
import { rowOfEach } from '../shared/list.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { orgGroupRules } from './org-groups.rules.ts';

interface GroupData {
  name: string;
  locationIds: number[];
}

/** Returns the locations of each group, by name. For `ctx.loader`. */
export async function locationsOfGroups({ em }: Context, ids: readonly number[]): Promise<Location[][]> {
  const members = await em.execute<{ group: number; location: number }[]>(
    'select group_id as "group", location_id as location from org_group_locations where group_id = any (?::int[])',
    [`{${ids.join()}}`],
  );
  const wanted = [...new Set(members.map(({ location }) => location))];
  const locations = await em.find(Location, { id: { $in: wanted } }, { orderBy: { name: 'asc', id: 'asc' } });
  const ofGroup = Map.groupBy(members, ({ group }) => group);
  return ids.map((id) => {
    const covered = new Set(ofGroup.get(id)?.map(({ location }) => location));
    return locations.filter((location) => covered.has(location.id));
  });
}

/** Returns the number of users of each group. For `ctx.loader`. */
export async function userCountsOfGroups({ em }: Context, ids: readonly number[]): Promise<number[]> {
  const rows = await em.execute<{ group: number; users: number }[]>(
    'select group_id as "group", count(*)::int as users from user_groups where group_id = any (?::int[]) group by 1',
    [`{${ids.join()}}`],
  );
  return rowOfEach(ids, rows, ({ group }) => group).map((row) => row?.users ?? 0);
}

/** Returns a group of an organization whose groups the viewer writes, once no other request changes one. */
async function findGroupToWrite(ctx: Context, groupId: string): Promise<OrgGroup> {
  const id = rowId('OrgGroup', groupId);
  const { orgId } = await findVisible(ctx, OrgGroup, { id });
  authorize(canManagePlaces(ctx.viewer, { id: orgId }));
  await lockOrganization(ctx, orgId);
  return findVisible(ctx, OrgGroup, { id }, { refresh: true });
}

/**
 * Runs every check of the data of a new or changed group without writing; returns the clean input. `before`: the
 * locations that it covers already, of which one may be closed.
 */
async function checkGroup(
  { em }: Context,
  { id = 0, orgId }: { id?: number; orgId: number },
  raw: unknown,
  before: ReadonlySet<number> = new Set(),
): Promise<GroupData> {
  const input = await validate(orgGroupRules, raw);
  const locationIds = [...new Set(input.locationIds.map((one) => rowId('Location', one)))];
  const locations = await em.find(Location, { orgId, id: { $in: locationIds } });
  if (locations.length < locationIds.length) throw new NotFound();
  if (locations.some((location) => location.closedAt && !before.has(location.id)))
    refuse([{ field: 'locationIds', code: 'location.closed', message: 'location.closed' }]);
  const taken = await em.execute('select from org_groups where org_id = ? and id <> ? and lower(name) = lower(?)', [
    orgId,
    id,
    input.name,
  ]);
  if (taken.length > 0) refuse([{ field: 'name', code: 'org_group.name_taken', message: 'org_group.name_taken' }]);
  return { name: input.name, locationIds };
}

async function storeLocations(
  { em }: Context,
  { id, orgId }: { id: number; orgId: number },
  locationIds: readonly number[],
): Promise<void> {
  await em.execute(
    `insert into org_group_locations (org_id, group_id, location_id)
       select ?, ?, l from unnest(?::int[]) l where not exists (select from org_group_locations k where k.group_id = ? and k.location_id = l)`,
    [orgId, id, `{${locationIds.join()}}`, id],
  );
  await write(em)
    .deleteFrom('org_group_locations')
    .where('group_id', '=', id)
    .where('location_id', '<>', sql<number>`all (${locationIds})`)
    .execute();
}

/** Returns the new group of an organization. */
export async function createGroup(
  ctx: Context,
  { organizationId, ...raw }: { organizationId: string; name: string; locationIds: string[] },
): Promise<OrgGroup> {
  const { id: orgId } = await findOrganization(ctx, organizationId, canManagePlaces);
  await lockOrganization(ctx, orgId);
  const { name, locationIds } = await checkGroup(ctx, { orgId }, raw);
  const { id } = await write(ctx.em)
    .insertInto('org_groups')
    .values({ org_id: orgId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeLocations(ctx, { id, orgId }, locationIds);
  ctx.note({ organization: orgId, locations: locationIds });
  return ctx.em.findOneOrFail(OrgGroup, { id });
}

interface GroupUpdate {
  groupId: string;
  name?: string;
  locationIds?: string[];
  version?: RowVersion | null;
}

/**
 * Changes the name and the locations of a group and returns it: its users see the patients of the new locations. Throws
 * Conflict for an older version.
 */
export async function updateGroup(
  ctx: Context,
  { groupId, name, locationIds, version }: GroupUpdate,
): Promise<OrgGroup> {
  const group = await findGroupToWrite(ctx, groupId);
  refuseOlder({ version }, { row: group, version: group.version, message: 'conflict.org_group' });
  const covered = await ctx.loader(locationsOfGroups).load(group.id);
  const before = covered.map(({ id }) => id);
  const raw = { name: name ?? group.name, locationIds: locationIds ?? before.map(String) };
  const input = await checkGroup(ctx, group, raw, new Set(before));
  await storeLocations(ctx, group, input.locationIds);
  ctx.note({
    group: group.id,
    changes: {
      ...(input.name !== group.name && { name: [group.name, input.name] }),
      ...(locationIds && { locations: [before, input.locationIds] }),
    },
  });
  group.name = input.name;
  await ctx.em.flush();
  await ctx.em.refresh(group); // triggers count the changes
  return group;
}

/** Deletes a group without users. Refuses one with users, and says how many they are. */
export async function deleteGroup(ctx: Context, groupId: string): Promise<void> {
  const group = await findGroupToWrite(ctx, groupId);
  const [users] = await userCountsOfGroups(ctx, [group.id]);
  if (users! > 0)
    refuse([{ field: 'groupId', code: 'org_group.in_use', message: 'org_group.in_use', values: { count: users! } }]);
  ctx.note({ group: group.id, changes: { name: [group.name, null] } });
  await write(ctx.em).deleteFrom('org_group_locations').where('group_id', '=', group.id).execute();
  ctx.em.remove(group);
  await ctx.em.flush();
}
