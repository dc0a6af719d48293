import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';
import { sealed } from '../../test/sealed.ts';

usePortal();

const PATH = '/api/patients/datatable';
let viewer: TestViewer;
let provider: number;

/** Last names in the rows of a table response. */
const names = (answer: { body: { data: { last_name: string }[] } }) => answer.body.data.map((row) => row.last_name);
const table = async (query = '') => names(await viewer.rest('GET', `${PATH}?${query}`));

beforeAll(async () => {
  viewer = await asViewer();
  provider = await makeOrganization('ep', { name: 'Zephyr Home Care' });
  const patients = [
    {
      first_name: 'Ana',
      last_name: 'Álvarez',
      email: 'ana@one.test',
      birth_date: '1950-01-01',
      therapy_start: '2026-03-01',
      last_report: '2026-04-01',
      assigned_id: '100%',
      dme_id: provider,
    },
    {
      first_name: 'bob',
      last_name: 'baker',
      email: null,
      birth_date: '1960-01-01',
      therapy_start: '2026-01-15',
      is_rules_active: false,
      assigned_id: 'B_1',
    },
    {
      first_name: 'Shauna',
      last_name: "O'Neil",
      email: 'so@two.test',
      birth_date: '1970-01-01',
      phone: null,
      assigned_id: 'C-2',
    },
    {
      first_name: 'Zed',
      last_name: '=SUM(A1)',
      email: 'zed@two.test',
      birth_date: null,
      therapy_start: '2026-03-01',
      assigned_id: null,
    },
    {
      first_name: 'Yan',
      last_name: 'Young',
      email: 'yan@two.test',
      birth_date: '1980-01-01',
      therapy_start: '2025-03-01',
      assigned_id: null,
    },
  ];
  for (const patient of patients) await makePatient(viewer.orgId, patient);
  const outsider = await makeOrganization();
  await makePatient(outsider, { last_name: 'Alien', dme_id: null });
});

describe('search', () => {
  test.each([
    ['young', ['Young']],
    ['YOUNG yan', ['Young']],
    ['Young, Yan', ['Young']],
    ['alvarez', ['Álvarez']],
    ['ÁLVAREZ', ['Álvarez']],
    ['two.test', ["O'Neil", '=SUM(A1)', 'Young']],
    ["o'neil", ["O'Neil"]],
    ['O’Neil', ["O'Neil"]],
    ['oneil', ["O'Neil"]],
    ['young ana', []],
    ['alien', []],
  ])('%s finds rows that contain every word, without case and accents', async (text, expected) => {
    expect(await table(`searchTerm=${encodeURIComponent(text)}`)).toEqual(expected);
  });

  test.each([
    ['%', ['Álvarez']],
    ['_', ['baker']],
    ['\\', []],
    ["'; drop table patients; --", []],
    ['\0', 5],
  ])('the characters of %j are matched literally', async (text, expected) => {
    const found = await table(`searchTerm=${encodeURIComponent(text)}`);
    if (typeof expected === 'number') expect(found).toHaveLength(expected);
    else expect(found).toEqual(expected);
  });
});

describe('order', () => {
  test.each([
    ['last_name', 'asc', ['=SUM(A1)', 'Álvarez', 'baker', "O'Neil", 'Young']],
    ['last_name', 'desc', ['Young', "O'Neil", 'baker', 'Álvarez', '=SUM(A1)']],
    ['therapy_start', 'asc', ["O'Neil", 'Young', 'baker', 'Álvarez', '=SUM(A1)']],
    ['therapy_start', 'desc', ['=SUM(A1)', 'Álvarez', 'baker', 'Young', "O'Neil"]],
    ['email', 'asc', ['baker', 'Álvarez', "O'Neil", 'Young', '=SUM(A1)']],
    ['id', 'desc', ['Young', '=SUM(A1)', "O'Neil", 'baker', 'Álvarez']],
  ])('by %s %s sorts missing values as if they were the smallest', async (column, direction, expected) => {
    expect(await table(`orderBy=${column}&orderDir=${direction}`)).toEqual(expected);
  });

  test.each(['password', 'phone', 'provider', 'search_text', 'id; drop table patients', '__proto__', 'constructor'])(
    'orderBy=%s is refused with 422',
    async (column) => {
      const answer = await viewer.rest('GET', `${PATH}?orderBy=${encodeURIComponent(column)}`);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: 'list.order_by',
        errors: {
          orderBy: [
            'This table cannot be sorted by that column. Choose one of these: id, last_name, email, birth_date, current_serial, therapy_start, last_report, updated_at.',
          ],
        },
      });
    },
  );

  test('orderDir=sideways is refused with 422', async () => {
    const { status, body } = await viewer.rest('GET', `${PATH}?orderDir=sideways`);
    expect([status, body.errors]).toEqual([
      422,
      { orderDir: ['An order is ascending or descending. Choose asc or desc.'] },
    ]);
  });
});

describe('filters', () => {
  test.each([
    ['last_name[contain]=A', ['Álvarez', 'baker', '=SUM(A1)']],
    ['last_name[not_contain]=a', ["O'Neil", 'Young']],
    ['email[not_contain]=two', ['Álvarez', 'baker']],
    ['last_name[equal]=Young', ['Young']],
    ['last_name=Young', ['Young']],
    ['filters[last_name]=Young', ['Young']],
    ['filters[last_name][start_with]=yo', ['Young']],
    ['last_name[not_equal]=Young', ['Álvarez', 'baker', "O'Neil", '=SUM(A1)']],
    ['email[not_equal]=ana@one.test', ['baker', "O'Neil", '=SUM(A1)', 'Young']],
    ['email[end_with]=one.test', ['Álvarez']],
    ['assigned_id[contain]=%25', ['Álvarez']],
    ['assigned_id[start_with]=_', []],
    ['email[is_null]=1', ['baker']],
    ['email[is_not_null]=1', ['Álvarez', "O'Neil", '=SUM(A1)', 'Young']],
    ['birth_date[equal]=1960-01-01', ['baker']],
    ['birth_date[not_equal]=1960-01-01', ['Álvarez', "O'Neil", '=SUM(A1)', 'Young']],
    ['birth_date[greater_than]=1965-01-01', ["O'Neil", 'Young']],
    ['birth_date[less_than]=1960-01-01', ['Álvarez']],
    ['birth_date[is_null]=1', ['=SUM(A1)']],
    ['is_rules_active=0', ['baker']],
    ['is_rules_active[equal]=true&last_name[contain]=young', ['Young']],
    ['provider[start_with]=zephyr', ['Álvarez']],
    ['provider[is_null]=1', ['baker', "O'Neil", '=SUM(A1)', 'Young']],
    ['last_name=&email[contain]=', ['Álvarez', 'baker', "O'Neil", '=SUM(A1)', 'Young']],
  ])('%s', async (query, expected) => {
    expect(await table(query)).toEqual(expected);
  });

  test('an id is compared as a number', async () => {
    const [{ id }] = (await viewer.rest('GET', `${PATH}?orderBy=id&limit=1`)).body.data;
    expect(await table(`id[equal]=${id}`)).toEqual(['Álvarez']);
    expect(await table(`id[not_equal]=${id}`)).toHaveLength(4);
    expect(await table(`id[greater_than]=${id}`)).toHaveLength(4);
    expect(await table(`id[greater_than_equal]=${id}`)).toHaveLength(5);
    expect(await table(`id[less_than]=${id}`)).toHaveLength(0);
    expect(await table(`id[less_than_equal]=${id}`)).toEqual(['Álvarez']);
  });

  test.each([
    'search_text[contain]=a',
    'last_name[like]=a',
    'last_name[$ne]=a',
    'birth_date[contain]=1',
    'birth_date=2026-02-31',
    'birth_date=0000-01-01',
    'birth_date=soon',
    'id=1.5',
    'id=99999999999',
    'id=one',
    'is_rules_active=maybe',
    'is_rules_active[greater_than]=0',
    'last_name[contain][x]=1',
    'last_name[contain]=a&last_name[contain]=b',
    'constructor=1',
    'last_name[constructor]=1',
  ])('%s is refused with 422', async (query) => {
    expect((await viewer.rest('GET', `${PATH}?${query}`)).status).toBe(422);
  });
});

describe('pages', () => {
  test('page and limit return the paginator that existing tables read', async () => {
    const { status, body } = await viewer.rest('GET', `${PATH}?page=2&limit=2&searchTerm=test&email[is_not_null]=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      current_page: 2,
      per_page: 2,
      from: 3,
      to: 4,
      total: 4,
      last_page: 2,
      next_page_url: null,
      next_token: null,
      recordsTotal: 5,
      recordsFiltered: 4,
    });
    expect(body.prev_page_url).toMatch(/^http.*\/api\/patients\/datatable\?.*page=1/);
    expect(decodeURIComponent(body.prev_page_url)).toContain('email[is_not_null]=1');
    expect(body).toMatchObject({
      first_page_url: expect.stringContaining('page=1'),
      last_page_url: expect.stringContaining('page=2'),
    });
  });

  test.each(['utm_source=letter', '_=1732233600', 'foo=1', 'foo[]=1', 'password=x'])(
    'an unknown query parameter is ignored: %s',
    async (query) => {
      const { status, body } = await viewer.rest('GET', `${PATH}?${query}`);
      expect([status, body.total]).toEqual([200, 5]);
      expect(decodeURIComponent(body.first_page_url)).toContain(`?${query}&page=1`);
    },
  );

  test.each([
    ['filters[foo]=1', 'filters'],
    ['filters[foo][equal]=1', 'filters'],
    ['foo[equal]=1', 'filters'],
    ['filters[utm_source]=x', 'filters'],
    ['filters=last_name', 'filters'],
    ['filters[]=last_name', 'filters'],
    ['searchTerm=a&searchTerm=b', 'searchTerm'],
  ])('what would select rows and cannot be understood is refused with 422: %s', async (query, field) => {
    const { status, body } = await viewer.rest('GET', `${PATH}?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('next_token reads the following rows next to page numbers, and the last page has none', async () => {
    const address = `${PATH}?limit=2&orderBy=last_name`;
    const all = names(await viewer.rest('GET', `${PATH}?orderBy=last_name`));
    const first = (await viewer.rest('GET', address)).body;
    expect(first).toMatchObject({ from: 1, to: 2, next_token: expect.any(String) });
    expect(first.next_page_url).toContain('page=2');
    const second = (await viewer.rest('GET', `${address}&next=${first.next_token}`)).body;
    expect(second).toMatchObject({ current_page: 2, from: 3, to: 4, total: 5, last_page: 3 });
    expect(names({ body: second })).toEqual(all.slice(2, 4));
    expect(new URL(second.next_page_url).searchParams.get('next')).toBe(second.next_token);
    // A page that is named by its number is not named by a token too, which would lead to the same page again.
    for (const link of [second.first_page_url, second.prev_page_url]) {
      const { pathname, search } = new URL(link);
      expect(names(await viewer.rest('GET', pathname + search))).toEqual(all.slice(0, 2));
    }
    const { pathname, search } = new URL(second.next_page_url);
    const third = (await viewer.rest('GET', pathname + search)).body;
    expect(third).toMatchObject({ from: 5, to: 5, next_token: null, next_page_url: null });
    expect(names({ body: third })).toEqual(all.slice(4));
  });

  test('a full last page has no next_token', async () => {
    expect((await viewer.rest('GET', `${PATH}?limit=5`)).body.next_token).toBeNull();
    expect((await viewer.rest('GET', `${PATH}?limit=4`)).body.next_token).not.toBeNull();
  });

  test.each(['x', '2', '2.x', '-1.WzFd', "2.WzEs'", '2.WyJ4Il0'])('next=%s is refused with 422', async (next) => {
    const { status, body } = await viewer.rest('GET', `${PATH}?next=${encodeURIComponent(next)}`);
    expect([status, body.code]).toEqual([422, 'list.cursor']);
  });

  test('page URLs keep the host that was asked', async () => {
    const { port } = new URL(viewer.origin);
    const { body } = await viewer.rest('GET', `${PATH}?limit=2`);
    expect(body.next_page_url).toContain(`${viewer.origin}/api/patients/datatable`);
    expect(body.path).toBe(`${viewer.origin}${PATH}`);
    const named = await fetch(`http://localhost:${port}${PATH}?limit=2`, { headers: viewer.headers });
    expect(((await named.json()) as { next_page_url: string }).next_page_url).toContain(`http://localhost:${port}/`);
  });

  test('the last page may be partly filled', async () => {
    const address = `${PATH}?limit=3&searchTerm=test&email[is_not_null]=1`;
    const { body } = await viewer.rest('GET', `${address}&page=1`);
    expect(body).toMatchObject({
      from: 1,
      to: 3,
      total: 4,
      last_page: 2,
      next_page_url: expect.stringContaining('page=2'),
    });
    expect((await viewer.rest('GET', `${address}&page=2`)).body).toMatchObject({ from: 4, to: 4, next_page_url: null });
  });

  test.each(['0', '-1', 'abc', '1.5', ''])('page=%s is the first page', async (page) => {
    expect((await viewer.rest('GET', `${PATH}?page=${page}&limit=2`)).body).toMatchObject({
      current_page: 1,
      from: 1,
      to: 2,
    });
  });

  test('page=9999 is empty, with 200 and the totals', async () => {
    const { status, body } = await viewer.rest('GET', `${PATH}?page=9999`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], from: null, to: null, total: 5, last_page: 1, next_page_url: null });
  });

  test.each([
    ['500', 500],
    ['501', 500],
    ['1e9', 500],
    ['0', 50],
    ['-1', 50],
    ['abc', 50],
    ['', 50],
  ])('limit=%s reads %i rows', async (limit, rows) => {
    expect((await viewer.rest('GET', `${PATH}?limit=${limit}`)).body).toMatchObject({ per_page: rows });
  });

  test('without a limit a page has 50 rows', async () => {
    expect((await viewer.rest('GET', PATH)).body).toMatchObject({ per_page: 50 });
  });

  test('a row has the documented field names', async () => {
    const [row] = (await viewer.rest('GET', `${PATH}?searchTerm=alvarez`)).body.data;
    expect(row).toMatchObject({
      first_name: 'Ana',
      last_name: 'Álvarez',
      email: 'ana@one.test',
      birth_date: '1950-01-01',
      phone: '5185550100',
      current_serial: null,
      therapy_start: '2026-03-01',
      last_report: '2026-04-01',
      assigned_id: '100%',
      is_rules_active: true,
      dme_id: provider,
      provider: { id: provider, name: 'Zephyr Home Care' },
    });
  });
});

describe('csv=true', () => {
  test("returns every matching row as a file, with formulas neutralized and titles in the user's language", async () => {
    const english = await viewer.rest('GET', `${PATH}?csv=true&orderBy=last_name&limit=1&page=3`);
    expect(english.status).toBe(200);
    expect(english.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(english.headers.get('content-disposition')).toMatch(
      /^attachment; filename="exported_table_\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    const lines = english.text.split('\r\n');
    expect(lines[0]!.replace('\ufeff', '')).toBe(
      'ID,Patient ID,First Name,Last Name,Email,Birth Date,Phone,Serial,Provider,Therapy Start,Last Report,Active,Settings,Compliance,Last Connection (America/New_York)',
    );
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain(",Zed,'=SUM(A1),zed@two.test,,");
    expect(lines[2]).toContain(
      'Ana,Álvarez,ana@one.test,1950-01-01,5185550100,,Zephyr Home Care,2026-03-01,2026-04-01,true',
    );
    const spaniard = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    const spanish = await spaniard.rest('GET', `${PATH}?csv=true&searchTerm=young`);
    expect(spanish.text.split('\r\n')[0]).toContain('Fecha de nacimiento');
    expect(spanish.text.split('\r\n')).toHaveLength(3);
  });

  test('starts with a byte order mark', async () => {
    const response = await fetch(`${viewer.origin}${PATH}?csv=true`, { headers: viewer.headers });
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });
});

describe('GraphQL', () => {
  const query = `query ($first: Int, $after: String, $last: Int, $before: String, $page: Int, $search: String, $orderBy: PatientsOrder, $where: PatientsWhere) {
    patients(first: $first, after: $after, last: $last, before: $before, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges { cursor node { lastName } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount unfilteredCount } }`;
  const read = async (variables: Record<string, unknown>) => {
    const answer = await viewer.gql(query, variables);
    expect(answer.errors).toBeUndefined();
    return answer.data.patients;
  };
  const lastNames = (list: { edges: { node: { lastName: string } }[] }) => list.edges.map(({ node }) => node.lastName);

  test.each([
    ['last_name', 'ASC'],
    ['last_name', 'DESC'],
    ['therapy_start', 'ASC'],
    ['therapy_start', 'DESC'],
    ['email', 'ASC'],
    ['last_report', 'DESC'],
    ['current_serial', 'ASC'],
    ['id', 'ASC'],
  ])(
    'cursors by %s %s visit every row once, forward and backward, also where values are missing',
    async (column, direction) => {
      const orderBy = { field: column === 'id' ? 'DATABASE_ID' : column.toUpperCase(), direction };
      const whole = lastNames(await read({ orderBy }));
      expect(whole).toHaveLength(5);
      const forwards: string[] = [];
      let at:
        | {
            pageInfo: { endCursor: string; startCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
            edges: never[];
          }
        | undefined;
      do {
        at = await read({ orderBy, first: 2, after: at?.pageInfo.endCursor });
        forwards.push(...lastNames(at!));
      } while (at!.pageInfo.hasNextPage);
      expect(forwards).toEqual(whole);
      const backwards: string[] = [];
      at = undefined;
      do {
        at = await read({ orderBy, last: 2, before: at?.pageInfo.startCursor });
        backwards.unshift(...lastNames(at!));
      } while (at!.pageInfo.hasPreviousPage);
      expect(backwards).toEqual(whole);
    },
  );

  test('numbered pages, totals, search and filters match the REST table', async () => {
    const page = await read({
      page: 2,
      first: 2,
      search: 'test',
      where: { email: { isNull: false } },
    });
    expect(lastNames(page)).toEqual(['=SUM(A1)', 'Young']);
    expect(page).toMatchObject({
      totalCount: 4,
      unfilteredCount: 5,
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    expect(lastNames(await read({ page: 0, first: 2 }))).toHaveLength(2);
    expect(lastNames(await read({ page: 9999 }))).toEqual([]);
  });

  test.each([
    ['list.cursor', { after: 'nonsense' }],
    // As cursors were before they were sealed.
    ['list.cursor', { after: Buffer.from('[1]').toString('base64url') }],
    ['list.cursor', { after: sealed('[{"$ne":0}]') }],
    ['list.cursor', { after: sealed('["1 or 1=1"]') }],
    ['list.cursor', { after: sealed('[]') }],
    ['list.cursor', { after: sealed('["2026-02-31",1]'), orderBy: { field: 'THERAPY_START' } }],
    ...['["2026-02-31T00:00:00.000Z",1]', '["0000-01-01T00:00:00.000Z",1]', '["2026-01-01T24:00:00.000Z",1]'].map(
      (text) => ['list.cursor', { after: sealed(text), orderBy: { field: 'THERAPY_START' } }] as const,
    ),
    ['list.cursor', { after: sealed('["a","999999999999999999"]'), orderBy: { field: 'LAST_NAME' } }],
    ['list.limit', { first: 0 }],
    ['list.limit', { last: -1 }],
    ['list.paging', { first: 2, last: 2 }],
    ['list.paging', { page: 1, after: 'x' }],
  ])('%s returns %j', async (code, variables) => {
    const answer = await viewer.gql(query, variables);
    expect(answer.data?.patients ?? null).toBeNull();
    expect(answer.errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', userErrors: [{ code }] });
  });

  test('first: 1e9 is refused', async () => {
    expect((await viewer.gql(query, { first: 1_000_000_000 })).errors).toHaveLength(1);
  });

  test('500 rows with their provider stay within the cost limit', async () => {
    const answer = await viewer.gql(
      '{ patients(first: 500) { edges { node { id lastName provider { id name } organization { name } } } totalCount unfilteredCount } }',
    );
    expect(answer.errors).toBeUndefined();
  });
});

test('a page of 20 patients with all related fields takes as many statements as a page of 1', async () => {
  const many = await asViewer({ kind: 'clinical' });
  for (let index = 0; index < 20; index++) {
    const owner = await asViewer({ roles: ['org.physician'] });
    const patient = await makePatient(many.orgId, {
      dme_id: owner.orgId,
      physician_id: owner.userId,
      physician_org_id: owner.orgId,
    });
    await makeHistory(patient, await makeMachine(owner.orgId));
  }
  const query = `query ($first: Int) { patients(first: $first) { totalCount unfilteredCount edges { node { lastName organization { name type } provider { name type } clinician { email } physician { lastName role roleLabel organization { name } }
    devices { serial model module { iccid } lastConnection { minutes } historySize editAllowed viewerCanEditSettings currentSettings { title therapy { name } } pendingSettings { title } } } } } }`;
  const one = await countQueries(() => many.gql(query, { first: 1 }));
  const twenty = await countQueries(() => many.gql(query, { first: 20 }));
  expect(one.result.errors).toBeUndefined();
  expect(twenty.result.errors).toBeUndefined();
  expect(twenty.result.data.patients.edges).toHaveLength(20);
  expect(twenty.statements).toBe(one.statements);
  expect(twenty.statements).toBeGreaterThan(3);
  const small = await countQueries(() => many.rest('GET', `${PATH}?limit=1`));
  const large = await countQueries(() => many.rest('GET', `${PATH}?limit=20`));
  expect(large.result.body.data).toHaveLength(20);
  expect(large.statements).toBe(small.statements);
});
