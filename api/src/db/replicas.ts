import { setTimeout as wait } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';

/** How long a read waits for a replica to have what was committed before it. */
const LAG_MS = 500;
const LOOK_MS = 20;
/** A replica that was late or lost is not asked again for so long. */
const AWAY_MS = 10_000;

/** The pools whose reads a replica may serve. */
export type ReplicaPool = 'org' | 'support';

/** A connection for one reading transaction, and the library over its server. */
export interface Reader {
  orm: MikroORM;
  client: pg.PoolClient;
}

/** A server: takes a connection of a pool. Release it once. */
export type Replica = (pool: ReplicaPool) => Promise<Reader>;

/** A place in the log of changes of a cluster. */
export interface Position {
  place: string;
  cluster: string;
}

/** What the servers are asked. PostgreSQL lets every login ask. */
export const ASKS = {
  /** The primary: the end of all that was written, also of what is committed and not yet on its disk. */
  position:
    'select pg_current_wal_insert_lsn()::text as place, system_identifier::text as cluster from pg_control_system()',
  /** A replica: whether it replays this cluster, and has all up to that place. */
  hasReplayed:
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn and system_identifier::text = $2 as replayed from pg_control_system()',
};

/**
 * Replicas of the database for reads that may be heavy (decisions/161). A read finds all that was committed before it, by
 * anyone on any node: the primary is asked for the end of its log, and a replica that has not replayed it in time, or that
 * does not answer, leaves the read to another one or to the primary.
 */
export class Replicas {
  /** Called when a replica was late or failed, before the read goes elsewhere. */
  onAway: (error: unknown) => void = () => undefined;
  #next = 0;
  /** When a replica may be asked again. */
  readonly #away = new Map<Replica, number>();

  constructor(
    readonly all: readonly Replica[],
    readonly position: () => Promise<Position>,
    readonly hasReplayed = ASKS.hasReplayed,
  ) {}

  /** Takes a connection to a replica that has all that was committed; null: read on the primary. */
  async take(pool: ReplicaPool): Promise<Reader | null> {
    const now = performance.now();
    const at = (this.#next += 1);
    const present = this.all
      .map((_, nth) => this.all[(nth + at) % this.all.length]!)
      .filter((replica) => (this.#away.get(replica) ?? 0) <= now);
    if (present.length === 0) return null;
    const position = await this.position();
    for (const replica of present) {
      const reader = await this.#readerOf(replica, pool, position);
      if (reader) return reader;
      this.#away.set(replica, performance.now() + AWAY_MS);
    }
    return null;
  }

  async #readerOf(replica: Replica, pool: ReplicaPool, { place, cluster }: Position): Promise<Reader | null> {
    let reader: Reader | undefined;
    try {
      reader = await replica(pool);
      const until = performance.now() + LAG_MS;
      for (;;) {
        const { rows } = await reader.client.query<{ replayed: boolean | null }>(this.hasReplayed, [place, cluster]);
        if (rows[0]!.replayed) return reader;
        if (performance.now() > until) break;
        await wait(LOOK_MS);
      }
    } catch (error) {
      reader?.client.release(true);
      this.onAway(error);
      return null;
    }
    reader.client.release();
    this.onAway(new Error('It has not replayed in time what was committed.'));
    return null;
  }
}
