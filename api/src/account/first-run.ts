import { asAuthOnce } from '../db/principal.ts';
import type { Database } from '../db/orm.ts';

/**
 * Returns a function that says whether no user exists yet. It asks the database until there is one, and never again: users
 * are not deleted. False while the database does not answer.
 */
export function firstRunOf(db: Database): () => Promise<boolean> {
  let isOver = false;
  return async () => {
    if (isOver) return false;
    const found = await asAuthOnce(db, 'select from users limit 1', []).catch(() => null);
    isOver = found !== null && found.length > 0;
    return found !== null && !isOver;
  };
}
