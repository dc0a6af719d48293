import type pg from 'pg';

/** What triggers keep in tables of their own: the counts of the long lists, the states of the assignments, and their index. */
export interface Difference {
  table: 'list_counts' | 'device_states' | 'device_index';
  /** The row, with the kept and the true values. */
  row: Record<string, unknown>;
}

/** A connection as airlog_jobs, or with more rights. Each statement may be a transaction of its own. */
export interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Assignments of one statement. */
const BATCH = 2000;
const [LOWEST, HIGHEST] = [-2147483648, 2147483647];
/** Differences that are returned. */
const MOST = 100;

/** Ranges of ids that hold all assignments, about `BATCH` in each; the last one has no end. */
async function* ranges(client: Connection): AsyncGenerator<[lowest: number, highest: number]> {
  const { rows } = await client.query<{ last: number }>('select coalesce(max(id), 0) as last from device_history');
  let lowest = LOWEST;
  for (let highest = BATCH; highest < rows[0]!.last; highest += BATCH) {
    yield [lowest, highest];
    lowest = highest + 1;
  }
  yield [lowest, HIGHEST];
}

/** Calls `found` with the differences of each batch of the states and of the index; none unless a trigger was off. */
async function eachWrongAssignment(
  client: Connection,
  found: (table: 'device_states' | 'device_index', rows: WrongAssignment[]) => Promise<void>,
): Promise<void> {
  for (const table of ['device_states', 'device_index'] as const)
    for await (const range of ranges(client)) {
      const { rows } = await client.query<WrongAssignment>(
        `select history_id, kept, derived from wrong_${table}($1, $2)`,
        range,
      );
      if (rows.length > 0) await found(table, rows);
    }
}

interface WrongAssignment extends Record<string, unknown> {
  history_id: number;
  kept: { visible_org_ids: number[] } | null;
  derived: { visible_org_ids: number[] } | null;
}
interface WrongCount extends Record<string, unknown> {
  list: string;
  /** 0: all organizations. */
  org_id: number;
}

/** Returns up to 100 rows that differ from what they are derived from; none unless a trigger was off. */
export async function wrongDerived(client: Connection): Promise<Difference[]> {
  const { rows } = await client.query<WrongCount>('select * from wrong_list_counts()');
  const differences = rows.map((row): Difference => ({ table: 'list_counts', row }));
  await eachWrongAssignment(client, async (table, wrong) => {
    for (const { kept, derived } of wrong) differences.push({ table, row: { kept, derived } });
  });
  return differences.slice(0, MOST);
}

/** A row that was wrong and was derived again. */
export interface Repaired {
  /** The table and the assignment, or the list. */
  name: string;
  /** The organizations that see it; 0 is none of them. */
  orgIds: readonly number[];
}

/**
 * Derives the rows that differ again, and only those, and calls `done` with those of each batch. No writer waits for longer
 * than one batch takes.
 */
export async function repairDerived(client: Connection, done: (repaired: Repaired[]) => void): Promise<void> {
  const { rows: counts } = await client.query<WrongCount>('select * from repair_list_counts()');
  if (counts.length > 0) done(counts.map(({ list, org_id }) => ({ name: `list_counts ${list}`, orgIds: [org_id] })));
  await eachWrongAssignment(client, async (table, wrong) => {
    const ids = wrong.map(({ history_id }) => history_id);
    await client.query(`select repair_${table}($1::int[])`, [`{${ids.join(',')}}`]);
    done(
      wrong.map(({ history_id, kept, derived }) => ({
        name: `${table} ${history_id}`,
        orgIds: (derived ?? kept)!.visible_org_ids,
      })),
    );
  });
}

/** Derives the tables again, after rows that were written without triggers. Writers of the lists wait until it ends. */
export async function rebuildDerived(client: pg.ClientBase): Promise<void> {
  await client.query('select rebuild_device_states()');
  await client.query('select rebuild_device_index()');
  await client.query('select rebuild_list_counts()');
}
