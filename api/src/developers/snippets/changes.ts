// Reads all patients, then what changed since, as a job that runs every day: node changes.ts
import { once } from 'node:events';
import { env, stdin } from 'node:process';

const { AIRLOG_URL, TOKEN } = env;

async function ask<Data>(query: string, variables: object): Promise<Data> {
  const response = await fetch(`${AIRLOG_URL}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: { extensions: { code: string } }[] };
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}

interface Page<Node> {
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

const CHANGES = `query ($after: String) {
  changes(after: $after, types: [PATIENT], first: 100) {
    edges { node { id deleted } } pageInfo { hasNextPage endCursor }
  }
}`;
const PATIENTS = `query ($after: String) {
  patients(first: 100, after: $after) { edges { node { id lastName } } pageInfo { hasNextPage endCursor } }
}`;
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Patient { lastName } } }';

type Patient = { id: string; lastName: string };
const copy = new Map<string, string>();

/** Once, and again after `changes.expired`: a cursor first, so that nothing is missed while the list is read. */
async function readAll(): Promise<string> {
  const { changes } = await ask<{ changes: Page<never> }>(CHANGES, {});
  copy.clear();
  for (let after: string | null = null, more = true; more;) {
    const { patients }: { patients: Page<Patient> } = await ask(PATIENTS, { after });
    for (const { node } of patients.edges) copy.set(node.id, node.lastName);
    ({ endCursor: after, hasNextPage: more } = patients.pageInfo);
  }
  return changes.pageInfo.endCursor;
}

/** Every day. Keep the cursor that it returns with the copy. */
async function follow(cursor: string): Promise<string> {
  for (let more = true; more;) {
    const { changes } = await ask<{ changes: Page<{ id: string; deleted: boolean }> }>(CHANGES, { after: cursor });
    const ids = [...new Set(changes.edges.map(({ node }) => node.id))];
    const { nodes } = await ask<{ nodes: (Patient | null)[] }>(NODES, { ids });
    // What is not there any more, or no longer visible, is null.
    ids.forEach((id, index) => (nodes[index] ? copy.set(id, nodes[index].lastName) : copy.delete(id)));
    ({ endCursor: cursor, hasNextPage: more } = changes.pageInfo);
  }
  return cursor;
}

const cursor = await readAll();
console.log([...copy.values()].sort().join(' '));
await once(stdin, 'data'); // a day later
await follow(cursor);
console.log([...copy.values()].sort().join(' '));
stdin.destroy();
