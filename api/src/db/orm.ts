import type pg from 'pg';
import { DataloaderType, MikroORM, PostgreSqlDriver, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { CONNECTIONS } from '../shared/config-database.ts';
import { divided } from './connections.ts';
import { limitOperations } from './deadline.ts';
import { entities } from './entities.ts';
import { assertOwnRolesOnly, replicaLogin, type DatabaseLogin, type LoginUrls } from './logins.ts';
import { PrimaryClient } from './primary.ts';
import { ASKS, Replicas, type Position, type Replica, type ReplicaPool } from './replicas.ts';
import type { SlowStatements } from './slow.ts';
import { portalClient, type DatabaseWire } from './wire/portal-client.ts';
import { PortalDriver } from './wire/portal-driver.ts';

/** The pools of a node: of each login its own. What each has of the connections is in connections.ts. */
const POOLS = {
  /** Staff of organizations. */
  org: { login: 'org', applicationName: 'airlog' },
  support: { login: 'support', applicationName: 'airlog-support' },
  /**
   * Sign-in, sessions, counters and denials: a separate pool, because a request that waits here may hold a connection
   * of another one.
   */
  auth: { login: 'auth', applicationName: 'airlog-auth' },
  /** Devices at the gateway, and jobs: they leave the staff its connections. */
  background: { login: 'auth', applicationName: 'airlog-background' },
} as const satisfies Record<string, { login: DatabaseLogin; applicationName: string }>;

export type PoolName = keyof typeof POOLS;

export interface Database {
  /** Each logs in as a role without another login's rights; db/principal.ts chooses the pool. */
  pools: Record<PoolName, MikroORM>;
  /** Takes a connection of a pool, for a statement that the library does not know (copy-out.ts). Release it once. */
  connections: Record<PoolName, () => Promise<pg.PoolClient>>;
  /** Other servers for reads that may be heavy. */
  replicas: Replicas;
  /** Addresses of the runtime logins, for the queue and for the one LISTEN connection of a node. */
  logins: LoginUrls;
  /** Whether statements are sent without waiting for the answers before: reading transactions then have their own connection (read-transaction.ts). */
  pipelines: boolean;
  /** Whether a reading transaction finds plain rows (plain-rows.ts) or the library's entities. */
  plainReads: boolean;
  /** Whether the database writes the rows of files (copy-out.ts), or each row is read and formatted as in a page. */
  copiesFiles: boolean;
  /** Whether a search reads the ids of the rows first, because ILIKE is not leak-proof (leakproof.ts). */
  searchesByIds: boolean;
  /** Measures the statements of the pools; undefined: none is. */
  slow: SlowStatements | undefined;
  /** The connections of each pool now. */
  poolCounts(): Record<PoolName, PoolCounts>;
  close(): Promise<void>;
}

/** Connections of a pool: open, open and free, waited for by statements, and allowed. */
export interface PoolCounts {
  total: number;
  idle: number;
  waiting: number;
  max: number;
}

const FULL: DatabaseWire = { prepare: true, pipeline: true };
const LOST_MS = 100;

/**
 * The query builder never returns a connection whose COMMIT or ROLLBACK failed, as happens when the connection is lost:
 * a few restarts of the database would exhaust the pool. A caller that still waits for an answer has returned it by
 * itself after LOST_MS.
 */
function giveBackLost(pool: pg.Pool): void {
  const held = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => void held.add(client));
  pool.on('release', (_error, client) => void held.delete(client));
  pool.on(
    'connect',
    (client) =>
      void client.once('end', () => {
        setTimeout(() => held.has(client) && client.release(true), LOST_MS).unref();
      }),
  );
}

/**
 * Refuses a connection that is there only after the pool began to end. The query builder has forgotten the pool by then:
 * it would fail without returning the connection, and the pool would never end.
 */
function refuseAtEnd(pool: pg.Pool): void {
  const take = pool.connect.bind(pool);
  const unlessEnding = (callback?: Parameters<typeof take>[0]) =>
    callback
      ? take(callback)
      : take().then((client) => {
          if (!pool.ending) return client;
          client.release();
          throw new Error('The pool of connections has ended.');
        });
  pool.connect = unlessEnding as typeof pool.connect;
}

interface Opened {
  orm: MikroORM;
  counts: () => PoolCounts;
  connection: () => Promise<pg.PoolClient>;
}

async function connect(
  url: string,
  max: number,
  applicationName: string,
  wire: DatabaseWire,
  { isReplica = false, slow }: { isReplica?: boolean; slow?: SlowStatements } = {},
): Promise<Opened> {
  let made: pg.Pool | undefined;
  const orm = await MikroORM.init({
    driver: wire.prepare ? PortalDriver : PostgreSqlDriver,
    clientUrl: url,
    entities,
    // It asks the server, and a replica may be away.
    ensureDatabase: !isReplica,
    namingStrategy: UnderscoreNamingStrategy,
    dataloader: DataloaderType.ALL,
    pool: { min: 0, max },
    // A query without a waiting caller must not hold a connection.
    driverOptions: {
      // With its hosts and its TLS, of which the library takes neither from `clientUrl`.
      connectionString: url,
      onPoolCreated: (pool: pg.Pool) => {
        made = pool;
        giveBackLost(pool);
        refuseAtEnd(pool);
        limitOperations(pool);
      },
      Client: portalClient(wire, slow),
      pipeline: wire.pipeline,
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
      statement_timeout: 5000,
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 10_000,
    },
    // Warnings of the pool (a dropped connection) are expected when the database restarts, and each request reports its
    // own error.
    logger: () => undefined,
  });
  await orm.connect(); // makes the pool, which opens its connections when they are needed
  const counts = () => ({
    total: made!.totalCount,
    idle: made!.idleCount,
    waiting: made!.waitingCount,
    max,
  });
  return { orm, counts, connection: () => made!.connect() };
}

/** Throws when a login may do more than its own roles. `others` are the exempt tables of a later version. */
async function assertBound(logins: LoginUrls, others: string[]): Promise<void> {
  for (const [name, url] of Object.entries(logins)) {
    const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5000 });
    await client.connect();
    try {
      await assertOwnRolesOnly(client, name as DatabaseLogin, others);
    } finally {
      await client.end();
    }
  }
}

/** The pools of a replica, whose connections are opened when they are needed: it may be away. */
async function openReplica(
  address: string,
  logins: LoginUrls,
  sizes: Record<PoolName, number>,
  wire: DatabaseWire,
  slow: SlowStatements | undefined,
): Promise<{ replica: Replica; close: () => Promise<unknown> }> {
  const open = (pool: ReplicaPool) =>
    connect(replicaLogin(logins[pool], address), sizes[pool], `${POOLS[pool].applicationName}-replica`, wire, {
      isReplica: true,
      slow,
    });
  const opened = { org: await open('org'), support: await open('support') };
  return {
    replica: async (pool) => ({ orm: opened[pool].orm, client: await opened[pool].connection() }),
    close: () => Promise.all(Object.values(opened).map(({ orm }) => orm.close())),
  };
}

/**
 * Opens the pools of one node. Refuses logins that may do more than their own roles, or to which row-level security
 * does not apply. `sizes` replaces the number of connections of a pool, which is that of a usual node; a replica has as many.
 * `replicas`: their addresses, without a login. `exempt`: tables without row-level security of a later version of the
 * database. `slow` measures the statements.
 */
export async function openDatabase(
  logins: LoginUrls,
  sizes: Partial<Record<PoolName, number>> = {},
  wire = FULL,
  { replicas = [], exempt = [], slow }: { replicas?: readonly string[]; exempt?: string[]; slow?: SlowStatements } = {},
): Promise<Database> {
  await assertBound(logins, exempt);
  const names = Object.keys(POOLS) as PoolName[];
  const allowed = { ...divided(CONNECTIONS.usual), ...sizes };
  const opened = await Promise.all(
    names.map((name) => {
      const { login, applicationName } = POOLS[name];
      return connect(logins[login], allowed[name], applicationName, wire, { slow });
    }),
  );
  const elsewhere = await Promise.all(replicas.map((address) => openReplica(address, logins, allowed, wire, slow)));
  const auth = opened[names.indexOf('auth')]!.orm;
  const position = async () => (await auth.driver.execute<[Position]>(ASKS.position))[0];
  const byName = <T>(value: (one: Opened) => T) =>
    Object.fromEntries(names.map((name, index) => [name, value(opened[index]!)])) as Record<PoolName, T>;
  return {
    pools: byName(({ orm }) => orm),
    connections: byName(({ connection }) => connection),
    replicas: new Replicas(
      elsewhere.map(({ replica }) => replica),
      position,
    ),
    logins,
    pipelines: wire.pipeline,
    plainReads: true,
    copiesFiles: true,
    searchesByIds: false,
    slow,
    poolCounts: () => byName(({ counts }) => counts()),
    close: async () => {
      await Promise.all([...opened.map(({ orm }) => orm.close()), ...elsewhere.map(({ close }) => close())]);
    },
  };
}
