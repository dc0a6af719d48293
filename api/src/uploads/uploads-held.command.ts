import { ANY_TIME, type FileStore } from '../shared/file-store.ts';
import { inBatches } from '../shared/in-batches.ts';
import { KEYS, unnamedKeys, type Named } from './uploads-unnamed.ts';

/** A connection that reads every upload. */
interface Connection {
  query<Row>(sql: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * Yields the keys of committed files of which the database has no upload. A mark is read before the rows, so that the upload
 * of a mark is committed when they are read.
 */
export async function* heldKeys(files: FileStore, client: Connection): AsyncGenerator<string> {
  for await (const keys of inBatches(files.keys(ANY_TIME), KEYS)) {
    const read = async (sql: string, json: string) => (await client.query<Named>(sql, [json])).rows;
    const { held } = await unnamedKeys(keys, read, '$1');
    for (const { key } of held) yield key;
  }
}
