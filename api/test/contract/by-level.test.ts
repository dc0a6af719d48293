import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { byLevel } from '../../src/graphql/fast/by-level.ts';
import { PatientNightsResolver } from '../../src/usage/usage.resolver.ts';
import { countQueries } from '../count-queries.ts';
import {
  admin,
  anonymous,
  asViewer,
  makePatient,
  running,
  usePortalHere,
  type Client,
  type TestViewer,
} from '../harness.ts';
import { asToken, holdPoints } from '../token.ts';

usePortalHere();

const LIST = 'query List($first: Int) { patients(first: $first) { totalCount edges { node { id lastName } } } }';

let viewer: TestViewer;
let patientId: number;
beforeAll(async () => {
  viewer = await asViewer();
  for (const last_name of ['Quill', 'Zorn']) ({ id: patientId } = await makePatient(viewer.orgId, { last_name }));
});
afterEach(() => void (byLevel.isOn = true));

interface Sent {
  body: object | string;
  headers?: Record<string, string>;
}

const OF_ONE_ANSWER = new Set(['date', 'x-request-id', 'keep-alive', 'connection']);
async function answerTo(client: Client, { body, headers }: Sent) {
  const { status, text, headers: found } = await client.rest('POST', '/graphql', body, headers);
  const kept = [...found].filter(([name]) => !OF_ONE_ANSWER.has(name));
  return { status, text: text.replaceAll(/"requestId":"[^"]+"/g, ''), headers: kept.sort() };
}

/** What GraphQL's own execution answers, and what the same request is answered level by level. */
async function bothAnswers(client: Client, sent: Sent) {
  byLevel.isOn = false;
  const byRow = await answerTo(client, sent);
  byLevel.isOn = true;
  return { byRow, answer: await answerTo(client, sent) };
}

test('a query is answered level by level, byte for byte as by the execution of GraphQL', async () => {
  const { byRow, answer } = await bothAnswers(viewer, { body: { query: LIST, variables: { first: 2 } } });
  expect(answer).toEqual(byRow);
  expect(answer.text).toContain('Zorn');
});

test.each<[string, Sent]>([
  ['the name of the operation', { body: { query: LIST, operationName: 'List' } }],
  ['no variables', { body: { query: LIST, variables: null, operationName: null, extensions: null } }],
  ['the extensions of a client', { body: { query: LIST, extensions: { clientLibrary: { name: 'a', version: '1' } } } }],
  ['any type', { body: { query: LIST }, headers: { accept: '*/*' } }],
  ['the type of newer clients', { body: { query: LIST }, headers: { accept: 'application/graphql-response+json' } }],
  [
    'the types of Apollo Client',
    { body: { query: LIST }, headers: { accept: 'application/graphql-response+json,application/json;q=0.9' } },
  ],
  ['a compressed answer', { body: { query: LIST }, headers: { 'accept-encoding': 'br' } }],
  [
    'a body with its character set',
    { body: { query: LIST }, headers: { 'content-type': 'application/json; charset=utf-8' } },
  ],
])('a query with %s is answered in the same way', async (_what, sent) => {
  const { byRow, answer } = await bothAnswers(viewer, sent);
  expect(answer).toEqual(byRow);
  expect(answer.status).toBe(200);
});

test.each<[string, Sent]>([
  ['another name of the operation', { body: { query: LIST, operationName: 'Other' } }],
  ['an empty name of the operation', { body: { query: LIST, operationName: '' } }],
  ['a name that is a number', { body: { query: LIST, operationName: 1 } }],
  ['a variable of the wrong type', { body: { query: LIST, variables: { first: 'a' } } }],
  ['variables as text', { body: { query: LIST, variables: '{}' } }],
  ['variables as a list', { body: { query: LIST, variables: [] } }],
  ['extensions as text', { body: { query: LIST, extensions: 'a' } }],
  ['a persisted query', { body: { query: LIST, extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } } }],
  ['a page that is too large', { body: { query: LIST, variables: { first: 1000 } } }],
  ['a page that costs too much', { body: { query: LIST, variables: { first: 1_000_000 } } }],
  ['a type that it does not have', { body: { query: LIST }, headers: { accept: 'text/plain' } }],
  [
    'a type with a callback',
    { body: { query: LIST }, headers: { accept: 'application/json; callbackSpec=1.0, application/json; q=0.5' } },
  ],
  [
    'a form',
    { body: `query=${encodeURIComponent(LIST)}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
])('a query with %s is refused, or answered, in the same way', async (_what, sent) => {
  await answerTo(viewer, { body: { query: LIST } });
  const { byRow, answer } = await bothAnswers(viewer, sent);
  expect(answer).toEqual(byRow);
});

test.each(['Other', ''])(
  'a document without an operation of the name %j is refused, not a fault',
  async (operationName) => {
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await viewer.rest('POST', '/graphql', { query: LIST, operationName });
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0].extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
  },
);

test('a guest, and a user without the permission, are refused in the same way, and each denial leaves one audit line', async () => {
  await answerTo(viewer, { body: { query: LIST } });
  const denied = await asViewer({ orgId: viewer.orgId, can: [] });
  for (const client of [anonymous(), denied]) {
    const { byRow, answer } = await bothAnswers(client, { body: { query: LIST } });
    expect(answer).toEqual(byRow);
    expect(answer.text).toContain('"errors"');
  }
  const { rows } = await admin.query('select operation, outcome from audit_log where actor_user_id = $1', [
    denied.userId,
  ]);
  expect(rows).toEqual(Array(2).fill({ operation: 'Query.patients', outcome: 'denied' }));
});

test('a query whose answer has an error takes its points once', async () => {
  const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
  const token = await asToken(reader, ['view.patient']);
  await holdPoints(token, 1);
  const query = `query One($id: ID!) { patient(id: $id) { lastName } }`;
  const ask = (id: string) => token.rest('POST', '/graphql', { query, variables: { id } });
  const found = await ask(String(patientId));
  const unfound = await ask('999999999');
  const left = ({ headers }: typeof found) => Number(headers.get('x-ratelimit-remaining'));
  expect(left(found) - left(unfound)).toBe(found.body.extensions.cost);
  expect(unfound.body.errors[0].extensions.code).toBe('NOT_FOUND');
});

test('a query with an error below its first field reads nothing a second time', async () => {
  const january = 'january: nights(from: "2026-01-01", to: "2026-01-31") { minutes }';
  const query = `query Nights($id: ID!, $to: Date!) { patient(id: $id) { ${january} nights(from: "2026-01-02", to: $to) { minutes } } }`;
  const ask = (to: string) => viewer.rest('POST', '/graphql', { query, variables: { id: String(patientId), to } });
  expect((await ask('2026-01-03')).body.errors).toBeUndefined();
  const alone = await countQueries(() =>
    viewer.rest('POST', '/graphql', { query: `{ patient(id: ${patientId}) { ${january} } }` }),
  );
  const nights = jest.spyOn(PatientNightsResolver.prototype, 'nights');
  const { result, statements } = await countQueries(() => ask('2026-01-01'));
  expect(result.body.errors).toHaveLength(1);
  expect(result.body.errors[0].path).toEqual(['patient', 'nights']);
  expect(statements).toBe(alone.statements);
  // Both fields level by level, and again by GraphQL's own execution, which writes the error.
  expect(nights).toHaveBeenCalledTimes(2 + 2);
  nights.mockRestore();
});

test('the patients of a query that is repeated are in the audit log, once for each answer', async () => {
  const reader = await asViewer({ orgId: viewer.orgId });
  for (let times = 0; times < 3; times += 1) await answerTo(reader, { body: { query: LIST } });
  await running().app.readLog.flush();
  const { rows } = await admin.query<{ patient_ids: number[] }>(
    'select patient_ids from audit_log where actor_user_id = $1',
    [reader.userId],
  );
  expect(rows.map(({ patient_ids: ids }) => ids.length)).toEqual([2, 2, 2]);
});

test.each([
  ['of a row', '{ patients { edges { node { __proto__: lastName } } } }', '"node":{"__proto__":"Quill"}'],
  ['of an object', '{ viewer { __proto__: user { email } } }', '"viewer":{"__proto__":{"email":'],
  ['in a fragment', '{ viewer { ...F } } fragment F on Viewer { __proto__: locale }', '{"__proto__":"EN"}'],
])('a field under the name __proto__ is in the answer: %s', async (_title, query, expected) => {
  const { byRow, answer } = await bothAnswers(viewer, { body: { query } });
  expect(answer).toEqual(byRow);
  expect(answer.text).toContain(expected);
});

test('a query is not answered to another method', async () => {
  await answerTo(viewer, { body: { query: LIST } });
  expect((await viewer.rest('PUT', '/graphql', { query: LIST })).status).toBe(405);
});
