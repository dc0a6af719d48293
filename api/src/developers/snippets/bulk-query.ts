// Reads all patients in bulk, and prints the lines of the file: node bulk-query.ts
import { env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const { AIRLOG_URL, TOKEN, PAUSE = '5000' } = env;
const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
const QUERY = '{ patients { edges { node { databaseId lastName } } } }';
const START = `mutation ($input: StartBulkQueryInput!) {
  startBulkQuery(input: $input) { bulkQuery { databaseId } userErrors { code message } }
}`;
const STATE = 'query ($id: ID!) { bulkQuery(id: $id) { state errorCode objectCount url } }';

interface BulkQuery {
  databaseId: number;
  state: 'CREATED' | 'RUNNING' | 'WAITING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED';
  errorCode: string | null;
  url: string | null;
}

async function send<Data>(query: string, variables: object): Promise<Data> {
  const body = JSON.stringify({ query, variables });
  const response = await fetch(`${AIRLOG_URL}/graphql`, { method: 'POST', headers, body });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}

const { startBulkQuery } = await send<{ startBulkQuery: { bulkQuery: BulkQuery | null; userErrors: object[] } }>(
  START,
  {
    input: { query: QUERY },
  },
);
if (!startBulkQuery.bulkQuery) throw new Error(JSON.stringify(startBulkQuery.userErrors));
const id = String(startBulkQuery.bulkQuery.databaseId);

let { bulkQuery } = await send<{ bulkQuery: BulkQuery }>(STATE, { id });
while (['CREATED', 'RUNNING', 'WAITING'].includes(bulkQuery.state)) {
  await wait(Number(PAUSE));
  ({ bulkQuery } = await send<{ bulkQuery: BulkQuery }>(STATE, { id }));
}
if (!bulkQuery.url) throw new Error(`${bulkQuery.state} ${bulkQuery.errorCode}`);

const file = await fetch(`${AIRLOG_URL}${new URL(bulkQuery.url).pathname}`, { headers });
let rest = '';
for await (const text of file.body!.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split('\n');
  rest = lines.pop()!;
  for (const line of lines) console.log((JSON.parse(line) as { databaseId: number }).databaseId);
}
