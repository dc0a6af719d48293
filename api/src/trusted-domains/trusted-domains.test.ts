import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, asViewer, make, usePortal, type Client, type TestViewer } from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';

usePortal();

const LIST =
  'query($search: String) { trustedDomains(search: $search) { totalCount edges { node { databaseId name createdAt createdBy { databaseId } } } } }';
const CREATE =
  'mutation($input: CreateTrustedDomainInput!) { createTrustedDomain(input: $input) { trustedDomain { databaseId name } userErrors { field code message } } }';
const CHECK =
  'query($input: CreateTrustedDomainInput!) { checkCreateTrustedDomain(input: $input) { userErrors { field code message } } }';
const TAKEN = {
  field: 'name',
  code: 'trusted_domain.name_taken',
  message: 'This name is already in use. Enter another name.',
};

let viewer: TestViewer;
let other: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
  other = await asViewer();
});
beforeEach(() => admin.query('delete from trusted_domains'));

const create = async (name: string, who: Client = viewer) =>
  (await who.gql(CREATE, { input: { name } })).data.createTrustedDomain;
const check = async (name: string) => (await viewer.gql(CHECK, { input: { name } })).data.checkCreateTrustedDomain;
const namesFor = async (who: Client, search?: string): Promise<string[]> =>
  (await who.gql(LIST, { search })).data.trustedDomains.edges.map(({ node }: { node: { name: string } }) => node.name);
const stored = async () =>
  (await admin.query('select org_id, name, created_by_id from trusted_domains order by org_id, name')).rows;

describe('the list', () => {
  test('has the trusted domains of the organization by name, each with its creator and time', async () => {
    for (const name of ['south.example', 'north.example'])
      await make('trusted_domains', {
        org_id: viewer.orgId,
        name,
        created_by_id: viewer.userId,
        created_at: '2026-03-01T08:00:00Z',
      });
    const { totalCount, edges } = (await viewer.gql(LIST)).data.trustedDomains;
    const created = { createdAt: '2026-03-01T08:00:00.000Z', createdBy: { databaseId: viewer.userId } };
    expect([totalCount, edges.map(({ node }: { node: object }) => node)]).toEqual([
      2,
      [
        { databaseId: expect.any(Number), name: 'north.example', ...created },
        { databaseId: expect.any(Number), name: 'south.example', ...created },
      ],
    ]);
  });

  test('is searched by name', async () => {
    await create('north.example');
    await create('south.example');
    expect(await namesFor(viewer, 'nor')).toEqual(['north.example']);
  });

  test("has no row of another organization's, also through REST and by node id", async () => {
    await create('theirs.example', other);
    const { id } = (await other.gql('{ trustedDomains { edges { node { id } } } }')).data.trustedDomains.edges[0].node;
    expect(await namesFor(viewer)).toEqual([]);
    expect((await viewer.rest('GET', '/api/trusted-domains/datatable')).body).toMatchObject({
      data: [],
      recordsTotal: 0,
    });
    const { errors } = await viewer.gql('query($id: ID!) { node(id: $id) { id } }', { id });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  });

  test('has the documented columns in REST, and their titles in a file', async () => {
    await create('north.example');
    const { body } = await viewer.rest('GET', '/api/trusted-domains/datatable');
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        name: 'north.example',
        created_by: expect.stringMatching(/^User\d+, Alex$/),
        created: expect.any(String),
      },
    ]);
    const { text } = await viewer.rest('GET', '/api/trusted-domains/datatable?csv=true');
    expect(text.split('\r\n')[0]).toBe('ID,Name,Created By,Created (America/New_York)');
  });
});

describe('creating', () => {
  test("stores a trusted domain of the viewer's organization and writes an audit line that names it", async () => {
    const { trustedDomain, userErrors } = await create('  North.Example ');
    expect([trustedDomain, userErrors]).toEqual([{ databaseId: expect.any(Number), name: 'north.example' }, []]);
    expect(await stored()).toEqual([{ org_id: viewer.orgId, name: 'north.example', created_by_id: viewer.userId }]);
    const { rows } = await admin.query(
      "select outcome, properties from audit_log where operation = 'Mutation.createTrustedDomain' and actor_user_id = $1 order by id desc limit 1",
      [viewer.userId],
    );
    expect(rows).toEqual([
      { outcome: 'done', properties: { subjects: [`TrustedDomain:${trustedDomain.databaseId}`] } },
    ]);
  });

  test.each([
    ['an empty name', ' ', 'required'],
    ['a name without a dot', 'example', 'trusted_domain.name_invalid'],
    ['an address', 'a@example.com', 'trusted_domain.name_invalid'],
    ['a hyphen at the end', 'example-.com', 'trusted_domain.name_invalid'],
    ['a wildcard', '*.example.com', 'trusted_domain.name_invalid'],
    ['a name of 101 characters', 'a'.repeat(101), 'trusted_domain.name_too_long'],
  ])('%s is refused at its field, by the check and by the mutation', async (_title, name, code) => {
    const refusal = { userErrors: [{ field: 'name', code, message: expect.any(String) }] };
    expect(await check(name)).toEqual(refusal);
    expect(await create(name)).toEqual({ trustedDomain: null, ...refusal });
    expect(await stored()).toEqual([]);
  });

  test('a domain of 100 characters is stored', async () => {
    expect((await create(`${'a'.repeat(60)}.${'b'.repeat(39)}`)).userErrors).toEqual([]);
  });

  test('a name that the organization already uses is refused, by the check and by the mutation', async () => {
    await create('north.example');
    expect(await check('north.example')).toEqual({ userErrors: [TAKEN] });
    expect(await create('north.example')).toEqual({ trustedDomain: null, userErrors: [TAKEN] });
    expect(await stored()).toHaveLength(1);
  });

  test('a name that only another organization uses is free', async () => {
    await create('north.example', other);
    expect(await check('north.example')).toEqual({ userErrors: [] });
    expect((await create('north.example')).userErrors).toEqual([]);
  });

  test('a name that another request takes after the check is refused', async () => {
    const sql = `insert into trusted_domains (org_id, name, created_by_id) values (${viewer.orgId}, 'north.example', ${viewer.userId})`;
    expect(await whileLocked(sql, () => create('north.example'))).toEqual({ trustedDomain: null, userErrors: [TAKEN] });
  });

  test('the check writes nothing', async () => {
    expect(await check('north.example')).toEqual({ userErrors: [] });
    expect(await stored()).toEqual([]);
  });

  test('is forbidden without update.org.settings, as is the list', async () => {
    const { orgId } = viewer;
    const staff = await asViewer({ orgId, can: ['view.patient'] });
    for (const answer of [await staff.gql(CREATE, { input: { name: 'north.example' } }), await staff.gql(LIST)])
      expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    expect((await staff.rest('POST', '/api/trusted-domains', { name: 'north.example' })).status).toBe(403);
    expect(await stored()).toEqual([]);
  });

  test('through REST answers 201 with the new row, and 422 with the errors of its fields', async () => {
    const created = await viewer.rest('POST', '/api/trusted-domains', { name: 'north.example' });
    expect([created.status, created.body]).toEqual([201, { data: { id: expect.any(Number), name: 'north.example' } }]);
    const refused = await viewer.rest('POST', '/api/trusted-domains', { name: 'north.example' });
    expect([refused.status, refused.body.errors]).toEqual([422, { name: [TAKEN.message] }]);
  });
});

describe('removing', () => {
  const DELETE = 'mutation ($id: ID!) { deleteTrustedDomain(input: { trustedDomainId: $id }) { userErrors { code } } }';

  test('deletes the row, and its line names the domain', async () => {
    const { databaseId } = (await create('north.example')).trustedDomain;
    expect((await viewer.gql(DELETE, { id: String(databaseId) })).data.deleteTrustedDomain.userErrors).toEqual([]);
    expect(await stored()).toEqual([]);
    const { rows } = await admin.query(
      "select properties from audit_log where operation = 'Mutation.deleteTrustedDomain' and actor_user_id = $1",
      [viewer.userId],
    );
    expect(rows).toEqual([
      { properties: { subjects: [], trusted_domain: databaseId, changes: { name: ['north.example', null] } } },
    ]);
  });

  test("is forbidden without update.org.settings, and another organization's domain is not found", async () => {
    const { databaseId } = (await create('north.example')).trustedDomain;
    const staff = await asViewer({ orgId: viewer.orgId, can: ['view.user', 'create.user'] });
    const codes = [];
    for (const who of [staff, other])
      codes.push((await who.gql(DELETE, { id: String(databaseId) })).errors![0]!.extensions.code);
    expect([codes, (await stored()).length]).toEqual([['FORBIDDEN', 'NOT_FOUND'], 1]);
  });
});

describe('the address of a new user', () => {
  const INVITE = 'query ($input: CreateUserInput!) { checkCreateUser(input: $input) { userErrors { field code } } }';
  const refusalOf = async (email: string) =>
    (
      await viewer.gql(INVITE, {
        input: {
          email,
          confirmEmail: email,
          firstName: 'Ann',
          lastName: 'Lee',
          userType: 'ORGANIZATION',
          role: 'org.ep.staff',
        },
      })
    ).data.checkCreateUser.userErrors.filter(({ field }: { field: string }) => field === 'email');
  const NOT_TRUSTED = [{ field: 'email', code: 'user.domain_not_trusted' }];

  test('may be of any domain while the list is empty', async () => {
    await create('theirs.example', other);
    expect(await refusalOf('ann@anywhere.example')).toEqual([]);
  });

  test.each([
    ['ann@north.example', []],
    ['ann@SOUTH.example', []],
    ['ann@west.example', NOT_TRUSTED],
    ['ann@sub.north.example', NOT_TRUSTED],
    ['ann@evilnorth.example', NOT_TRUSTED],
  ])('%s, when north.example and south.example are trusted', async (email, refusals) => {
    await create('north.example');
    await create('south.example');
    expect(await refusalOf(email)).toEqual(refusals);
  });
});
