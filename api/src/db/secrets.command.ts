import pg from 'pg';
import { decryptColumn, encryptColumn, encryptedWith } from '../shared/cipher.ts';
import { ENCRYPTED, type EncryptedColumn } from './encrypted.ts';
import { loginPrefix } from './logins.ts';
import { waitForStarts } from './start-lock.ts';
import { generationOf, idsInUse, rememberSecrets, type Secrets } from './secrets.ts';

/** Pages of a table in one transaction: some thousand rows at most. */
const PAGES = 32;

type Keys = Pick<Secrets, 'encryptionKey' | 'encryptionKeys'>;

/** SQL of the condition that a row `t` has a value that is not encrypted with the key of parameter $1. */
const isOld = ({ column, rows }: EncryptedColumn): string =>
  `t.${column} is not null and not starts_with(t.${column}, $1) ${rows ? `and t.${rows}` : ''}`;

/** Runs `work` in a transaction. */
async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** A value encrypted with the first key; null when no key decrypts it, which leaves it as it is. */
function again({ encryptionKey, encryptionKeys }: Keys, stored: string): string | null {
  let text: string;
  try {
    text = decryptColumn(encryptionKeys, stored);
  } catch {
    return null;
  }
  return encryptColumn(encryptionKey, text);
}

/** Encrypts the values of some pages of a table again, and returns how many. A row that someone else changes now is left. */
function encryptPages(client: pg.ClientBase, keys: Keys, one: EncryptedColumn, first: number): Promise<number> {
  const range = `t.ctid >= '(${first},0)' and t.ctid < '(${first + PAGES},0)'`;
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ tid: string; stored: string }>(
      `select t.ctid::text as tid, t.${one.column} as stored from ${one.table} t where ${range} and ${isOld(one)} for update skip locked`,
      [encryptedWith(keys.encryptionKey)],
    );
    const fresh = rows.flatMap(({ tid, stored }) => {
      const value = again(keys, stored);
      return value === null ? [] : [{ tid, value }];
    });
    if (fresh.length > 0)
      await client.query(
        `update ${one.table} t set ${one.column} = v.value from unnest($1::tid[], $2::text[]) v (tid, value) where t.ctid = v.tid and ${range}`,
        [fresh.map(({ tid }) => tid), fresh.map(({ value }) => value)],
      );
    return fresh.length;
  });
}

async function pagesOf(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages",
    [table],
  );
  return rows[0]!.pages;
}

/** The values of a column that are not encrypted with the first key. */
export interface NotReencrypted {
  name: string;
  left: number;
}

/** Returns how many values of each encrypted column are not encrypted with the first key. */
export async function countLeft(client: pg.ClientBase, { encryptionKey }: Keys): Promise<NotReencrypted[]> {
  const counts: NotReencrypted[] = [];
  for (const one of ENCRYPTED) {
    const { rows } = await client.query<{ left: number }>(
      `select count(*)::int as left from ${one.table} t where ${isOld(one)}`,
      [encryptedWith(encryptionKey)],
    );
    counts.push({ name: `${one.table}.${one.column}`, left: rows[0]!.left });
  }
  return counts;
}

interface Login {
  name: string;
  isInUse: boolean;
}

/** Returns the logins of nodes with other secrets. Throws while a node is connected with one. */
async function otherLogins(client: pg.ClientBase, secrets: Secrets): Promise<string[]> {
  const { rows: names } = await client.query<{ database: string }>('select current_database() as database');
  const prefix = loginPrefix(names[0]!.database);
  const { rows } = await client.query<Login>(
    `select r.rolname as name, exists (select from pg_stat_activity a where a.usename = r.rolname) as "isInUse"
       from pg_roles r where starts_with(r.rolname, $1) and not starts_with(r.rolname, $2)`,
    [`${prefix}_`, `${prefix}_${generationOf(secrets)}_`],
  );
  if (rows.some(({ isInUse }) => isInUse))
    throw new Error('A node runs with other secrets. Nothing was changed: restart it with the new ones first.');
  return rows.map(({ name }) => name);
}

/**
 * Encrypts the values of every encrypted column again that are not encrypted with the first key, some pages at a time: the
 * portal may run, and the command may be ended and begun again. Returns how many it encrypted and how many are left. Throws,
 * and changes nothing, while a node runs with other secrets, which might not read what is written. No such node starts from
 * then on.
 */
export async function encryptAgain(
  client: pg.ClientBase,
  keys: Secrets,
): Promise<{ done: number; left: NotReencrypted[] }> {
  await inTransaction(client, async () => {
    await waitForStarts(client, 'transaction');
    await otherLogins(client, keys);
    await rememberSecrets(client, keys);
  });
  let done = 0;
  let ofPass: number;
  do {
    ofPass = 0;
    for (const one of ENCRYPTED) {
      const pages = await pagesOf(client, one.table);
      for (let first = 0; first < pages; first += PAGES) ofPass += await encryptPages(client, keys, one, first);
    }
    done += ofPass;
    // A row that was changed during the pass may have moved to a page that was done.
  } while (ofPass > 0);
  return { done, left: await countLeft(client, keys) };
}

/**
 * Forgets the secrets that are not the first of their variable, and drops the database logins of nodes that used them.
 * Returns their ids. Throws, and changes nothing, while a node runs with others or a value is encrypted with another key.
 */
export async function retireSecrets(client: pg.ClientBase, secrets: Secrets): Promise<string[]> {
  return inTransaction(client, async () => {
    await waitForStarts(client, 'transaction');
    const logins = await otherLogins(client, secrets);
    const left = (await countLeft(client, secrets)).reduce((sum, one) => sum + one.left, 0);
    if (left > 0)
      throw new Error(
        `${left} values are encrypted with another key. Nothing was retired: run with --reencrypt first.`,
      );
    for (const name of logins) await client.query(`drop role ${pg.escapeIdentifier(name)}`);
    const { encryption, session } = idsInUse(secrets);
    const { rows } = await client.query<{ line: string }>(
      `delete from known_secrets where (kind, id) not in (('encryption', $1), ('session', $2)) returning kind || ' ' || id as line`,
      [encryption, session],
    );
    await rememberSecrets(client, secrets);
    return rows.map(({ line }) => line);
  });
}

/** Returns a line for each secret that the nodes have used. */
export async function secretLines(client: pg.ClientBase, secrets: Secrets): Promise<string[]> {
  const { rows } = await client.query<{ kind: 'encryption' | 'session'; id: string; since: Date }>(
    'select kind, id, known_since as since from known_secrets order by kind, known_since, id',
  );
  const used = idsInUse(secrets);
  return rows.map(
    ({ kind, id, since }) =>
      `${kind} ${id} since ${since.toISOString()} ${used[kind] === id ? 'in use' : 'until it is retired'}`,
  );
}
