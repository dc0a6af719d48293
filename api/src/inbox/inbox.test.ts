import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client as SocketClient } from 'graphql-ws';
import { linesOf } from '../../test/audit-lines.ts';
import { openSocket } from '../../test/contract/socket.ts';
import { countQueries } from '../../test/count-queries.ts';
import { asDevice } from '../../test/device.ts';
import {
  admin,
  anonymous,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { settingsRow } from '../../test/contract/isolation.fixture.ts';
import { runJob } from '../../test/run-job.ts';
import { until } from '../../test/until.ts';
import { sweepExpired } from '../auth/sweep.jobs.ts';
import { deliverSettings } from '../device-settings/settings-delivery.jobs.ts';
import { defaultSettings } from '../device-settings/settings-catalog.rules.ts';

usePortalHere();

const LIST = `query ($first: Int, $after: String) { inbox(first: $first, after: $after, orderBy: { field: DATABASE_ID, direction: DESC }) {
  totalCount pageInfo { hasNextPage endCursor } edges { node { databaseId kind message createdAt readAt patient { databaseId lastName } } } } }`;
const UNREAD = '{ viewer { inboxUnreadCount } }';
const SEND =
  'mutation ($input: SendOrgMessageInput!) { sendOrgMessage(input: $input) { orgMessage { databaseId } userErrors { code } } }';
const MARK_ONE =
  'mutation ($input: MarkInboxItemReadInput!) { markInboxItemRead(input: $input) { viewer { inboxUnreadCount } userErrors { code } } }';
const MARK_ALL =
  'mutation ($input: MarkInboxReadInput!) { markInboxRead(input: $input) { viewer { inboxUnreadCount } userErrors { code } } }';

interface Item {
  databaseId: number;
  kind: string;
  message: string | null;
  readAt: string | null;
  patient: { databaseId: number } | null;
}

let support: TestViewer;
beforeAll(async () => {
  support = await asViewer({ kind: 'support' });
});
const sockets: SocketClient[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.dispose();
});

const items = async (viewer: TestViewer): Promise<Item[]> =>
  (await viewer.gql(LIST)).data.inbox.edges.map(({ node }: { node: Item }) => node);
const unread = async (viewer: TestViewer): Promise<number> => (await viewer.gql(UNREAD)).data.viewer.inboxUnreadCount;
const send = async (to: TestViewer, message: string) =>
  expect(
    (await support.gql(SEND, { input: { userId: String(to.userId), message } })).data.sendOrgMessage,
  ).toMatchObject({ userErrors: [] });

/** A device with a change that the viewer submitted and that waits for the device. */
async function waiting(viewer: TestViewer) {
  const [patient, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
  const history = await makeHistory(patient, machine);
  const record = await make(
    'settings_records',
    settingsRow({
      org_id: patient.orgId,
      patient_id: patient.id,
      history_id: history,
      values: defaultSettings('cpap'),
      submitted_by_id: viewer.userId,
      submitted_at: new Date(),
      expires_at: '2099-01-01T00:00:00Z',
    }),
  );
  const answer = (body: object) => asDevice(machine.serial).post(`/settings/${record}/answer`, body);
  return { patient, history, record, answer };
}

describe('a message', () => {
  test('is in the inbox of its recipient, newest first and unread, and in no other inbox', async () => {
    const [user, colleague] = [await asViewer(), await asViewer()];
    await send(user, '<b>one</b><script>x</script>');
    await send(user, 'two');
    expect(await items(user)).toEqual([
      {
        databaseId: expect.any(Number),
        kind: 'MESSAGE',
        message: 'two',
        createdAt: expect.any(String),
        readAt: null,
        patient: null,
      },
      expect.objectContaining({ message: '<b>one</b>', readAt: null }),
    ]);
    expect(await unread(user)).toBe(2);
    for (const other of [colleague, support]) expect([await items(other), await unread(other)]).toEqual([[], 0]);
  });

  test('is not added when sending it is refused', async () => {
    const user = await asViewer();
    await support.gql(SEND, { input: { userId: String(user.userId), message: '<p> </p>' } });
    expect(await items(user)).toEqual([]);
  });
});

describe('the result of a settings change', () => {
  test('that its device applied is in the inbox of the user who submitted it, with the patient', async () => {
    const user = await asViewer();
    const { patient, answer } = await waiting(user);
    const colleague = await asViewer({ orgId: user.orgId });
    await answer({ result: 'accepted' });
    await answer({ result: 'accepted' }); // a repeated answer adds nothing
    expect(await items(user)).toMatchObject([
      { kind: 'SETTINGS_DELIVERED', message: null, readAt: null, patient: { databaseId: patient.id } },
    ]);
    expect(await items(colleague)).toEqual([]);
  });

  test.each<[string, (change: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>]>([
    ['refused', ({ answer }) => answer({ result: 'refused', reason: 'therapy is running' })],
    [
      'did not answer in time',
      async ({ record }) => {
        await admin.query("update settings_records set expires_at = now() - interval '1 second' where id = $1", [
          record,
        ]);
        await runJob(deliverSettings, { settingsRecordId: record });
      },
    ],
  ])('that its device %s is in it as failed', async (_title, fail) => {
    const user = await asViewer();
    const change = await waiting(user);
    await fail(change);
    expect(await items(user)).toMatchObject([{ kind: 'SETTINGS_FAILED', patient: { databaseId: change.patient.id } }]);
  });

  test('whose device a colleague ended is in it as failed; one that a user withdrew is not in it', async () => {
    const user = await asViewer();
    const colleague = await asViewer({ orgId: user.orgId });
    const [ended, withdrawn] = [await waiting(user), await waiting(user)];
    const { data } = await colleague.gql(
      'mutation ($input: UpdateDeviceInput!) { updateDevice(input: $input) { userErrors { code } } }',
      { input: { deviceHistoryId: String(ended.history), startDate: '2026-01-01', endDate: '2026-06-01' } },
    );
    expect(data.updateDevice.userErrors).toEqual([]);
    await user.gql(
      'mutation ($input: CancelPendingSettingsInput!) { cancelPendingSettings(input: $input) { userErrors { code } } }',
      { input: { deviceHistoryId: String(withdrawn.history), settingsRecordId: String(withdrawn.record) } },
    );
    const { rows } = await admin.query<{ status: string }>('select status from settings_records where id = any ($1)', [
      [ended.record, withdrawn.record],
    ]);
    expect(rows.map(({ status }) => status)).toEqual(['void', 'void']);
    expect(await items(user)).toMatchObject([{ kind: 'SETTINGS_FAILED', patient: { databaseId: ended.patient.id } }]);
  });

  test('names no patient to a user who may no longer read patients, or no longer sees this one', async () => {
    const [user, moved] = [await asViewer({ can: [] }), await asViewer()];
    await (await waiting(user)).answer({ result: 'accepted' });
    expect(await items(user)).toMatchObject([{ kind: 'SETTINGS_DELIVERED', patient: null }]);
    await (await waiting(moved)).answer({ result: 'accepted' });
    await admin.query("update users set user_type = 'Location' where id = $1", [moved.userId]);
    expect(await items(moved)).toMatchObject([{ kind: 'SETTINGS_DELIVERED', patient: null }]);
  });

  test('leaves an audit line with the patients that the inbox shows', async () => {
    const user = await asViewer();
    const { patient, answer } = await waiting(user);
    await answer({ result: 'accepted' });
    await items(user);
    expect(await linesOf(user)).toMatchObject([{ operation: 'Query.inbox', outcome: 'read', patients: [patient.id] }]);
  });
});

describe('a read mark', () => {
  test('is set once, by the user alone, and repeating it changes nothing', async () => {
    const user = await asViewer();
    for (const text of ['one', 'two']) await send(user, text);
    const id = (await items(user))[0]!.databaseId;
    for (let round = 0; round < 2; round++)
      expect((await user.gql(MARK_ONE, { input: { itemId: String(id) } })).data.markInboxItemRead).toEqual({
        viewer: { inboxUnreadCount: 1 },
        userErrors: [],
      });
    const [marked, other] = await items(user);
    expect([marked!.readAt, other!.readAt]).toEqual([expect.any(String), null]);
    for (const outsider of [await asViewer({ orgId: user.orgId }), support])
      expect((await outsider.gql(MARK_ONE, { input: { itemId: String(id) } })).errors?.[0]?.extensions).toEqual({
        code: 'NOT_FOUND',
      });
    expect((await anonymous().gql(MARK_ONE, { input: { itemId: String(id) } })).errors?.[0]?.extensions).toEqual({
      code: 'UNAUTHENTICATED',
    });
  });

  test('of all items leaves the items that arrived since, and those of other users', async () => {
    const [user, other] = [await asViewer(), await asViewer()];
    for (const to of [user, user, other]) await send(to, 'seen');
    const [newest] = await items(user);
    await send(user, 'new');
    for (let round = 0; round < 2; round++)
      expect((await user.gql(MARK_ALL, { input: { newest: newest!.databaseId } })).data.markInboxRead).toEqual({
        viewer: { inboxUnreadCount: 1 },
        userErrors: [],
      });
    expect((await items(user)).map(({ readAt }) => readAt !== null)).toEqual([false, true, true]);
    await other.gql(MARK_ALL, { input: { newest: 1 } });
    expect(await unread(other)).toBe(1);
  });
});

/** Adds messages of a given age to the inbox of a user. */
const add = (user: TestViewer, count: number, age = '1 minute') =>
  admin.query(
    `insert into org_messages (org_id, user_id, sent_by_org_id, sent_by_id, html, hostname, created_at)
       select $1, $2, $3, $4, 'm' || n, 'a', now() - $5::interval from generate_series(1, $6) n`,
    [user.orgId, user.userId, support.orgId, support.userId, age, count],
  );

describe('a long inbox', () => {
  test('is read in pages by cursor, at the same number of statements however long the page', async () => {
    const user = await asViewer();
    await add(user, 25);
    const first = (await user.gql(LIST, { first: 20 })).data.inbox;
    expect([first.totalCount, first.edges.length, first.pageInfo.hasNextPage]).toEqual([25, 20, true]);
    const rest = (await user.gql(LIST, { first: 20, after: first.pageInfo.endCursor })).data.inbox;
    expect(rest.edges.map(({ node }: { node: Item }) => node.message)).toEqual(['m5', 'm4', 'm3', 'm2', 'm1']);
    const few = await countQueries(() => user.gql(LIST, { first: 2 }));
    const many = await countQueries(() => user.gql(LIST, { first: 20 }));
    expect(many.statements).toBe(few.statements);
  });

  test.each([
    [99, 99],
    [100, 100],
    [101, 100],
  ])('of %i unread items counts %i', async (count, shown) => {
    const user = await asViewer();
    await add(user, count);
    expect(await unread(user)).toBe(shown);
  });
});

test('an item is shown for 30 days and deleted afterwards; the message remains in the list of sent messages', async () => {
  const user = await asViewer();
  await add(user, 1, '29 days 23 hours 59 minutes');
  await add(user, 1, '30 days 1 minute');
  expect([(await items(user)).length, await unread(user)]).toEqual([1, 1]);
  const kept = async (table: string) =>
    (await admin.query(`select 1 from ${table} where user_id = $1`, [user.userId])).rowCount;
  expect(await kept('inbox_items')).toBe(2);
  await runJob(sweepExpired, {});
  expect([await kept('inbox_items'), await kept('org_messages')]).toEqual([1, 2]);
});

test('every page of the user hears of a new item and of a read mark, and a page of another user does not', async () => {
  const [user, other] = [await asViewer(), await asViewer()];
  const before = running().app.pubsub.listeners('inbox.changed');
  const [heard, foreign] = [user, other].map((viewer) => {
    const changes: unknown[] = [];
    const socket = openSocket(viewer);
    sockets.push(socket);
    socket.subscribe(
      { query: 'subscription { inboxChanged { added viewer { inboxUnreadCount } } }' },
      {
        next: ({ data }) => void changes.push(data?.['inboxChanged']),
        error: () => undefined,
        complete: () => undefined,
      },
    );
    return changes;
  }) as [unknown[], unknown[]];
  await until(() => running().app.pubsub.listeners('inbox.changed') === before + 2);
  await send(user, 'hello');
  await until(() => heard.length === 1);
  const [{ databaseId }] = (await items(user)) as [Item];
  await user.gql(MARK_ALL, { input: { newest: databaseId } });
  await until(() => heard.length === 2);
  await (await waiting(user)).answer({ result: 'refused', reason: 'no' });
  await until(() => heard.length === 3);
  expect(heard).toEqual([
    { added: 'MESSAGE', viewer: { inboxUnreadCount: 1 } },
    { added: null, viewer: { inboxUnreadCount: 0 } },
    { added: 'SETTINGS_FAILED', viewer: { inboxUnreadCount: 1 } },
  ]);
  expect(foreign).toEqual([]);
});
