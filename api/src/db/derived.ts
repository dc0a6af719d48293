import type pg from 'pg';

/** What triggers keep in tables of their own: the counts of the long lists, the states of the assignments, and their index. */
export interface Difference {
  table: 'list_counts' | 'device_states' | 'device_index';
  /** The row, with the kept and the true values. */
  row: Record<string, unknown>;
}

/** Returns up to 100 rows that differ from what they are derived from; none unless a trigger was off. */
export async function wrongDerived(client: pg.ClientBase): Promise<Difference[]> {
  const counts = await client.query<Record<string, unknown>>(
    `select list, org_id, visible_location_ids, kept.rows as kept, counted.rows as counted
       from (select list, org_id, visible_location_ids, sum(rows) as rows from list_counts group by 1, 2, 3 having sum(rows) <> 0) kept
       full join counted_lists() counted using (list, org_id, visible_location_ids)
      where kept.rows is distinct from counted.rows limit 100`,
  );
  const differences = counts.rows.map((row): Difference => ({ table: 'list_counts', row }));
  for (const table of ['device_states', 'device_index'] as const) {
    const { rows } = await client.query<Record<string, unknown>>(
      `select to_jsonb(kept) as kept, to_jsonb(derived) as derived
         from ${table} kept full join ${table}_of(-2147483648, 2147483647) derived using (history_id)
        where kept.* is distinct from derived.* limit 100`,
    );
    differences.push(...rows.map((row): Difference => ({ table, row })));
  }
  return differences;
}

/** Derives the tables again, after rows that were written without triggers. Writers of the lists wait until it ends. */
export async function rebuildDerived(client: pg.ClientBase): Promise<void> {
  await client.query('select rebuild_device_states()');
  await client.query('select rebuild_device_index()');
  await client.query('select rebuild_list_counts()');
}
