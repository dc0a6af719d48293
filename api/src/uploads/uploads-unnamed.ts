import type { StoredKey } from '../shared/file-store.ts';

/** Keys of one statement. */
export const KEYS = 500;

const NAMED = `
  with sent as (select jsonb_array_elements_text(SENT::jsonb) as key)
  select storage_key as key, files_removed_at is not null as "isRemoved" from uploads where storage_key in (select key from sent)
   union all
  select file_key, false from audit_archives where file_key in (select key from sent)`;

/** What a row says of a key. */
export interface Named {
  key: string;
  /** Whether the files were kept long enough, and are being removed. */
  isRemoved: boolean;
}

/** Stored files by what the database knows of them. */
export interface Unnamed {
  /** May be removed: no row names them and none has, or the row says that they are removed. */
  leftovers: StoredKey[];
  /** A row named them that this database does not have. */
  held: StoredKey[];
  /** A row names them, and they have no mark. */
  unmarked: StoredKey[];
}

/**
 * Returns the stored files that are not as the database names them. `read`: runs a statement with one parameter, the keys
 * as JSON, of which `mark` is the placeholder, as a principal that reads every upload.
 */
export async function unnamedKeys(
  keys: readonly StoredKey[],
  read: (sql: string, json: string) => Promise<Named[]>,
  mark = '?',
): Promise<Unnamed> {
  const rows = await read(NAMED.replace('SENT', mark), JSON.stringify(keys.map(({ key }) => key)));
  const named = new Map(rows.map(({ key, isRemoved }) => [key, isRemoved]));
  return {
    leftovers: keys.filter(({ key, isCommitted }) => named.get(key) ?? !isCommitted),
    held: keys.filter(({ key, isCommitted }) => !named.has(key) && isCommitted),
    unmarked: keys.filter(({ key, isCommitted }) => named.get(key) === false && !isCommitted),
  };
}
