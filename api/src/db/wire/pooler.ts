import type pg from 'pg';

const REFUSAL =
  'DATABASE_URL leads to a pooler of connections (such as PgBouncer), or to a server that cannot cancel a statement. Locks, LISTEN and settings belong to a connection, and the portal keeps pools of its own: give the address of PostgreSQL itself.';

/**
 * Throws when something between the portal and PostgreSQL answers in its name. A pooler gives its own number for a
 * request to cancel; PostgreSQL gives the process that runs the statements (decisions/109).
 */
export async function assertNoPooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { processID } = client as unknown as { processID: number | null };
  if (processID !== rows[0]!.pid) throw new Error(REFUSAL);
}
