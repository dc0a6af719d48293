import type { PgBoss } from 'pg-boss';

const LOOK_MS = 1000;
/** A look that has no answer by then was lost with its connection: the next one takes another. */
const LOST_MS = 10_000;

/** A limit cannot be moved into a join, so each queue costs one look into the index of waiting jobs. */
const DUE = `
  select queue.name from unnest($1::text[]) queue (name)
   cross join lateral (
     select from pgboss.job j
      where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now() limit 1) due`;

/**
 * Wakes the workers of queues with a due job, once a second. One statement looks into all queues: a statement for each
 * of them cost more than all else that an idle node does. `workers`: the worker of each queue. Returns the function that
 * ends it.
 */
export function wakeDueQueues(
  boss: PgBoss,
  workers: ReadonlyMap<string, string>,
  failed: (error: Error) => void,
): () => void {
  const names = [...workers.keys()];
  const look = async (): Promise<void> => {
    const { rows } = (await boss.getDb().executeSql(DUE, [names])) as { rows: { name: string }[] };
    for (const { name } of rows) boss.notifyWorker(workers.get(name)!);
  };
  let since: number | null = null;
  const timer = setInterval(() => {
    const now = performance.now();
    if (since !== null && now - since < LOST_MS) return;
    since = now;
    look()
      .catch(failed)
      .finally(() => {
        if (since === now) since = null;
      });
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
