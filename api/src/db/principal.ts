import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deadline } from './deadline.ts';
import type { Database, PoolName } from './orm.ts';
import type { Reader, ReplicaPool } from './replicas.ts';
import { plainReader } from './rows/plain-rows.ts';
import { DeviceTransaction } from './wire/device-transaction.ts';
import { ReadTransaction, type RowReading } from './wire/read-transaction.ts';
import { write } from './write.ts';

type Staff =
  | { kind: 'org'; orgId: number; userId: number; locationIds: number[] | null }
  /** `actingOrgId`: the organization in which support staff acts; null for all of them (decisions/062). */
  | { kind: 'support'; orgId: number; userId: number; actingOrgId: number | null };

/** The identity for which rows are read and written: the only input of row-level security. */
export type Principal =
  | Staff
  /** A personal access token or an API key: the rows of its user, and its kind in the audit lines. */
  | { kind: 'token'; actor: string; staff: Staff }
  /** The sign-in; `userId`: whose act it is, for the audit log. */
  | { kind: 'auth'; userId?: number }
  /** One device at the gateway, by its authenticated serial number: it sees only itself. */
  | { kind: 'device'; serial: string }
  /** The queue's jobs. */
  | { kind: 'jobs' };

/** The pool of each kind of principal. Its login is a member of no other pool's roles. */
const POOL: Record<Exclude<Principal['kind'], 'token'>, PoolName> = {
  org: 'org',
  support: 'support',
  auth: 'auth',
  device: 'background',
  jobs: 'background',
};

/** Returns the pool of a principal; that of its user for a token. */
const poolOf = (principal: Principal): PoolName =>
  POOL[principal.kind === 'token' ? principal.staff.kind : principal.kind];

const REPLICATED: Record<ReplicaPool, true> = { org: true, support: true };

export type TransactionMode = 'read' | 'write';

/** An open transaction. Close it exactly once. */
export interface Unit {
  em: EntityManager;
  /** Whether the commit may be asked for together with the last statement. It does nothing when that fails. */
  commitsAtOnce?: true;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * Settings of the transaction. `role` is one of them (equal to SET LOCAL ROLE), so that all are set in one statement.
 */
export function settings(principal: Principal): Record<string, string> {
  switch (principal.kind) {
    case 'auth':
      // Its role from the start of the connection.
      return principal.userId === undefined ? {} : { 'app.user_id': String(principal.userId) };
    case 'device':
      return { role: 'airlog_device' };
    case 'jobs':
      return { role: 'airlog_jobs' };
    case 'token':
      return { ...settings(principal.staff), 'app.actor': principal.actor };
    case 'support':
      return {
        role: principal.actingOrgId === null ? 'airlog_support' : 'airlog_acting',
        'app.org_id': String(principal.orgId),
        'app.user_id': String(principal.userId),
        'app.acting_org_id': String(principal.actingOrgId ?? ''),
      };
    case 'org':
      return {
        role: principal.locationIds ? 'airlog_limited' : 'airlog_org',
        'app.org_id': String(principal.orgId),
        'app.user_id': String(principal.userId),
        'app.location_ids': (principal.locationIds ?? []).join(','),
      };
  }
}

/**
 * Opens one transaction bound to a principal. Here, and for the rows of a file in copy-out.ts, the database receives the
 * caller's identity. Its statements run within the deadline.
 */
export async function openUnit(
  db: Database,
  principal: Principal,
  mode: TransactionMode,
  deadline?: Deadline,
): Promise<Unit> {
  if (principal.kind === 'device') return openDevice(db, principal, mode, deadline);
  return mode === 'read' && db.pipelines
    ? openRead(db, principal, deadline)
    : openByLibrary(db, principal, mode, deadline);
}

/**
 * Runs the last statement of a transaction, announces and commits: all of it in one write where the transaction can do
 * that. When the statement fails, nothing is announced or committed.
 */
export async function sendLast<T>(unit: Unit, statement: () => Promise<T>, announce: () => Promise<void>): Promise<T> {
  if (!unit.commitsAtOnce) {
    const result = await statement();
    await announce();
    await unit.commit();
    return result;
  }
  const [result, ...behind] = await Promise.allSettled([statement(), announce(), unit.commit()]);
  if (result.status === 'rejected') throw result.reason; // the others fail because of it
  for (const each of behind) if (each.status === 'rejected') throw each.reason;
  return result.value;
}

/**
 * Takes a connection for a read that may be heavy and has a client that waits for it: of a replica, or of the primary
 * when no replica has all that was committed.
 */
export async function heavyReader(db: Database, principal: Principal): Promise<Reader> {
  const pool = poolOf(principal);
  const elsewhere = pool in REPLICATED ? await db.replicas.take(pool as ReplicaPool) : null;
  return elsewhere ?? { orm: db.pools[pool], client: await db.connections[pool]() };
}

async function openDevice(
  db: Database,
  principal: Extract<Principal, { kind: 'device' }>,
  mode: TransactionMode,
  deadline?: Deadline,
): Promise<Unit> {
  const pool = poolOf(principal);
  const client = await (deadline ? deadline.covers(db.connections[pool]) : db.connections[pool]());
  const transaction = await DeviceTransaction.begin(db.pools[pool], client, {
    begin: mode === 'read' ? 'start transaction read only' : 'begin',
    settings: settings(principal),
    serial: principal.serial,
  });
  return {
    em: transaction.em,
    commitsAtOnce: true,
    commit: () => transaction.commit(),
    rollback: () => transaction.rollback(),
  };
}

async function openRead(db: Database, principal: Principal, deadline?: Deadline): Promise<Unit> {
  const pool = poolOf(principal);
  // A program asks for more at once than a person at a page.
  const take = async () =>
    principal.kind === 'token'
      ? heavyReader(db, principal)
      : { orm: db.pools[pool], client: await db.connections[pool]() };
  const { orm, client } = await (deadline ? deadline.covers(take) : take());
  const reading = await ReadTransaction.begin(orm, client, settings(principal));
  // A read has nothing to commit, so its end may follow the answer.
  const end = async () => reading.end();
  return { em: db.plainReads ? plainReader(reading, orm.em) : reading.em, commit: end, rollback: end };
}

async function openByLibrary(
  db: Database,
  principal: Principal,
  mode: TransactionMode,
  deadline?: Deadline,
): Promise<Unit> {
  const em = db.pools[poolOf(principal)].em.fork({ session: { variables: settings(principal) }, clear: true });
  const begin = () => em.begin({ readOnly: mode === 'read' });
  await (deadline ? deadline.covers(begin) : begin());
  let open = true;
  // A read has nothing to commit, so its end may follow the answer: the connection returns to the pool when it is done.
  const endRead = async () => {
    if (open) void em.rollback().catch(() => undefined);
    open = false;
  };
  const writes = {
    // A commit flushes first: if that fails, the transaction stays open for the caller's rollback.
    commit: async () => {
      if (open) await em.commit();
      open = false;
    },
    rollback: async () => {
      if (!open) return;
      open = false;
      // A lost connection discards everything too, and the first error is the one to report.
      await em.rollback().catch(() => undefined);
    },
  };
  const reading = { em, execute: em.execute.bind(em) as RowReading['execute'] };
  const reads = () => ({ em: db.plainReads ? plainReader(reading, em) : em, commit: endRead, rollback: endRead });
  return mode === 'read' ? reads() : { em, ...writes };
}

/** Runs `fn` in one transaction of the principal; commits its result, or rolls back on an error. */
export async function withPrincipal<T>(
  db: Database,
  principal: Principal,
  mode: TransactionMode,
  fn: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const unit = await openUnit(db, principal, mode);
  try {
    const result = await fn(unit.em);
    await unit.commit();
    return result;
  } catch (error) {
    await unit.rollback();
    throw error;
  }
}

/**
 * Runs one statement of the sign-in, which commits at once, and returns its rows: one round trip, because the
 * connections of this pool have the role airlog_auth from their start.
 */
export const asAuthOnce = <Row>(db: Database, sql: string, parameters: unknown[]): Promise<Row[]> =>
  db.pools.auth.driver.execute<Row[]>(sql, parameters);

/** The same for a statement that writes, built as `write` does. */
export const writeAsAuthOnce = (db: Database): ReturnType<typeof write> => write(db.pools.auth.em);
