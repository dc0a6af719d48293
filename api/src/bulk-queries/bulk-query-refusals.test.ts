import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { admin, asViewer, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { takeJobsByHand } from '../../test/taken-jobs.ts';
import { asToken } from '../../test/token.ts';
import { call, PATIENTS } from './bulk-queries.fixture.ts';
import { bulkDocument } from './bulk-query-document.ts';

usePortalHere({ filesPerHour: 2, tokenPointsPerHour: 500 });

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer({ can: ['view.patient', 'export.patient', 'viewAny.org', 'migrate.org'] });
});

/** Why a start is refused: the codes, with the line and the column that their messages name. */
async function refusals(query: string, variables?: string): Promise<[field: string, code: string, at: string][]> {
  const { data, errors } = await call(viewer, query, variables);
  expect(errors).toBeUndefined();
  expect(data.startBulkQuery.bulkQuery).toBeNull();
  return data.startBulkQuery.userErrors.map(({ field, code, message }: Record<string, string>) => [
    field,
    code,
    /line (\d+), column (\d+)/.exec(message!)?.slice(1).join(':') ?? message!,
  ]);
}

describe('a bulk query is refused', () => {
  takeJobsByHand();

  test.each([
    ['a text that is no document', '{ patients {', 'bulk.invalid', '1:13'],
    ['a field that the schema does not have', '{ patients { edges { node { shoeSize } } } }', 'bulk.invalid', '1:29'],
    ['a mutation', 'mutation { signOut { userErrors { code } } }', 'bulk.query_only', '1:1'],
    ['a subscription', 'subscription { inboxChanged { added } }', 'bulk.query_only', '1:1'],
    ['two queries', `query A ${PATIENTS}\nquery B ${PATIENTS}`, 'bulk.one_operation', '2:1'],
    ['fragments without a query', 'fragment A on Patient { id }', 'bulk.one_operation', '1:1'],
    [
      'two lists',
      '{ patients { edges { node { id } } }\n  machines { edges { node { id } } } }',
      'bulk.one_list',
      '2:3',
    ],
    [
      'the same list twice',
      '{ patients { edges { node { id } } } other: patients { edges { node { id } } } }',
      'bulk.one_list',
      '1:38',
    ],
    ['an alias of the list', '{ all: patients { edges { node { id } } } }', 'bulk.one_list', '1:3'],
    [
      'a list that a fragment names',
      '{ ...A } fragment A on Query { patients { edges { node { id } } } }',
      'bulk.one_list',
      '1:3',
    ],
    ['a list under a condition', '{ patients @include(if: true) { edges { node { id } } } }', 'bulk.one_list', '1:3'],
    ['a field that is no list', '{ viewer { locale } }', 'bulk.one_list', '1:3'],
    ['a list without pages', '{ rateLimit { limit } }', 'bulk.one_list', '1:3'],
    ['a count', '{ patients { totalCount edges { node { id } } } }', 'bulk.edges', '1:14'],
    ['the cursors', '{ patients { edges { cursor node { id } } } }', 'bulk.edges', '1:22'],
    ['an alias of the rows', '{ patients { edges { row: node { id } } } }', 'bulk.edges', '1:22'],
    [
      'rows that a fragment names',
      '{ patients { ...P } } fragment P on PatientConnection { edges { node { id } } }',
      'bulk.edges',
      '1:14',
    ],
  ])('%s', async (_name, query, code, at) => {
    expect(await refusals(query)).toEqual([['query', code, at]]);
  });

  test.each(['first: 5', 'after: "x"', 'last: 5', 'before: "x"', 'page: 2', 'orderBy: { field: LAST_NAME }'])(
    'the argument %s, which is the job’s',
    async (argument) => {
      const [[field, code, at]] = (await refusals(`{ patients(${argument}) { edges { node { id } } } }`)) as [
        [string, string, string],
      ];
      expect([field, code, at]).toEqual(['query', 'bulk.own_argument', '1:12']);
    },
  );

  test('a list with pages in a row, also in a fragment, each at its place', () => {
    const schema = buildSchema(`
      type Query { people(first: Int, after: String): PersonConnection! }
      type PersonConnection { edges: [PersonEdge!]! pageInfo: PageInfo! }
      type PersonEdge { node: Person! }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      type Person { id: ID! friends: PersonConnection! }`);
    const document = (row: string) => () =>
      bulkDocument(schema, `{ people { edges { node { ...Row } } } }\nfragment Row on Person { ${row} }`);
    expect(document('id')).not.toThrow();
    const nested = document('friends { edges { node { id } } } id also: friends { edges { node { id } } }');
    const at = (column: number) => ({
      field: 'query',
      code: 'bulk.nested',
      message: 'bulk.nested',
      values: { list: 'friends', line: 2, column },
    });
    expect(nested).toThrow(expect.objectContaining({ refusals: [at(26), at(63)] }));
  });

  test('without a variable that it needs, with one of another type, and with variables that are no object', async () => {
    const query = 'query ($name: String!) { patients(search: $name) { edges { node { id } } } }';
    const needed = 'Correct the variables: Variable "$name" has invalid value';
    for (const variables of [undefined, '{}', '{"name":4}']) {
      const [[field, code, message]] = (await refusals(query, variables)) as [[string, string, string]];
      expect([field, code]).toEqual(['variables', 'bulk.variables']);
      expect(message).toContain(needed.slice(0, 22));
    }
    for (const variables of ['[]', 'x', '4'])
      expect(await refusals(query, variables)).toEqual([['variables', 'invalid', expect.any(String)]]);
  });

  test('to a user who may not read the list, or not save it as a file', async () => {
    const refused = async (can: Parameters<typeof asViewer>[0]) => {
      const { data, errors } = await call(await asViewer(can), PATIENTS);
      return [data, errors![0]!.extensions.code];
    };
    expect(await refused({ can: ['export.patient'] })).toEqual([null, 'FORBIDDEN']);
    expect(await refused({ can: ['view.patient'] })).toEqual([null, 'FORBIDDEN']);
    const other = await asViewer({ can: ['view.patient', 'export.patient'] });
    await admin.query('update organizations set export_to_csv_access = 0 where id = $1', [other.orgId]);
    expect((await call(other)).errors![0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    await admin.query('update organizations set export_to_csv_access = 1 where id = $1', [other.orgId]);
    expect((await call(other)).data.startBulkQuery.userErrors).toEqual([]);
  });

  test('to a token without the scope of the list, or of files of patients', async () => {
    for (const scopes of [['export.patient'], ['view.patient']]) {
      const { errors } = await call(await asToken(viewer, scopes));
      expect(errors![0]!.extensions.code).toBe('FORBIDDEN');
    }
  });

  test('when one row costs more than its token has in an hour, and not when smaller pages do not', async () => {
    const who = await asViewer({ can: ['view.patient', 'export.patient'] });
    const token = await asToken(who, ['view.patient', 'export.patient']);
    // A row with the figures of a period costs 100 points more: five of them 500 and a bit.
    const rows = (fields: string) => `{ patients { edges { node { ${fields} } } } }`;
    const figures = (name: string) => `${name}: usagePeriod(from: "2026-01-01", to: "2026-01-31") { nights }`;
    const pageOf = async (query: string) => {
      const { data } = await call(token, query);
      const [{ code = null } = {}] = data.startBulkQuery.userErrors;
      const { rows } = await admin.query(
        `update bulk_queries set state = 'canceled', ended_at = now() where ended_at is null and user_id = $1 returning page_size as size`,
        [who.userId],
      );
      return code ?? rows[0].size;
    };
    expect(await pageOf(rows('id'))).toBe(100);
    expect(await pageOf(rows(figures('one')))).toBe(2);
    expect(await pageOf(rows(['a', 'b', 'c', 'd', 'e'].map(figures).join(' ')))).toBe('bulk.too_expensive');
  });

  test('after as many files as a user may save in an hour', async () => {
    const who = await asViewer({ can: ['view.patient', 'export.patient'] });
    const again = async () => {
      const answer = await call(who);
      await admin.query(
        `update bulk_queries set state = 'canceled', ended_at = now() where ended_at is null and user_id = $1`,
        [who.userId],
      );
      return answer;
    };
    expect((await again()).errors).toBeUndefined();
    expect((await again()).errors).toBeUndefined();
    expect((await again()).errors![0]!.extensions).toMatchObject({ code: 'TOO_MANY', limit: 'limit.files' });
  });
});
