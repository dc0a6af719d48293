import type { ClientBase } from 'pg';
import type { Database } from './orm.ts';
import { asAuthOnce } from './principal.ts';

/**
 * The function of ILIKE. Under row-level security the indexes of a search are used only if it is declared leak-proof, which
 * only a superuser may do; else the searches of the largest lists read ids first (shared/list-by-ids.ts), others read
 * every row that their viewer may see, and all find the same.
 */
const ILIKE = 'pg_catalog.texticlike(text, text)';
const IS_LEAKPROOF = `select proleakproof from pg_proc where oid = '${ILIKE}'::regprocedure`;

/** Declares it again, where a copy of the database has lost it: no dump has it. Nothing happens without a superuser. */
export const declareLeakproof = (client: ClientBase): Promise<unknown> =>
  client.query(`do $$ begin
    if not (${IS_LEAKPROOF}) and (select rolsuper from pg_roles where rolname = current_user) then
      alter function ${ILIKE} leakproof;
    end if;
  end $$`);

/** Whether ILIKE is leak-proof in this database. */
export async function isLeakproof(db: Database): Promise<boolean> {
  const [found] = await asAuthOnce<{ proleakproof: boolean }>(db, IS_LEAKPROOF, []);
  return found!.proleakproof;
}

/** What an operator can do where it is not. */
export const SLOW_SEARCH = `searches need one more statement, and some read every row that the viewer may see: a superuser of the database can change that with "alter function ${ILIKE} leakproof" (docs/operations.md, "Managed databases")`;
