import { expect, test } from '@jest/globals';
import { admin, asViewer, usePortal } from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';

usePortal();

const PRICE = `query ($document: String!, $operationName: String, $variables: String) {
  operationPrice(document: $document, operationName: $operationName, variables: $variables) { points limit problems } }`;

test.each([
  [
    'a list of ten',
    'query A($first: Int) { patients(first: $first) { totalCount edges { node { id } } } }',
    { first: 10 },
  ],
  [
    'the same list of 100',
    'query A($first: Int) { patients(first: $first) { totalCount edges { node { id } } } }',
    { first: 100 },
  ],
  ['the viewer', '{ viewer { locale } }', {}],
])('the price of %s is what its answer costs', async (_name, document, variables) => {
  const viewer = await asViewer();
  const { operationPrice } = (await viewer.gql(PRICE, { document, variables: JSON.stringify(variables) })).data;
  const { body } = await viewer.rest('POST', '/graphql', { query: document, variables });
  expect(body.errors).toBeUndefined();
  expect(operationPrice).toEqual({ points: body.extensions.cost, limit: 5000, problems: [] });
});

test('an operation that costs more than one may is priced and not refused', async () => {
  const document =
    '{ patients(first: 500) { edges { node { devices { id } nights(from: "2026-01-01", to: "2026-03-31") { minutes } } } } }';
  const viewer = await asViewer();
  const { operationPrice } = (await viewer.gql(PRICE, { document })).data;
  expect(operationPrice.problems).toEqual([]);
  expect(operationPrice.points).toBeGreaterThan(5000);
});

test('a mutation is priced and does not run', async () => {
  const viewer = await asViewer();
  const document =
    'mutation { saveTablePreferences(input: { table: "patients", hiddenColumns: ["email"] }) { userErrors { code } } }';
  const { operationPrice } = (await viewer.gql(PRICE, { document })).data;
  expect(operationPrice).toEqual({ points: expect.any(Number), limit: 5000, problems: [] });
  const { rowCount } = await admin.query('select from table_preferences where user_id = $1', [viewer.userId]);
  expect(rowCount).toBe(0);
});

test('of several operations the named one is priced', async () => {
  const document =
    'query Few { patients(first: 1) { edges { node { id } } } } query Many { patients(first: 100) { edges { node { id } } } }';
  const viewer = await asViewer();
  const of = async (operationName: string | null) =>
    (await viewer.gql(PRICE, { document, operationName })).data.operationPrice;
  const [few, many] = [await of('Few'), await of('Many')];
  expect(few.points).toBeLessThan(many.points);
  for (const name of [null, 'None'])
    expect(await of(name)).toMatchObject({ points: null, problems: [expect.any(String)] });
});

test.each([
  ['is no document', '{ patients(', null],
  ['has a field that does not exist', '{ patients { edges { node { lastNam } } } }', null],
  ['lacks a variable', 'query ($id: ID!) { node(id: $id) { id } }', null],
  ['is deeper than allowed', `{ ${'node(id: "1") { '.repeat(9)}id${' }'.repeat(9)} }`, null],
])('what %s has no price, and says why without a name that it does not know', async (_name, document, variables) => {
  const viewer = await asViewer();
  const { operationPrice } = (await viewer.gql(PRICE, { document, variables })).data;
  expect(operationPrice.points).toBeNull();
  expect(operationPrice.problems.length).toBeGreaterThan(0);
  expect(operationPrice.problems.join(' ')).not.toMatch(/Did you mean/);
});

test.each(['[1]', '"a"', '{', 'null'])('variables that are no JSON object are refused: %s', async (variables) => {
  const viewer = await asViewer();
  const { errors } = await viewer.gql(PRICE, { document: '{ viewer { locale } }', variables });
  expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', userErrors: [{ field: 'variables' }] });
});

test('a token reads what its headers say it has left; a session has no limit', async () => {
  const viewer = await asViewer();
  const token = await asToken(viewer);
  const query = '{ rateLimit { limit remaining restorePerSecond cost resetsAt } }';
  const { body, headers } = await token.rest('POST', '/graphql', { query });
  expect(body.data.rateLimit.limit).toBe(500_000);
  expect(body.data.rateLimit.restorePerSecond).toBeCloseTo(138.889, 3);
  expect(body.data.rateLimit.cost).toBe(body.extensions.cost);
  expect(body.data.rateLimit.cost).toBe(2);
  expect(String(body.data.rateLimit.remaining)).toBe(headers.get('x-ratelimit-remaining'));
  expect(Date.parse(body.data.rateLimit.resetsAt) / 1000).toBe(Number(headers.get('x-ratelimit-reset')));
  expect((await viewer.gql(query)).data.rateLimit).toBeNull();
});
