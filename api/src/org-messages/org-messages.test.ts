import { hostname } from 'node:os';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { firstAnswer, openSocket } from '../../test/contract/socket.ts';
import {
  admin,
  anonymous,
  asViewer,
  make,
  makeOrganization,
  running,
  usePortal,
  type Client,
  type TestViewer,
} from '../../test/harness.ts';
import { testConfig } from '../../test/secrets.ts';
import { userRow } from '../db/factories.ts';
import { toGlobalId } from '../shared/node.ts';
import { startPortal } from '../start.ts';

usePortal();

const SEND = `mutation($input: SendOrgMessageInput!) { sendOrgMessage(input: $input) {
  orgMessage { databaseId message hostname recipient { databaseId } sender { databaseId } } recipient { databaseId } userErrors { field code message } } }`;
const CHECK =
  'query($input: SendOrgMessageInput!) { checkSendOrgMessage(input: $input) { message userErrors { field code message } } }';

let support: TestViewer;
let user: TestViewer;
beforeAll(async () => {
  support = await asViewer({ kind: 'support' });
  user = await asViewer();
});
const input = (message: string, userId: unknown = user.userId) => ({ input: { userId: String(userId), message } });
const stored = async () =>
  (await admin.query<{ count: number }>('select count(*)::int as count from org_messages')).rows[0]!.count;

describe('sending', () => {
  test('stores the message with sender, recipient and server, and writes an audit line that names the recipient', async () => {
    const { data } = await support.gql(SEND, input('<b>Hello</b>', toGlobalId('User', user.userId)));
    const { orgMessage, recipient, userErrors } = data.sendOrgMessage;
    expect(userErrors).toEqual([]);
    expect(recipient).toEqual({ databaseId: user.userId });
    expect(orgMessage).toEqual({
      databaseId: expect.any(Number),
      message: '<b>Hello</b>',
      hostname: hostname(),
      recipient: { databaseId: user.userId },
      sender: { databaseId: support.userId },
    });
    const { rows } = await admin.query(
      'select org_id, user_id, sent_by_org_id, sent_by_id, html from org_messages where id = $1',
      [orgMessage.databaseId],
    );
    expect(rows).toEqual([
      {
        org_id: user.orgId,
        user_id: user.userId,
        sent_by_org_id: support.orgId,
        sent_by_id: support.userId,
        html: '<b>Hello</b>',
      },
    ]);
    const { rows: audit } = await admin.query(
      "select outcome, properties from audit_log where operation = 'Mutation.sendOrgMessage' and actor_user_id = $1",
      [support.userId],
    );
    const subjects = [`OrgMessage:${orgMessage.databaseId}`, `User:${user.userId}`];
    expect(audit).toEqual([{ outcome: 'done', properties: { subjects } }]);
  });

  test('is open only to support roles, not even to staff of an organization with the permission', async () => {
    const { rows } = await admin.query(
      "select r.name from roles r join role_permissions p on p.role_id = r.id where p.permission = 'send.org.message' order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(['support.admin', 'support.staff']);
    const staff = await asViewer({ kind: 'support', roles: ['support.staff'] });
    expect((await staff.gql(SEND, input('x'))).data.sendOrgMessage.userErrors).toEqual([]);
    const before = await stored();
    const powerful = await asViewer({ orgId: user.orgId, can: ['send.org.message'] });
    for (const viewer of [powerful, await asViewer(), await asViewer({ kind: 'clinical' })]) {
      for (const query of [SEND, CHECK])
        expect((await viewer.gql(query, input('x'))).errors?.[0]?.extensions).toMatchObject({
          code: viewer === powerful ? 'FORBIDDEN' : expect.stringMatching(/FORBIDDEN/),
        });
    }
    expect((await anonymous().gql(SEND, input('x'))).errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED' });
    expect(await stored()).toBe(before);
  });

  test.each<[string, () => [string, unknown] | Promise<[string, unknown]>, string, string]>([
    ['nothing', () => ['   ', user.userId], 'message', 'required'],
    [
      'a message that is empty after sanitizing',
      () => ['<script>alert(1)</script><p> &nbsp; </p>', user.userId],
      'message',
      'org_message.empty',
    ],
    ['tags alone', () => ['<p><br></p><ul><li></li></ul>', user.userId], 'message', 'org_message.empty'],
    ['more than 4000 characters', () => ['x'.repeat(4001), user.userId], 'message', 'org_message.too_long'],
    ['without a recipient', () => ['x', ''], 'userId', 'required'],
    [
      'to a user who is not active',
      async () => ['x', await make('users', userRow(user.orgId, { active: false }))],
      'userId',
      'org_message.inactive',
    ],
  ])('%s is refused by the check and by the mutation', async (_title, what, field, code) => {
    const before = await stored();
    const [message, to] = await what();
    for (const [query, name] of [
      [CHECK, 'checkSendOrgMessage'],
      [SEND, 'sendOrgMessage'],
    ] as const) {
      const { data } = await support.gql(query, input(message, to));
      expect([name, data[name].userErrors]).toEqual([
        name,
        [{ field, code, message: expect.stringMatching(/^[A-Z].+\.$/) }],
      ]);
    }
    expect(await stored()).toBe(before);
  });

  test('to a user who does not exist, or by an id of another type, is not found', async () => {
    for (const id of ['999999999', 'abc', '0', '-1', toGlobalId('Patient', user.userId)])
      expect((await support.gql(SEND, input('x', id))).errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' });
  });

  test('is refused without a realtime key, because no user would receive it; so is subscribing', async () => {
    const node = await startPortal({ ...testConfig(running().adminUrl), realtime: null });
    try {
      const answer = await fetch(`http://127.0.0.1:${node.port}/graphql`, {
        method: 'POST',
        headers: { ...support.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: SEND, variables: input('x') }),
      });
      expect(await answer.json()).toMatchObject({
        data: { sendOrgMessage: { userErrors: [{ field: '', code: 'org_message.no_realtime' }] } },
      });
      const socket = openSocket({ headers: user.headers, origin: `http://127.0.0.1:${node.port}` } as Client);
      const heard = await firstAnswer(socket, 'subscription { orgMessageDelivered { message } }');
      await socket.dispose();
      expect(heard.errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' });
    } finally {
      await node.stop();
    }
  });

  test('the check returns the message as it would be sent, and sends nothing', async () => {
    const before = await stored();
    const { data } = await support.gql(
      CHECK,
      input(
        '<b onclick="x()">Hi</b><img src=x onerror=alert(1)> <a href="https://example.test/?a=1&b=2" target="_top">more</a>',
      ),
    );
    expect(data.checkSendOrgMessage).toEqual({
      message: '<b>Hi</b> <a href="https://example.test/?a=1&amp;b=2">more</a>',
      userErrors: [],
    });
    expect(await stored()).toBe(before);
  });
});

describe('possible recipients', () => {
  const SEARCH =
    'query($search: String!) { orgMessageRecipients(search: $search) { databaseId email organization { name } } }';
  const found = async (search: string) =>
    ((await support.gql(SEARCH, { search })).data.orgMessageRecipients as { databaseId: number }[]).map(
      ({ databaseId }) => databaseId,
    );

  test('are searched by name, address and organization; every word must match; inactive users and organizations are left out', async () => {
    const orgId = await makeOrganization('clinical', { name: 'Zebra % Clinic' });
    const asleep = await makeOrganization('clinical', { name: 'Zebra asleep', active: false });
    const ana = await make(
      'users',
      userRow(orgId, { first_name: 'Ana', last_name: 'Quintero', email: 'ana.q@zebra.test' }),
    );
    const bob = await make('users', userRow(orgId, { first_name: 'Bob', last_name: 'Quintero' }));
    await make('users', userRow(orgId, { first_name: 'Cid', last_name: 'Quintero', active: false }));
    await make('users', userRow(asleep, { first_name: 'Dot', last_name: 'Quintero' }));
    expect(await found('quintero')).toEqual([ana, bob]);
    expect(await found('Quintero, Ana')).toEqual([ana]);
    expect(await found('zebra bob')).toEqual([bob]);
    expect(await found('@zebra.test')).toEqual([ana]);
    expect(await found('zebra %')).toEqual([ana, bob]);
    expect(await found('quintero unknown')).toEqual([]);
    expect(await found('   ')).toEqual([]);
  });

  test('are at most 20 users, with their organizations in a constant number of statements', async () => {
    const orgs = [await makeOrganization(), await makeOrganization(), await makeOrganization()];
    for (let index = 0; index < 24; index++) await make('users', userRow(orgs[index % 3]!, { last_name: 'Crowd' }));
    const { result, statements } = await countQueries(() => support.gql(SEARCH, { search: 'crowd' }));
    expect(result.data.orgMessageRecipients).toHaveLength(20);
    expect(statements).toBeLessThanOrEqual(8);
  });
});

describe('the list of sent messages', () => {
  const LIST =
    'query($search: String) { orgMessages(first: 50, search: $search, orderBy: { field: DATABASE_ID, direction: DESC }) { totalCount edges { node { databaseId message createdAt recipient { email organization { name } } sender { lastName } } } } }';

  test('is readable with the send permission, newest first, and searched by text and recipient, in a constant number of statements', async () => {
    const target = await asViewer();
    const { rows } = await admin.query<{ email: string }>('select email from users where id = $1', [target.userId]);
    for (const text of ['alpha one', 'alpha two', 'beta']) await support.gql(SEND, input(text, target.userId));
    const list = async (search: string) =>
      (await support.gql(LIST, { search })).data.orgMessages as {
        totalCount: number;
        edges: { node: { message: string } }[];
      };
    expect((await list('alpha')).edges.map(({ node }) => node.message)).toEqual(['alpha two', 'alpha one']);
    expect((await list(rows[0]!.email)).totalCount).toBe(3);
    const few = await countQueries(() => list('beta'));
    const many = await countQueries(() => list(''));
    expect(many.result.edges.length).toBeGreaterThan(few.result.edges.length);
    expect(many.statements).toBeLessThanOrEqual(few.statements);
  });

  test('is not readable without it', async () => {
    expect((await user.gql(LIST)).errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN' });
  });
});

test('row-level security shows a message only to its recipient, not to a colleague', async () => {
  const colleague = await asViewer({ orgId: user.orgId });
  const { data } = await support.gql(SEND, input('for one'));
  const id = data.sendOrgMessage.orgMessage.databaseId as number;
  const seenBy = async (viewer: TestViewer) => {
    await admin.query('begin');
    try {
      await admin.query(
        "select set_config('role', 'airlog_org', true), set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)",
        [String(viewer.orgId), String(viewer.userId)],
      );
      return (await admin.query('select 1 from org_messages where id = $1', [id])).rowCount;
    } finally {
      await admin.query('rollback');
    }
  };
  expect([await seenBy(user), await seenBy(colleague), await seenBy(await asViewer())]).toEqual([1, 0, 0]);
});
