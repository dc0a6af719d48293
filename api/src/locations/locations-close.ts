import { Location } from './location.entity.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, refuse } from '../shared/errors.ts';
import { rowOfEach } from '../shared/list.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { findLocationToWrite, refuseTakenName } from './locations.service.ts';

/** Patients, and as many machines, that one request moves: within the time of a request, because much depends on a patient's location. */
const MOST_MOVED = 500;

/** Numbers of what belongs to a location. */
interface LocationUsageFacts {
  patients: number;
  machines: number;
  users: number;
  groups: number;
}

/** A location that was closed, what this request moved, and whether something is left to move. */
interface ClosedLocation {
  location: Location;
  moved: LocationUsageFacts;
  complete: boolean;
}

const refusal = (
  field: string,
  code: 'location.primary' | 'location.in_use' | 'location.move_to' | 'location.closed',
) => [{ field, code, message: code }];

const isUsed = (usage: LocationUsageFacts | null): usage is LocationUsageFacts =>
  usage !== null && usage.patients + usage.machines + usage.users + usage.groups > 0;

/** Returns what belongs to each location; null for one that the viewer does not write. For `ctx.loader`. */
export async function usageOfLocations(
  { em }: Context,
  ids: readonly number[],
): Promise<(LocationUsageFacts | null)[]> {
  const rows = await em.execute<(LocationUsageFacts & { location: number })[]>(
    'select * from location_usage(?::int[])',
    [`{${ids.join()}}`],
  );
  return rowOfEach(ids, rows, ({ location }) => location);
}

/** Returns the open location of the same organization to which everything moves. */
async function findTarget(ctx: Context, { id, orgId }: Location, moveToId: string): Promise<Location> {
  const target = await findVisible(ctx, Location, { id: rowId('Location', moveToId) });
  if (target.orgId !== orgId || target.id === id || target.closedAt) refuse(refusal('moveToId', 'location.move_to'));
  return target;
}

/**
 * Closes a location, so that nothing new belongs to it, and moves at most 500 of its patients and machines, and at last
 * its users and groups. A caller repeats the request until it is complete. Refuses the primary location, and one with
 * patients, machines, users or groups when no location is named to which they move.
 */
export async function closeLocation(
  ctx: Context,
  { locationId, moveToId }: { locationId: string; moveToId?: string | null },
): Promise<ClosedLocation> {
  const location = await findLocationToWrite(ctx, locationId);
  if (location.isPrimary) refuse(refusal('locationId', 'location.primary'));
  const target = moveToId ? await findTarget(ctx, location, moveToId) : null;
  // A patient who is being placed here holds the row: the counts below include this patient.
  await ctx.em.execute('select from locations where id = ? for no key update', [location.id]);
  const [usage] = await usageOfLocations(ctx, [location.id]);
  if (!target && isUsed(usage!)) throw new InvalidInput(refusal('moveToId', 'location.in_use'), { usage });
  location.closedAt ??= ctx.app.now();
  await ctx.em.flush();
  const moved = target ? await move(ctx, location, target) : { patients: 0, machines: 0, users: 0, groups: 0 };
  ctx.note({ location: location.id, closed: true, ...(target && { moved_to: target.id, moved }) });
  const [left] = await usageOfLocations(ctx, [location.id]);
  return { location, moved, complete: !isUsed(left!) };
}

async function move({ em }: Context, from: Location, to: Location): Promise<LocationUsageFacts> {
  const [moved] = await em.execute<LocationUsageFacts[]>('select * from move_from_location(?, ?, ?)', [
    from.id,
    to.id,
    MOST_MOVED,
  ]);
  return moved!;
}

/** Opens a closed location again and returns it; what was moved stays where it is. An open one stays open. */
export async function reopenLocation(ctx: Context, locationId: string): Promise<Location> {
  const location = await findLocationToWrite(ctx, locationId);
  if (!location.closedAt) return location;
  await refuseTakenName(ctx, location);
  ctx.note({ location: location.id, closed: false });
  location.closedAt = null;
  await ctx.em.flush();
  return location;
}
