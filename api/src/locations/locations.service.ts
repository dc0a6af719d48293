import { Location } from './location.entity.ts';
import { locationRules, type LocationInput } from './location.rules.ts';
import { insertLocation, LOCATION_FIELDS } from './location.store.ts';
import { findOrganization, lockOrganization } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { refuseOlder } from '../shared/conflict.ts';
import { authorize, refuse } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { canManagePlaces } from './locations.policy.ts';

/**
 * Returns a location of an organization whose locations the viewer writes, as it is once no other request changes one.
 * Throws NotFound for one that the viewer may not see, Forbidden for one that they may not write.
 */
export async function findLocationToWrite(ctx: Context, locationId: string): Promise<Location> {
  const id = rowId('Location', locationId);
  const { orgId } = await findVisible(ctx, Location, { id });
  authorize(canManagePlaces(ctx.viewer, { id: orgId }));
  await lockOrganization(ctx, orgId);
  return findVisible(ctx, Location, { id }, { refresh: true });
}

/** Refuses a name that another open location of the organization has: lists and files of users name locations by it. */
export async function refuseTakenName(
  { em }: Context,
  { id = 0, orgId, name }: { id?: number; orgId: number; name: string },
): Promise<void> {
  const taken = await em.execute(
    'select from locations where org_id = ? and id <> ? and closed_at is null and lower(name) = lower(?)',
    [orgId, id, name],
  );
  if (taken.length > 0) refuse([{ field: 'name', code: 'location.name_taken', message: 'location.name_taken' }]);
}

/** Runs every check of the data of a new or changed location without writing; returns the clean input. */
async function checkLocation(
  ctx: Context,
  place: { id?: number; orgId: number; closedAt?: Date | null },
  raw: unknown,
): Promise<LocationInput> {
  const input = await validate(locationRules, raw);
  if (!place.closedAt) await refuseTakenName(ctx, { ...place, name: input.name });
  return input;
}

/** Returns the new location of an organization. The first one is the primary one. */
export async function createLocation(
  ctx: Context,
  { organizationId, ...raw }: { organizationId: string } & Record<string, unknown>,
): Promise<Location> {
  const { id: orgId } = await findOrganization(ctx, organizationId, canManagePlaces);
  await lockOrganization(ctx, orgId);
  const input = await checkLocation(ctx, { orgId }, raw);
  const id = await insertLocation(ctx, orgId, input);
  ctx.note({ organization: orgId });
  return ctx.em.findOneOrFail(Location, { id });
}

/**
 * Changes the data of a location and returns it. An omitted field stays as it is. Throws Conflict for an older version.
 */
export async function updateLocation(
  ctx: Context,
  { locationId, version, ...raw }: { locationId: string } & Record<string, unknown>,
): Promise<Location> {
  const location = await findLocationToWrite(ctx, locationId);
  refuseOlder({ version }, { row: location, version: location.version, message: 'conflict.location' });
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));
  const present = Object.fromEntries(LOCATION_FIELDS.map((field) => [field, location[field]]));
  const input = await checkLocation(ctx, location, { ...present, ...given });
  const changed = LOCATION_FIELDS.filter((field) => input[field] !== location[field]);
  ctx.note({
    location: location.id,
    changes: Object.fromEntries(changed.map((field) => [field, [location[field], input[field]]])),
  });
  Object.assign(location, input);
  await ctx.em.flush();
  await ctx.em.refresh(location); // a trigger counts the change
  return location;
}

/** Makes an open location the primary one of its organization and returns it. Refuses a closed one. */
export async function makePrimaryLocation(ctx: Context, locationId: string): Promise<Location> {
  const location = await findLocationToWrite(ctx, locationId);
  const [answer] = await ctx.em.execute<{ made: boolean }[]>('select make_primary_location(?) as made', [location.id]);
  if (!answer!.made) refuse([{ field: 'locationId', code: 'location.closed', message: 'location.closed' }]);
  ctx.note({ location: location.id, organization: location.orgId });
  return findVisible(ctx, Location, { id: location.id }, { refresh: true });
}
