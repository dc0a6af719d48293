import { once } from 'node:events';
import { Admission } from './auth/admission.ts';
import { renewEpoch } from './changes/changes-epoch.ts';
import { divided } from './db/connections.ts';
import { openCluster, renewSuperuser } from './db/embedded/cluster.ts';
import { supervise } from './db/embedded/embedded-supervisor.ts';
import { isLeakproof, SLOW_SEARCH } from './db/leakproof.ts';
import { prepareDatabase } from './db/migrate.ts';
import { openDatabase } from './db/orm.ts';
import { whenReached } from './db/reached.ts';
import { SlowStatements } from './db/slow.ts';
import { builtDigests, ClientDocuments } from './graphql/client-documents.ts';
import { announceNode } from './installation/this-node.ts';
import { jobs } from './jobs.ts';
import { lists } from './lists.ts';
import { Metrics } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/metrics-server.ts';
import { JobQueue } from './queue/job-queue.ts';
import { PubSub } from './realtime/pubsub.ts';
import { createServer } from './server.ts';
import { Availability } from './shared/availability.ts';
import type { Config } from './shared/config.ts';
import type { App } from './shared/context.ts';
import { storeOf } from './shared/file-store-of.ts';
import { createLogger } from './shared/logger.ts';
import { ReadLog } from './shared/read-log.ts';
import { SecurityLog } from './shared/security-log.ts';
import { UseLog } from './shared/use-log.ts';
import { release } from './version.ts';

export interface Portal {
  app: App;
  port: number;
  /** The privileged address, for seeding. */
  adminUrl: string;
  /** Stops serving, after `drainMs` in which clients are sent away, then stops the embedded database. */
  stop(drainMs?: number): Promise<void>;
}

const LATER =
  'the database is of a later version of the portal, which works with this one: nothing in it was changed (docs/upgrading.md)';

/**
 * Starts one node: database, migrations, server, in this order. `prepare` runs on the migrated database before the
 * server accepts connections. `databaseLost` runs when the embedded database ended and does not start again.
 */
export async function startPortal(
  config: Config,
  prepare: (adminUrl: string, applied: number) => Promise<unknown> = async () => undefined,
  databaseLost: () => void = () => process.exit(1),
): Promise<Portal> {
  const log = createLogger(config.logLevel, undefined, config.tracing !== null);
  log.info(release, 'starting');
  const { url: found, embedded } = await openCluster(config);
  const closing: ((drainMs: number) => Promise<unknown>)[] = [async () => embedded?.stop()];
  const stop = async (drainMs = 0) => {
    for (const close of closing.splice(0).reverse()) await close(drainMs);
  };
  if (embedded) closing.push(supervise(embedded, log, databaseLost));
  try {
    // Loaded only when it is on: without it no request costs more, and no start lasts longer.
    const traces = config.tracing && new (await import('./traces/traces.ts')).Traces(config.tracing, log);
    if (traces) closing.push(() => traces.close());
    const { logins, applied, later } = await whenReached(() => prepareDatabase(found, config), log);
    const url = embedded ? await renewSuperuser(found, config) : found;
    if (later) log.warn({ version: later.version }, LATER);
    await prepare(url, applied);
    const connections = divided(config.databaseConnections);
    const wire = { prepare: config.databasePrepare, pipeline: true };
    const metrics = config.metricsPort === undefined ? null : new Metrics();
    const { slowStatementMs } = config;
    const db = await openDatabase(logins, connections, wire, {
      replicas: config.databaseReplicas,
      exempt: later?.exempt,
      slow:
        slowStatementMs || traces
          ? new SlowStatements(slowStatementMs || Infinity, log, () => metrics?.slowStatement())
          : undefined,
    });
    closing.push(() => db.close());
    db.replicas.onAway = (err) => log.warn({ err }, 'a replica of the database is late or lost: the primary is read');
    await renewEpoch(db);
    db.searchesByIds = !(await isLeakproof(db));
    if (db.searchesByIds) log.warn(SLOW_SEARCH);
    const readLog = new ReadLog(db, log);
    closing.push(() => readLog.close());
    const securityLog = new SecurityLog(db, log, config.sessionSecret);
    closing.push(() => securityLog.close());
    const useLog = new UseLog(db, log);
    closing.push(() => useLog.close());
    const pubsub = new PubSub(logins.org, log);
    await pubsub.start();
    closing.push(() => pubsub.close());
    const queue = new JobQueue(logins.auth, log, connections.queue);
    const app: App = {
      config,
      db,
      pubsub,
      readLog,
      securityLog,
      useLog,
      files: storeOf(config),
      queue,
      log,
      availability: new Availability(),
      admission: new Admission(config),
      metrics,
      traces,
      documents: config.production ? new ClientDocuments(db, builtDigests()) : null,
      lists: new Set(Object.values(lists)),
      now: () => new Date(),
    };
    await app.documents?.announce();
    const server = await createServer(app);
    await queue.start(app, jobs);
    closing.push(() => queue.stop());
    closing.push(await announceNode(app));
    if (metrics) {
      const served = await serveMetrics(metrics, config.metricsPort!, log);
      closing.push(() => served.close());
    }
    server.http.listen(config.port);
    await once(server.http, 'listening');
    closing.push((drainMs) => server.close(drainMs));
    const address = server.http.address();
    return { app, adminUrl: url, port: typeof address === 'object' && address ? address.port : config.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
