import type { FileStore } from '../shared/file-store.ts';
import { inBatches, unnamedKeys } from './uploads-unnamed.ts';

/** Later than any file. */
const ALL = new Date('9999-01-01');

/**
 * Yields the keys of committed files of which the database has no upload. `query`: of a connection that reads every upload.
 * A mark is read before the rows, so that the upload of a mark is committed when they are read.
 */
export async function* heldKeys(
  files: FileStore,
  query: <Row>(sql: string, values: unknown[]) => Promise<{ rows: Row[] }>,
): AsyncGenerator<string> {
  for await (const keys of inBatches(files.keys(ALL))) {
    const { held } = await unnamedKeys(keys, async (sql, json) => (await query<never>(sql, [json])).rows, '$1');
    for (const { key } of held) yield key;
  }
}
