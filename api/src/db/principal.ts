import type { EntityManager } from '@mikro-orm/postgresql';
import { Unauthenticated } from '../shared/errors.ts';
import type { Database } from './orm.ts';

/** On whose behalf rows are read and written. Row-level security knows nothing else. */
export type Principal =
  | { kind: 'org'; orgId: number; userId: number; locationIds: number[] | null }
  | { kind: 'support'; orgId: number; userId: number }
  | { kind: 'auth' }
  /** One device at the gateway, by the serial number that it proved: it sees itself. */
  | { kind: 'device'; serial: string }
  /** Work of the queue. */
  | { kind: 'jobs' };

export type Mode = 'read' | 'write';

/** An open transaction. Close it exactly once. */
export interface Unit {
  em: EntityManager;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Settings of the transaction. `role` is one of them (SET LOCAL ROLE by another name), so that all travel in one statement. */
function settings(principal: Principal): Record<string, string> {
  switch (principal.kind) {
    case 'auth':
      return { role: 'airlog_auth' };
    case 'device':
      return { role: 'airlog_device' };
    case 'jobs':
      return { role: 'airlog_jobs' };
    case 'support':
      return { role: 'airlog_support', 'app.org_id': String(principal.orgId), 'app.user_id': String(principal.userId) };
    case 'org':
      return {
        role: principal.locationIds ? 'airlog_limited' : 'airlog_org',
        'app.org_id': String(principal.orgId),
        'app.user_id': String(principal.userId),
        'app.location_ids': (principal.locationIds ?? []).join(','),
      };
  }
}

/** From here on the transaction is that machine's. Throws Unauthenticated for a serial that names none, or one that is not driven. */
async function bindMachine(em: EntityManager, serial: string): Promise<void> {
  const [bound] = await em.execute<{ id: string | null }[]>(
    `select set_config('app.machine_id', (select id::text from device_of_serial(?)), true) as id`,
    [serial],
  );
  if (!bound?.id) throw new Unauthenticated();
}

/** Opens one transaction bound to a principal: the only place where the database learns who asks. */
export async function openUnit(db: Database, principal: Principal, mode: Mode): Promise<Unit> {
  const orm = principal.kind === 'auth' ? db.auth : db.main;
  const em = orm.em.fork({ session: { variables: settings(principal) }, clear: true });
  await em.begin({ readOnly: mode === 'read' });
  let open = true;
  const unit: Unit = {
    em,
    // A commit flushes first: one that fails leaves the transaction open for the caller's rollback.
    commit: async () => {
      if (open) await em.commit();
      open = false;
    },
    rollback: async () => {
      if (!open) return;
      open = false;
      // On a lost connection nothing stays either, and the first error is the one to tell.
      await em.rollback().catch(() => undefined);
    },
  };
  if (principal.kind !== 'device') return unit;
  try {
    await bindMachine(em, principal.serial);
    return unit;
  } catch (error) {
    await unit.rollback();
    throw error;
  }
}

/** Runs `fn` in one transaction of the principal; commits its result, rolls back its error. */
export async function withPrincipal<T>(
  db: Database,
  principal: Principal,
  mode: Mode,
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
