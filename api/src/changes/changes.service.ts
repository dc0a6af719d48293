import { authorizeOperation, mayCall } from '../auth/authorize.ts';
import { DEFAULT_SIZE } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { CHANGE_TYPES, type ChangeConnection, type ChangedType } from './change.types.ts';
import { changesAfter, ChangesExpired, NoPosition } from './changes.reads.ts';

const MAX_PAGE = 500;

/** The operation that reads the rows of each type: what it refuses, to a user or to a token, is refused here too. */
const READ_BY: Record<ChangedType, string> = {
  Compliance: 'Query.patient',
  DeviceHistory: 'Query.patient',
  HandOff: 'Query.handOff',
  ICodeReport: 'Query.icodeReports',
  Location: 'Query.patient',
  Machine: 'Query.machine',
  Patient: 'Query.patient',
  SettingsRecord: 'Query.patient',
  Upload: 'Query.upload',
  UsageNight: 'Query.nights',
  User: 'Query.users',
};

/** Returns the asked types, or all that the viewer may read; null for every type. Throws Forbidden for an asked one. */
function readableTypes(ctx: Context, asked: readonly ChangedType[] | null | undefined): readonly ChangedType[] | null {
  for (const type of asked ?? []) authorizeOperation(ctx, READ_BY[type]);
  const types = asked ?? CHANGE_TYPES.filter((type) => mayCall(ctx, READ_BY[type]));
  return types.length === CHANGE_TYPES.length ? null : types;
}

/** Returns the organization whose changes the viewer reads. Refuses who sees less than one, or none in particular. */
function organizationOf({ viewer }: Context): number {
  if (viewer.facts.locationIds) throw refusalOf('after', 'changes.limited');
  if (viewer.isSupport && viewer.actingOrgId === null) throw refusalOf('after', 'changes.organization');
  return viewer.workOrgId;
}

export interface ChangesArgs {
  after?: string | null;
  types?: ChangedType[] | null;
  first?: number | null;
}

/**
 * Returns the changes of the rows that the viewer's organization may read, behind a cursor; without one, none and the
 * cursor of the present end. Throws Forbidden for a type that the viewer may not read. Refuses users of locations or
 * groups, support staff that acts in no organization, and a cursor that is older than 30 days or of a restored database.
 */
export async function listChanges(ctx: Context, { after, types, first }: ChangesArgs): Promise<ChangeConnection> {
  const limit = first ?? DEFAULT_SIZE;
  if (limit < 1 || limit > MAX_PAGE) throw refusalOf('first', 'list.limit', { max: MAX_PAGE });
  const asked = { orgId: organizationOf(ctx), after: after ?? null, types: readableTypes(ctx, types), limit };
  const { rows, position, hasMore } = await changesAfter(ctx.em, asked).catch((error: unknown) => {
    if (error instanceof ChangesExpired) throw refusalOf('after', 'changes.expired');
    if (error instanceof NoPosition) throw refusalOf('after', 'list.cursor');
    throw error;
  });
  const pageInfo = {
    hasNextPage: hasMore,
    hasPreviousPage: false,
    startCursor: rows[0]?.position ?? null,
    endCursor: position,
  };
  return { edges: rows.map((node) => ({ cursor: node.position, node })), pageInfo };
}
