// Prints the ids of all patients, 200 at a time, and waits when the portal asks for it: node all-patients.ts
import { env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const { AIRLOG_URL, TOKEN, PAGE = '200' } = env;
const QUERY = `query ($first: Int!, $after: String) {
  patients(first: $first, after: $after) { edges { node { databaseId } } pageInfo { hasNextPage endCursor } }
}`;

interface Page {
  edges: { node: { databaseId: number } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function read(after: string | null): Promise<Page> {
  for (;;) {
    const response = await fetch(`${AIRLOG_URL}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: QUERY, variables: { first: Number(PAGE), after } }),
    });
    if (response.status === 429 || response.status === 503) {
      await wait(Number(response.headers.get('Retry-After') ?? 1) * 1000);
      continue;
    }
    const { data, errors } = (await response.json()) as { data?: { patients: Page }; errors?: unknown };
    if (!data) throw new Error(`${response.headers.get('X-Request-Id')}: ${JSON.stringify(errors)}`);
    return data.patients;
  }
}

let after: string | null = null;
let isLast = false;
while (!isLast) {
  const { edges, pageInfo } = await read(after);
  for (const { node } of edges) console.log(node.databaseId);
  [after, isLast] = [pageInfo.endCursor, !pageInfo.hasNextPage];
}
