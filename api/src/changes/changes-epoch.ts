import type { Database } from '../db/orm.ts';
import { withPrincipal } from '../db/principal.ts';

/**
 * Gives the changes of a database that was restored or copied a new beginning: their lines are deleted, and positions from
 * before are refused. Does nothing in any other one.
 */
export const renewEpoch = (db: Database): Promise<unknown> =>
  withPrincipal(db, { kind: 'jobs' }, 'write', (em) => em.execute('select renew_change_epoch()'));
