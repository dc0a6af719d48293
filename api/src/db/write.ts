import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Insertable, type Kysely } from 'kysely';
import type { DB } from './table-types.ts';

/** The time at which the transaction began, as a value that is written. */
export const NOW = sql<string>`now()`;

/** The values of a new row of a table. */
export type NewRow<Table extends keyof DB> = Insertable<DB[Table]>;

/**
 * Returns the builder of a statement that writes rows as one of the viewer's transaction, checked against the tables
 * of the schema: `write(em).updateTable('users').set({ … }).where('id', '=', id).execute()`. Entities are for rows
 * that were read as entities; SQL text remains for what only SQL says well (ADR 153). Reads are not written with it.
 */
export const write = (em: EntityManager): Pick<Kysely<DB>, 'insertInto' | 'updateTable' | 'deleteFrom'> =>
  em.getKysely<DB>();
