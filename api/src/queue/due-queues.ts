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

/** The workers of a node by their ids, each with its queue. */
export type Workers = (readonly [queue: string, worker: string])[];

/**
 * Wakes the workers of queues with a due job, once a second. One statement looks into all queues: a statement for each
 * of them cost more than all else that an idle node does. Returns the function that ends it.
 */
export function wakeDueQueues(boss: PgBoss, workers: Workers, failed: (error: Error) => void): () => void {
  const names = [...new Set(workers.map(([queue]) => queue))];
  const look = async (): Promise<void> => {
    const { rows } = (await boss.getDb().executeSql(DUE, [names])) as { rows: { name: string }[] };
    const due = new Set(rows.map(({ name }) => name));
    for (const [queue, worker] of workers) if (due.has(queue)) boss.notifyWorker(worker);
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
