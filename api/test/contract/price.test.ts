import { beforeAll, describe, expect, test } from '@jest/globals';
import { asViewer, makePatient, usePortal, type TestViewer } from '../harness.ts';

usePortal();

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
  await makePatient(viewer.orgId);
});

const ATTENTION = { attention: { equal: 'SILENT' } };
const NAME = { lastName: { contain: 'a' } };
interface List {
  where?: object;
  search?: string;
}
const list = async (fields: string, variables: List = {}) => {
  const { status, body } = await viewer.rest('POST', '/graphql', {
    query: `query($where: ${fields.startsWith('devices') ? 'Devices' : 'Patients'}Where, $search: String) { ${fields} }`,
    variables,
  });
  return { status, code: body.errors?.[0].extensions.code, cost: body.extensions?.cost, error: body.errors?.[0] };
};
const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');
const ARGS = 'first: 1, where: $where, search: $search';
const ROWS = `patients(${ARGS}) { edges { node { id } } }`;
const ROWS_AND_COUNT = `patients(${ARGS}) { edges { node { id } } totalCount }`;
/** One row: 1 for the field, 3 for the row. */
const BASE = 4;

describe('the price of a list', () => {
  test.each<[string, string, List, number]>([
    ['has no more than its rows without conditions', ROWS, {}, BASE],
    ['rises by 5 for a filter', ROWS, { where: NAME }, BASE + 5],
    ['rises by 50 for a computed filter', ROWS, { where: ATTENTION }, BASE + 50],
    ['rises by 5 for a word', ROWS, { search: 'ann lee' }, BASE + 10],
    ['rises by 10 for a count', ROWS_AND_COUNT, {}, BASE + 10],
    ['rises by ten times its conditions for a count of them', ROWS_AND_COUNT, { where: NAME }, BASE + 5 + 50],
    [
      'rises by ten times its computed conditions for a count of them',
      ROWS_AND_COUNT,
      { where: ATTENTION },
      BASE + 50 + 500,
    ],
    [
      'rises by 10 for a count of all rows, which has no conditions',
      `patients(${ARGS}) { edges { node { id } } unfilteredCount }`,
      { where: ATTENTION },
      BASE + 50 + 10,
    ],
    [
      'contains the counts in fragments',
      `patients(${ARGS}) { ...a ... on PatientConnection { unfilteredCount } } } fragment a on PatientConnection { ...b } fragment b on PatientConnection { totalCount`,
      { where: NAME },
      2 + 5 + 50 + 10,
    ],
    ['is paid again for each alias', `a: ${ROWS} b: ${ROWS} c: ${ROWS}`, { where: ATTENTION }, 3 * (BASE + 50)],
  ])('%s', async (_title, fields, variables, cost) => {
    expect(await list(fields, variables)).toMatchObject({ status: 200, code: undefined, cost });
  });

  test.each([
    ['devices', { lastConnection: { greaterThan: '2026-01-01' } }],
    ['devices', { settingsState: { equal: 'NONE' } }],
    ['patients', { compliance: { equal: 'MET' } }],
  ])('of %s by %j is that of a computed filter', async (name, where) => {
    const query = `${name}(${ARGS}) { edges { node { id } } }`;
    expect((await list(query, { where })).cost).toBe(BASE + 50);
  });

  test('is refused above 5000 points before anything is read', async () => {
    // Eight computed filters and their count are 4400 points, nine are 4950; ten are 5500.
    const count = `patients(${ARGS}) { totalCount }`;
    const asked = (filters: number) => list(count, { where: { and: Array(filters).fill(ATTENTION) } });
    expect(await asked(9)).toMatchObject({ status: 200, cost: 2 + 4950 });
    expect(await asked(10)).toMatchObject({
      status: 400,
      code: 'TOO_EXPENSIVE',
      error: { extensions: { cost: 5502 } },
    });
  });

  test('of fifteen aliases with eight words and a count is too high', async () => {
    const fields = Array.from({ length: 15 }, (_, n) => `a${n}: ${ROWS_AND_COUNT}`).join(' ');
    expect(await list(fields, { search: words(8) })).toMatchObject({ status: 400, code: 'TOO_EXPENSIVE' });
  });

  test('of the dashboard is that of its counts: two fit into one operation, three do not', async () => {
    const dashboards = async (count: number) => {
      const fields = Array.from({ length: count }, (_, n) => `d${n}: dashboard { cards { count } }`);
      return (await viewer.gql(`{ ${fields.join(' ')} }`)).errors?.[0]?.extensions.code;
    };
    expect(await dashboards(2)).toBeUndefined();
    expect(await dashboards(3)).toBe('TOO_EXPENSIVE');
  });
});

describe('a list takes', () => {
  const refusal = (code: string) => ({
    status: 200,
    error: { extensions: { code: 'BAD_USER_INPUT', userErrors: [{ code }] } },
  });
  const table = async (query: string) => {
    const { status, body } = await viewer.rest('GET', `/api/patients/datatable?${query}`);
    return [status, body.code];
  };
  const named = (count: number) =>
    Array.from(
      { length: count },
      (_, n) =>
        `filters[${['last_name', 'first_name', 'email', 'phone'][n % 4]}][${['contain', 'not_contain', 'equal', 'not_equal', 'start_with', 'end_with'][Math.floor(n / 4)]}]=a`,
    ).join('&');

  test('20 filters and not 21', async () => {
    expect((await list(ROWS, { where: { and: Array(20).fill(NAME) } })).code).toBeUndefined();
    expect(await list(ROWS, { where: { and: Array(21).fill(NAME) } })).toMatchObject(refusal('list.too_many_filters'));
    expect(await table(named(20))).toEqual([200, undefined]);
    expect(await table(named(21))).toEqual([422, 'list.too_many_filters']);
  });

  test('8 words and not 9, with spaces or commas', async () => {
    expect((await list(ROWS, { search: `  ${words(8)} , ` })).code).toBeUndefined();
    expect(await list(ROWS, { search: words(9) })).toMatchObject(refusal('list.too_many_words'));
    expect(await table(`searchTerm=${words(8)}`)).toEqual([200, undefined]);
    expect(await table(`searchTerm=${words(9).replaceAll(' ', ',')}`)).toEqual([422, 'list.too_many_words']);
  });
});

describe('a table over REST', () => {
  const filters = (conditions: Record<string, string[]>) =>
    Object.entries(conditions).flatMap(([field, names]) => names.map((name) => `filters[${field}][${name}]`));
  const texts = ['contain', 'not_contain', 'equal', 'not_equal'];
  /** Four computed filters and sixteen others. */
  const twenty = [
    ...filters({ attention: ['equal', 'not_equal'] }).map((filter) => `${filter}=silent`),
    ...filters({ compliance: ['equal', 'not_equal'] }).map((filter) => `${filter}=met`),
    ...filters({ last_name: texts, first_name: texts, email: texts, phone: texts }).map((filter) => `${filter}=a`),
  ].join('&');
  const table = (limit: number) => `/api/patients/datatable?limit=${limit}&${twenty}`;
  const get = async (address: string) => {
    const { status, body, headers: sent } = await viewer.rest('GET', address);
    return { status, code: body?.code, message: body?.message, retry: sent.get('retry-after') };
  };

  test('has the price of GraphQL, with both counts, and 3 points for each row', async () => {
    // 4 computed and 16 other filters: 280, their count 2800, the other count 10; 500 rows are 1500: 4590.
    expect(await get(table(500))).toMatchObject({ status: 200 });
    // Eight words more: 320, 3200, 10 and 1500 are 5030.
    expect(await get(`${table(500)}&searchTerm=${words(8)}`)).toMatchObject({
      status: 422,
      code: 'too_expensive',
      message: 'This request is too expensive. Ask for fewer rows, filters, or search words.',
      retry: null,
    });
    // 490 rows are 1470: exactly 5000.
    expect(await get(`${table(490)}&searchTerm=${words(8)}`)).toMatchObject({ status: 200 });
    expect(await get(`${table(491)}&searchTerm=${words(8)}`)).toMatchObject({ status: 422 });
  });

  test('is refused as a file in the same way', async () => {
    expect(await get(`${table(500)}&csv=true&searchTerm=${words(8)}`)).toMatchObject({ status: 422 });
  });
});

test('the rows of an input cost 5 points each, and again for each alias', async () => {
  const check = async (rows: number, aliases: number) => {
    const fields = Array.from(
      { length: aliases },
      (_, n) => `a${n}: checkCreateICodeReports(input: $input) { userErrors { code } }`,
    );
    const { status, body } = await viewer.rest('POST', '/graphql', {
      query: `query($input: CreateICodeReportsInput!) { ${fields.join(' ')} }`,
      variables: { input: { serial: 'A00000000001', codes: Array(rows).fill({ collected: 'x', icode: '1' }) } },
    });
    return { status, code: body.errors?.[0].extensions.code, cost: body.extensions?.cost };
  };
  const [none, one] = [await check(0, 1), await check(1, 1)];
  expect(one.cost).toBe(none.cost + 5);
  expect((await check(10, 2)).cost).toBe(2 * (none.cost + 50));
  expect(await check(200, 15)).toMatchObject({ status: 400, code: 'TOO_EXPENSIVE' });
});
