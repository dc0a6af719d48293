import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, makePatient, usePortal, type TestViewer } from '../../test/harness.ts';
import { vacuumed } from '../../test/vacuumed.ts';
import { whereOf } from '../../test/where.ts';
import { patientsList } from './patients.list.ts';

// Text as people type it (decisions/133): the same answers from the table over REST, from the list over GraphQL and from
// the palette.

usePortal();

let viewer: TestViewer;

const people = [
  {
    last_name: "O'Brien-Núñez",
    first_name: 'Seán',
    birth_date: '1940-02-29',
    phone: '5185550188',
    zip: '12207-1234',
    email: "sean.o'brien@one.test",
    assigned_id: 'AL-0000001',
  },
  { last_name: 'Ibáñez', first_name: 'Iñaki', mobile_phone: '7875550123', zip: 'K1A 0B1', country: 'CA', email: null },
  { last_name: 'Nguyen', first_name: 'An', birth_date: '1988-12-01', email: 'an@two.test', current_serial: null },
  { last_name: 'Wałęsa', first_name: 'Zoë', email: 'zoe@two.test', birth_date: '1943-09-29' },
  { last_name: 'ΠΑΠΠΑΣ', first_name: 'Νίκος', email: null },
  { last_name: 'Madonna', first_name: '', email: null },
];

beforeAll(async () => {
  viewer = await asViewer();
  for (const person of people) await makePatient(viewer.orgId, { phone: null, zip: null, ...person });
});

const byRest = async (query: string): Promise<string[]> => {
  const { body } = await viewer.rest('GET', `/api/patients/datatable?${query}`);
  return body.data.map((row: { last_name: string }) => row.last_name);
};
const byGraphql = async (variables: Record<string, unknown>): Promise<string[]> => {
  const { data, errors } = await viewer.gql(
    'query ($search: String, $where: PatientsWhere) { patients(first: 50, search: $search, where: $where) { edges { node { lastName } } } }',
    variables,
  );
  expect(errors).toBeUndefined();
  return data.patients.edges.map(({ node }: { node: { lastName: string } }) => node.lastName);
};
const inPalette = async (search: string): Promise<string[]> => {
  const { data } = await viewer.gql(
    'query ($search: String!) { searchResults(search: $search) { patients { lastName } } }',
    { search },
  );
  return data.searchResults.patients.map(({ lastName }: { lastName: string }) => lastName);
};

const O_BRIEN = "O'Brien-Núñez";

describe.each([
  ['o’brien', O_BRIEN],
  ['OBRIEN NUNEZ', O_BRIEN],
  ['O`Brien', O_BRIEN],
  ['o´brien-nunez', O_BRIEN],
  ['nuñez, sean', O_BRIEN],
  ['Oʼ\u200bBrien', O_BRIEN],
  ['N\u00fan\u0303ez', O_BRIEN],
  ['ibanez', 'Ibáñez'],
  ['IBÁÑEZ', 'Ibáñez'],
  ['Iba\u0301n\u0303ez', 'Ibáñez'],
  ['walesa zoe', 'Wałęsa'],
  ['παππασ', 'ΠΑΠΠΑΣ'],
  // As the pages show it, and as digits.
  ['(518) 555-0188', O_BRIEN],
  ['555-0188', O_BRIEN],
  ['5185550188', O_BRIEN],
  ['+1 (518) 555-0188', O_BRIEN],
  ['518.555.0188', O_BRIEN],
  ['1-518-555-0188', O_BRIEN],
  ['(787) 555-0123', 'Ibáñez'],
  ['787 555 0123', 'Ibáñez'],
  ['12207', O_BRIEN],
  ['12207-1234', O_BRIEN],
  ['122071234', O_BRIEN],
  ['K1A 0B1', 'Ibáñez'],
  ['k1a0b1', 'Ibáñez'],
  ['02/29/1940', O_BRIEN],
  ['2/29/1940', O_BRIEN],
  ['02-29-1940', O_BRIEN],
  ['1940-02-29', O_BRIEN],
  ['sean 02/29/1940', O_BRIEN],
  ['12/01/1988 nguyen', 'Nguyen'],
  ['al-0000001', O_BRIEN],
  ['AL 0000001', O_BRIEN],
  ['\ufeffAL\u20110000001', O_BRIEN],
  ["sean.o'brien@one", O_BRIEN],
])('the search of %j', (search, name) => {
  test('finds the same patient in the table, in the list and in the palette', async () => {
    expect(await byRest(`searchTerm=${encodeURIComponent(search)}`)).toEqual([name]);
    expect(await byGraphql({ search })).toEqual([name]);
    expect(await inPalette(search)).toEqual([name]);
  });
});

test.each(['(518) 555-0189', '02/28/1940', 'sean 12/01/1988', '12208', 'al-0000002', 'obrian'])(
  'the search of %j finds no one',
  async (search) => {
    expect([await byRest(`searchTerm=${encodeURIComponent(search)}`), await inPalette(search)]).toEqual([[], []]);
  },
);

test.each(['-', '’', '\u200b', '- –'])('%j is no word: the list is whole, and the palette is empty', async (search) => {
  expect(await byGraphql({ search })).toHaveLength(people.length);
  expect(await inPalette(search.repeat(3))).toEqual([]);
});

const OTHERS = (...names: string[]) => people.map(({ last_name }) => last_name).filter((name) => !names.includes(name));

describe.each<[field: string, condition: string, value: string, names: string[]]>([
  ['last_name', 'contain', 'ibanez', ['Ibáñez']],
  ['last_name', 'contain', 'IBÁÑEZ', ['Ibáñez']],
  ['last_name', 'contain', 'Iba\u0301n\u0303ez', ['Ibáñez']],
  ['last_name', 'contain', 'áÑ', ['Ibáñez']],
  ['last_name', 'contain', 'Ñ', [O_BRIEN, 'Ibáñez', 'Nguyen', 'Madonna']],
  ['last_name', 'contain', 'ñ', [O_BRIEN, 'Ibáñez', 'Nguyen', 'Madonna']],
  ['last_name', 'equal', 'nguyen', ['Nguyen']],
  ['last_name', 'equal', ' NGUYEN ', ['Nguyen']],
  ['last_name', 'equal', 'nguye', []],
  ['last_name', 'equal', 'o’brien nunez', [O_BRIEN]],
  ['last_name', 'start_with', 'obr', [O_BRIEN]],
  ['last_name', 'end_with', 'NUNEZ', [O_BRIEN]],
  ['last_name', 'end_with', 'lesa', ['Wałęsa']],
  ['last_name', 'start_with', 'παπ', ['ΠΑΠΠΑΣ']],
  ['last_name', 'not_contain', 'nez', OTHERS(O_BRIEN, 'Ibáñez')],
  ['last_name', 'not_equal', 'NGUYEN', OTHERS('Nguyen')],
  ['first_name', 'equal', 'sean', [O_BRIEN]],
  ['first_name', 'equal', 'ZOE', ['Wałęsa']],
  ['assigned_id', 'equal', 'al-0000001', [O_BRIEN]],
  ['assigned_id', 'contain', 'al 0', [O_BRIEN]],
  ['email', 'contain', 'o’brien@', [O_BRIEN]],
  ['email', 'equal', 'ZOE@two.test', ['Wałęsa']],
  ['email', 'not_contain', 'TWO', OTHERS('Nguyen', 'Wałęsa')],
  ['phone', 'contain', '(518) 555-0188', [O_BRIEN]],
  ['phone', 'contain', '555-0188', [O_BRIEN]],
  ['phone', 'equal', '+1 518 555 0188', [O_BRIEN]],
  ['phone', 'equal', '1-518-555-0188', [O_BRIEN]],
  ['phone', 'start_with', '(518)', [O_BRIEN]],
  ['phone', 'end_with', '-0188', [O_BRIEN]],
  ['phone', 'not_equal', '(518) 555-0188', OTHERS(O_BRIEN)],
  ['phone', 'contain', 'abc', []],
  ['phone', 'contain', '555-0189', []],
])('the filter %s %s %j', (field, condition, value, names) => {
  test('finds the same patients over REST and GraphQL', async () => {
    expect((await byRest(`${field}[${condition}]=${encodeURIComponent(value)}`)).sort()).toEqual([...names].sort());
    expect((await byGraphql({ where: whereOf(patientsList.columns, [{ field, condition, value }]) })).sort()).toEqual(
      [...names].sort(),
    );
  });
});

test('names of which one begins with the other are in the order of their words', async () => {
  const staff = await asViewer();
  for (const last_name of ['Ramirez-Nguyen', 'Ramirezo', 'Ramirez', 'O’Hara', 'Ohara', 'Nunez', 'Núñez Vega'])
    await makePatient(staff.orgId, { last_name, first_name: 'Ana' });
  const { body } = await staff.rest('GET', '/api/patients/datatable?orderBy=last_name');
  expect(body.data.map((row: { last_name: string }) => row.last_name)).toEqual([
    'Nunez',
    'Núñez Vega',
    'O’Hara',
    'Ohara',
    'Ramirez',
    'Ramirez-Nguyen',
    'Ramirezo',
  ]);
});

describe('among 20,000 patients', () => {
  let org: TestViewer;

  beforeAll(async () => {
    org = await asViewer();
    await admin.query(`
      begin;
      set local session_replication_role = replica;
      insert into patients (org_id, assigned_id, first_name, last_name, email, phone, mobile_phone, zip, birth_date, visible_org_ids)
        select ${org.orgId}, 'ID-' || lpad(n::text, 6, '0'), 'F' || n, 'L' || lpad(n::text, 6, '0'), 'm' || n || '@example.test',
               '518' || lpad((n * 7919 % 10000000)::text, 7, '0'), '787' || lpad((n * 6007 % 10000000)::text, 7, '0'), lpad((n * 31 % 99999)::text, 5, '0'),
               date '1930-01-01' + n * 7919 % 25000, array[${org.orgId}]
          from generate_series(1, 20000) n;
      commit`);
    await vacuumed('patients');
  });

  const OR = (pattern: string, other: string) => `(p.search_text ilike '%${pattern}%' or ${other})`;

  test.each([
    ['a phone number', OR('(518) 079 1900', "p.search_text ilike '%5180791900%'")],
    ['a birth date', OR('02/29/1940', "p.birth_date = '1940-02-29'")],
    ['a postal code', "p.search_text ilike '%12214%'"],
    ['a Patient ID', OR('id 012345', "p.search_text ilike '%id012345%'")],
    ['a name in a filter', "p.search_text ilike '%l012345%' and plain_text(p.last_name) like '%l012345%'"],
    ['a phone number in a filter', "p.phone ilike '%0791900%'"],
  ])('an index finds %s', async (_what, condition) => {
    await admin.query('begin');
    try {
      await admin.query('set local role airlog_org');
      await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', '1', true)", [
        String(org.orgId),
      ]);
      const { rows } = await admin.query(
        `explain (analyze, format json) select p.id from patients p where ${condition}`,
      );
      const plan = JSON.stringify(rows[0]['QUERY PLAN']);
      expect(plan).not.toContain('"Seq Scan"');
      expect(plan).toMatch(/"Index Name":"patients_(search|birth_date|phone_search)"/);
    } finally {
      await admin.query('rollback');
    }
  });

  test('an index finds the same Patient ID', async () => {
    const { rows } = await admin.query(
      `explain (format json) select id from patients p where plain_text(p.assigned_id) = plain_text('id-012345') and p.assigned_id is not null and p.org_id = ${org.orgId}`,
    );
    expect(JSON.stringify(rows)).toContain('patients_assigned_key');
  });
});
