import type pg from 'pg';

interface Dropped {
  drop: string;
  create: string;
}

/** The indexes of tables that no foreign key and no insert needs: not those of primary keys and unique constraints. */
async function secondaryIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<Dropped[]> {
  const { rows } = await client.query<Dropped>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
       from pg_index i where i.indrelid = any ($1::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     union all
     select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
            format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
       from pg_constraint c where c.conrelid = any ($1::regclass[]) and c.contype = 'x'`,
    [tables],
  );
  return rows;
}

/**
 * Runs work that writes most rows of tables without their secondary indexes, in the running transaction, and creates the
 * indexes afterwards: sorting all rows once is several times as fast as adding each, most of all for searched texts.
 * Other transactions wait for the tables until the end; an interrupted one leaves the indexes as they were.
 */
export async function withoutIndexes<T>(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const indexes = await secondaryIndexes(client, tables);
  await client.query("set local maintenance_work_mem = '512MB'");
  for (const { drop } of indexes) await client.query(drop);
  const result = await work();
  for (const { create } of indexes) await client.query(create);
  return result;
}
