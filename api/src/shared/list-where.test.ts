import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asViewer, makePatient, usePortalHere, type TestViewer } from '../../test/harness.ts';

usePortalHere();

interface Row {
  databaseId: number;
  lastName: string;
  email: string | null;
  therapyStart: string | null;
  isRulesActive: boolean;
}
type Where = Record<string, unknown>;

const WRITTEN: Omit<Row, 'databaseId'>[] = [
  { lastName: 'Adams', email: 'adams@example.test', therapyStart: '2026-01-10', isRulesActive: true },
  { lastName: 'Baker', email: null, therapyStart: null, isRulesActive: true },
  { lastName: 'Bakersfield', email: 'b@north.test', therapyStart: '2026-02-10', isRulesActive: false },
  { lastName: 'Núñez', email: 'n@north.test', therapyStart: null, isRulesActive: false },
  { lastName: 'Zee', email: null, therapyStart: '2026-03-10', isRulesActive: true },
];

let viewer: TestViewer;
let rows: Row[];
beforeAll(async () => {
  viewer = await asViewer();
  rows = [];
  for (const row of WRITTEN) {
    const { id: databaseId } = await makePatient(viewer.orgId, {
      last_name: row.lastName,
      email: row.email,
      therapy_start: row.therapyStart,
      is_rules_active: row.isRulesActive,
    });
    rows.push({ ...row, databaseId });
  }
});

const LIST = 'query ($where: PatientsWhere) { patients(where: $where) { totalCount edges { node { lastName } } } }';
const read = async (where: Where) => viewer.gql(LIST, { where });

/** The names of the rows that the list has, by id; its count is theirs. */
async function found(where: Where): Promise<string[]> {
  const { data, errors } = await read(where);
  expect(errors).toBeUndefined();
  const names = data.patients.edges.map(({ node }: { node: { lastName: string } }) => node.lastName);
  expect(data.patients.totalCount).toBe(names.length);
  return names;
}

/** As people read: without case and accents. */
const plain = (value: unknown) =>
  String(value as string)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();

/** Each condition, typed from document 001: a negation also has the rows without a value. Dates compare as texts. */
const MEETS: Record<string, (value: string | number | boolean | null, given: never) => boolean> = {
  contain: (value, given) => value !== null && plain(value).includes(plain(given)),
  notContain: (value, given) => value === null || !plain(value).includes(plain(given)),
  startWith: (value, given) => value !== null && plain(value).startsWith(plain(given)),
  endWith: (value, given) => value !== null && plain(value).endsWith(plain(given)),
  equal: (value, given) => value !== null && plain(value) === plain(given),
  notEqual: (value, given) => value === null || plain(value) !== plain(given),
  greaterThan: (value, given) => value !== null && (value as number) > (given as number),
  greaterThanEqual: (value, given) => value !== null && (value as number) >= (given as number),
  lessThan: (value, given) => value !== null && (value as number) < (given as number),
  lessThanEqual: (value, given) => value !== null && (value as number) <= (given as number),
  isNull: (value, given) => (value === null) === (given as boolean),
};

function meets(row: Row, where: Where): boolean {
  return Object.entries(where).every(([key, given]) => {
    if (key === 'and') return (given as Where[]).every((one) => meets(row, one));
    if (key === 'or') return (given as Where[]).some((one) => meets(row, one));
    if (key === 'not') return !meets(row, given as Where);
    const value =
      key === 'compliance' ? (row.therapyStart === null ? 'NO_THERAPY_START' : 'another') : row[key as keyof Row];
    return Object.entries(given as Where).every(([name, operand]) => MEETS[name]!(value, operand as never));
  });
}

const onText = (values: string[]) =>
  fc.oneof(
    ...['contain', 'notContain', 'startWith', 'endWith', 'equal', 'notEqual'].map((name) =>
      fc.record({ [name]: fc.constantFrom(...values) }),
    ),
    fc.record({ isNull: fc.boolean() }),
  );
const onDate = fc.oneof(
  ...['equal', 'notEqual', 'greaterThan', 'lessThan'].map((name) =>
    fc.record({ [name]: fc.constantFrom('2026-01-10', '2026-02-10', '2026-05-01') }),
  ),
  fc.record({ isNull: fc.boolean() }),
);
const onInteger = () =>
  fc.oneof(
    ...['equal', 'notEqual', 'greaterThan', 'greaterThanEqual', 'lessThan', 'lessThanEqual'].map((name) =>
      fc.record({ [name]: fc.constantFrom(...rows.map(({ databaseId }) => databaseId)) }),
    ),
  );

/** Filters of up to eight conditions, three levels deep. */
const wheres = (): fc.Arbitrary<Where> =>
  fc.letrec<{ where: Where; leaf: Where }>((tie) => ({
    leaf: fc.oneof(
      fc.record({ lastName: onText(['a', 'Baker', 'NUÑEZ', 'z', 'd']) }),
      fc.record({ email: onText(['north', 'b@north.test', '.test', 'a']) }),
      fc.record({ therapyStart: onDate }),
      fc.record({ isRulesActive: fc.record({ equal: fc.boolean() }) }),
      fc.record({ databaseId: onInteger() }),
      fc.record({
        compliance: fc.oneof(
          fc.record({ equal: fc.constant('NO_THERAPY_START') }),
          fc.record({ notEqual: fc.constant('NO_THERAPY_START') }),
        ),
      }),
    ),
    where: fc.oneof(
      { depthSize: 'small', maxDepth: 2 },
      tie('leaf'),
      fc.record({ and: fc.array(tie('where'), { maxLength: 2 }) }),
      fc.record({ or: fc.array(tie('where'), { maxLength: 2 }) }),
      fc.record({ not: tie('where') }),
      fc.tuple(tie('leaf'), fc.record({ not: tie('leaf') })).map(([leaf, not]) => ({ ...leaf, ...not })),
    ),
  })).where;

describe('a filter of a list over GraphQL', () => {
  test('has exactly the rows that meet it, with and, or and not', async () => {
    let mixed = 0;
    await fc.assert(
      fc.asyncProperty(wheres(), async (where) => {
        const expected = rows.filter((row) => meets(row, where)).map(({ lastName }) => lastName);
        expect(await found(where)).toEqual(expected);
        if (expected.length > 0 && expected.length < rows.length) mixed += 1;
      }),
      { numRuns: 80, seed: 11 },
    );
    expect(mixed).toBeGreaterThan(20);
  });

  test.each<[Where, string[]]>([
    [{ lastName: { startWith: 'bak' } }, ['Baker', 'Bakersfield']],
    [{ not: { lastName: { startWith: 'bak' } } }, ['Adams', 'Núñez', 'Zee']],
    [{ not: { email: { endWith: 'north.test' } } }, ['Adams', 'Baker', 'Zee']],
    [{ therapyStart: { greaterThan: '2026-01-10', lessThan: '2026-03-10' } }, ['Bakersfield']],
    [{ not: { therapyStart: { greaterThan: '2026-01-10' } } }, ['Adams', 'Baker', 'Núñez']],
    [{ not: { isRulesActive: { equal: true } } }, ['Bakersfield', 'Núñez']],
    [{ compliance: { notEqual: 'NO_THERAPY_START' } }, ['Adams', 'Bakersfield', 'Zee']],
    [{ or: [{ lastName: { equal: 'zee' } }, { email: { isNull: true } }] }, ['Baker', 'Zee']],
    [{ or: [] }, []],
    [{ not: {} }, []],
    [{ and: [], not: { or: [] } }, ['Adams', 'Baker', 'Bakersfield', 'Núñez', 'Zee']],
  ])('%j', async (where, names) => {
    expect(await found(where)).toEqual(names);
  });

  test.each<[string, Where, { field: string; code: string; message?: string }]>([
    ['null as a value', { lastName: { equal: null } }, { field: 'where.lastName.equal', code: 'list.filter_null' }],
    [
      'a value of the enum that this column does not have',
      { or: [{ attention: { equal: 'COMPLIANCE_AT_RISK' } }] },
      {
        field: 'where.or.0.attention.equal',
        code: 'list.filter',
        message:
          'attention does not have this value. Choose one of its values: SETTINGS_FAILED, SETTINGS_WAITING, SILENT.',
      },
    ],
    [
      'more than 20 conditions',
      { or: Array.from({ length: 21 }, (_, n) => ({ databaseId: { equal: n } })) },
      { field: 'where', code: 'list.too_many_filters' },
    ],
  ])('refuses %s', async (_title, where, refusal) => {
    const query = 'query ($where: PatientsWhere) { patients(first: 1, where: $where) { edges { node { id } } } }';
    const { errors } = await viewer.gql(query, { where });
    expect(errors![0]!.extensions.userErrors).toMatchObject([refusal]);
  });

  test.each<[string, Where]>([
    ['a column that the list does not have', { password: { equal: 'x' } }],
    ['a condition that the type does not have', { birthDate: { contain: '19' } }],
    ['a text where a number belongs', { databaseId: { equal: '1 or 1=1' } }],
    ['a date that does not exist', { birthDate: { equal: '2026-02-31' } }],
    ['an unknown value of an enum', { compliance: { equal: 'met' } }],
  ])('of %s is no request', async (_title, where) => {
    const { status } = await viewer.rest('POST', '/graphql', { query: LIST, variables: { where } });
    expect(status).toBe(400);
  });

  test('costs ten times as much inside or and not, and a tree of them too much', async () => {
    const query = 'query ($where: PatientsWhere) { patients(first: 1, where: $where) { edges { node { id } } } }';
    const cost = async (where: Where) =>
      (await viewer.rest('POST', '/graphql', { query, variables: { where } })).body.extensions.cost;
    const name = { lastName: { contain: 'a' } };
    expect(await cost({ ...name })).toBe(4 + 5);
    expect(await cost({ and: [name, name] })).toBe(4 + 10);
    expect(await cost({ or: [name, name] })).toBe(4 + 100);
    expect(await cost({ not: name })).toBe(4 + 50);
    const many = Array.from({ length: 190 }, () => name);
    const { body } = await viewer.rest('POST', '/graphql', { query, variables: { where: { or: many } } });
    expect(body.errors[0].extensions.code).toBe('TOO_EXPENSIVE');
    const deep = Array.from({ length: 12 }).reduce<Where>((inner) => ({ not: inner }), name);
    const nested = await viewer.rest('POST', '/graphql', { query, variables: { where: deep } });
    expect([nested.status, JSON.stringify(nested.body).includes('12 levels')]).toEqual([422, true]);
  });
});

describe('a filter over REST that the table does not have', () => {
  test.each([
    [
      'foo[equal]=1',
      /^This table cannot be filtered by foo\. Choose one of its columns: id, assigned_id, first_name, /,
    ],
    [
      'last_name[like]=x',
      /^last_name cannot be filtered that way\. Choose one of its conditions: contain, not_contain, /,
    ],
    ['birth_date[equal]=x', 'Enter a date for birth_date, as in 2026-01-31.'],
    ['id[equal]=x', 'Enter a whole number for id.'],
    ['is_rules_active[equal]=x', 'Enter true or false for is_rules_active.'],
    [
      'compliance[equal]=x',
      'compliance does not have this value. Choose one of its values: met, in_progress, at_risk, cannot_be_met, not_met, no_therapy_start.',
    ],
  ])('%s is named, with what the column takes', async (query, message) => {
    const { status, body } = await viewer.rest('GET', `/api/patients/datatable?${query}`);
    expect([status, body.code]).toEqual([422, 'list.filter']);
    expect(body.errors.filters[0]).toMatch(message);
  });
});
