import type { EntityClass } from '@mikro-orm/core';
import { authorizeOperation } from '../auth/authorize.ts';
import { matrix } from '../auth/matrix.ts';
import { entities } from '../db/entities.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { fromGlobalId, type Node } from '../shared/node.ts';
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

/**
 * Returns the row behind a global id. Throws Forbidden without the permission to read its type, NotFound when it does
 * not exist or the viewer may not see it.
 */
export async function findNode(ctx: Context, globalId: string): Promise<Node> {
  const wanted = fromGlobalId(globalId);
  const type = wanted && TYPES.get(wanted.type);
  if (!wanted || !type) throw new NotFound();
  authorizeOperation(ctx, type.operation);
  return findVisible(ctx, type.entity, { id: wanted.id });
}
