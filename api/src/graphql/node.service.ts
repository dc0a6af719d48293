import type { EntityClass } from '@mikro-orm/core';
import { authorizeOperation } from '../auth/authorize.ts';
import { matrix } from '../auth/matrix.ts';
import { entities } from '../db/entities.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { fromGlobalId, type Node } from '../shared/node.ts';
import { patientsOf } from '../shared/patient-data.ts';
import { findVisible } from '../shared/visible-row.ts';

/**
 * Every type with a global id, and the operation that reads it otherwise, which its access file names: what that one refuses,
 * to a user or to a token, is refused here too. Staff reads the places and the names of organizations and users in a session;
 * what else there is of them, their fields decide by the same operations.
 */
const TYPES = new Map<string, { entity: EntityClass<Node>; operation: string }>();
for (const [operation, { nodes = [] }] of Object.entries(matrix))
  for (const type of nodes) {
    const entity = entities.find(({ name }) => name === type);
    if (!entity || TYPES.has(type))
      throw new Error(`${operation} reads ${type}, which ${entity ? 'another operation reads' : 'is no entity'}.`);
    TYPES.set(type, { entity: entity as EntityClass<Node>, operation });
  }

/** Nodes of one query. */
const MAX_NODES = 100;

/** Returns what a global id names. Throws NotFound for none of a known type, Forbidden without the permission to read it. */
function readable(ctx: Context, globalId: string) {
  const wanted = fromGlobalId(globalId);
  const type = wanted && TYPES.get(wanted.type);
  if (!wanted || !type) throw new NotFound();
  authorizeOperation(ctx, type.operation);
  return { id: wanted.id, entity: type.entity };
}

/**
 * Returns the row behind a global id. Throws Forbidden without the permission to read its type, NotFound when it does
 * not exist or the viewer may not see it.
 */
export async function findNode(ctx: Context, globalId: string): Promise<Node> {
  const { entity, id } = readable(ctx, globalId);
  return findVisible(ctx, entity, { id });
}

/**
 * Returns the rows behind at most 100 global ids, in their order, with one statement for each type; null in the place of
 * one that does not exist or that the viewer may not see. Throws Forbidden without the permission to read a type, NotFound
 * for an id of no type, and a refusal at `ids` for more.
 */
export async function findNodes(ctx: Context, globalIds: string[]): Promise<(Node | null)[]> {
  if (globalIds.length > MAX_NODES) throw refusalOf('ids', 'list.too_many_ids', { max: MAX_NODES });
  const wanted = globalIds.map((globalId) => readable(ctx, globalId));
  const found = new Map<EntityClass<Node>, Map<number, Node>>();
  for (const [entity, of] of Map.groupBy(wanted, ({ entity: one }) => one)) {
    const rows = await ctx.em.find(entity, { id: { $in: of.map(({ id }) => id) } });
    ctx.shows(patientsOf(rows));
    found.set(entity, new Map(rows.map((row) => [row.id, row])));
  }
  return wanted.map(({ entity, id }) => found.get(entity)?.get(id) ?? null);
}
