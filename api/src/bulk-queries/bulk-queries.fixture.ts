import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { admin, running, type Client, type TestViewer } from '../../test/harness.ts';
import type { FileStore } from '../shared/file-store.ts';

export const START =
  'mutation ($input: StartBulkQueryInput!) { startBulkQuery(input: $input) { bulkQuery { databaseId state list objectCount url } userErrors { field code message } } }';
export const CANCEL =
  'mutation ($input: CancelBulkQueryInput!) { cancelBulkQuery(input: $input) { bulkQuery { state errorCode } userErrors { code } } }';
const ONE =
  'query ($id: ID!) { bulkQuery(id: $id) { databaseId state errorCode list objectCount fileSize pointsSpent url resumesAt endedAt expiresAt } }';

/** A list of patients with their names. */
export const PATIENTS = '{ patients { edges { node { databaseId lastName } } } }';

/** Makes patients of these numbers, with a name for each; returns their ids. */
export async function patientsOf({ orgId }: Pick<TestViewer, 'orgId'>, count: number): Promise<number[]> {
  const { rows } = await admin.query<{ id: number }>(
    `insert into patients (org_id, first_name, last_name, birth_date)
     select $1, 'Ana', 'Lane ' || n, '1960-05-06' from generate_series(1, $2::int) n returning id`,
    [orgId, count],
  );
  return rows.map(({ id }) => id);
}

/** The answer of a start. */
export const call = async (who: Client, query = PATIENTS, variables?: string) =>
  who.gql(START, { input: { query, variables } });

/** Starts a query; returns its id. */
export async function start(who: Client, query = PATIENTS, variables?: string): Promise<number> {
  const { data, errors } = await call(who, query, variables);
  const { bulkQuery, userErrors } = data?.startBulkQuery ?? {};
  if (!bulkQuery) throw new Error(JSON.stringify([errors, userErrors]));
  return bulkQuery.databaseId;
}

/** What the viewer is shown of a query. */
export const shown = async (who: Client, id: number) => (await who.gql(ONE, { id: String(id) })).data?.bulkQuery;

/** The answer to a request for the file, and its lines. */
export async function download(who: Client, id: number, headers: Record<string, string> = {}) {
  const response = await fetch(`${who.origin}/api/bulk-queries/${id}/file`, {
    headers: { ...who.headers, ...headers },
  });
  const text = await response.text();
  const lines = (): unknown[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown);
  return { status: response.status, headers: response.headers, text, lines };
}

/** The names of the pieces that the store has of a query. */
export async function piecesOf(id: number): Promise<string[]> {
  const { rows } = await admin.query<{ key: string }>('select file_key as key from bulk_queries where id = $1', [id]);
  const folder = join(running().app.config.dataDir, 'uploads', rows[0]!.key);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Has `act` run in the place of the store's `put`, for the pieces of its numbers from 0 on. Returns what undoes it. */
export function atPiece(act: (nth: number, put: () => Promise<void>, bytes: Buffer) => Promise<void>): () => void {
  const files = running().app.files as { put: FileStore['put'] };
  const real = files.put.bind(files);
  let nth = -1;
  const acting: FileStore['put'] = (key, place, bytes) => act((nth += 1), () => real(key, place, bytes), bytes);
  files.put = acting;
  return () => void (files.put = real);
}
