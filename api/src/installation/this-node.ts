import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { withPrincipal } from '../db/principal.ts';
import { NOW, write } from '../db/write.ts';
import type { App } from '../shared/context.ts';
import { release } from '../version.ts';

/** Four of these without a sign of life, and the page says that the node is silent (installation_nodes). */
const SIGN_MS = 15_000;
const MAX_HOST = 255;

/** This process, as other nodes know it. */
export const thisNode = {
  id: randomUUID(),
  host: hostname().slice(0, MAX_HOST),
  startedAt: new Date(Date.now() - process.uptime() * 1000),
};

const asJobs = (app: App, work: Parameters<typeof withPrincipal<unknown>>[3]) =>
  withPrincipal(app.db, { kind: 'jobs' }, 'write', work);

/** Adds the row of this node, or renews it, and removes those of nodes that were killed more than a day ago. */
export const giveSign = (app: App): Promise<unknown> =>
  asJobs(app, async (em) => {
    const { version, migration } = release;
    await write(em)
      .insertInto('nodes')
      .values({ id: thisNode.id, host: thisNode.host, version, migration, started_at: thisNode.startedAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: NOW }))
      .execute();
    await write(em)
      .deleteFrom('nodes')
      .where('seen_at', '<', sql<string>`now() - interval '1 day'`)
      .execute();
  });

/**
 * Notes for the other nodes that this one runs, now and regularly, whatever becomes of a single sign. Returns the function
 * that ends it and takes the row away.
 */
export async function announceNode(app: App): Promise<() => Promise<unknown>> {
  const failed = (err: unknown) => app.log.warn({ err }, 'the node could not say that it runs');
  await giveSign(app).catch(failed);
  let signing: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    signing ??= giveSign(app)
      .catch(failed)
      .finally(() => (signing = null));
  }, SIGN_MS).unref();
  return async () => {
    clearInterval(timer);
    await signing;
    await asJobs(app, (em) => write(em).deleteFrom('nodes').where('id', '=', thisNode.id).execute()).catch(failed);
  };
}
