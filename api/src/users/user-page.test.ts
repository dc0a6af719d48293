import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  make,
  makeOrganization,
  usePortal,
  type Client,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

let orgId: number;
let boss: TestViewer;
let staff: TestViewer;
beforeAll(async () => {
  orgId = await makeOrganization();
  boss = await asViewer({ orgId });
  staff = await asViewer({ orgId, roles: ['org.ep.staff'] });
});

const USER = 'query ($id: ID!) { user(id: $id) { databaseId email notificationType location { name isPrimary } } }';
const read = (who: Client, userId: number) => who.gql(USER, { id: String(userId) });

describe('the page of a user', () => {
  test('is read by the user, by administrators and by support staff', async () => {
    for (const who of [staff, boss, await asViewer({ kind: 'support' })])
      expect((await read(who, staff.userId)).data.user.databaseId).toBe(staff.userId);
  });

  test('is forbidden to a colleague without view.user, and not found by other organizations', async () => {
    expect((await read(staff, boss.userId)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await read(await asViewer(), staff.userId)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test("shows the user's location, else the primary location of the organization", async () => {
    const [main, branch] = [
      await make('locations', { org_id: orgId, name: 'Main', is_primary: true }),
      await make('locations', { org_id: orgId, name: 'Branch', is_primary: false }),
    ];
    expect(main).not.toBe(branch);
    expect((await read(boss, staff.userId)).data.user.location).toEqual({ name: 'Main', isPrimary: true });
    const local = await asViewer({ orgId, locationIds: [branch] });
    expect((await read(boss, local.userId)).data.user.location).toEqual({ name: 'Branch', isPrimary: false });
  });
});

describe('how a user is notified', () => {
  const SET =
    'mutation ($id: ID!, $type: NotificationType!) { setUserNotificationType(input: { userId: $id, notificationType: $type }) { user { notificationType } userErrors { field code } } }';
  const set = (who: Client, userId: number, type: string) => who.gql(SET, { id: String(userId), type });

  test('is set by the user and by an administrator, and the audit log has it', async () => {
    const user = await asViewer({ orgId, roles: ['org.ep.staff'] });
    await admin.query("update users set phone = '2125550123' where id = $1", [user.userId]);
    expect((await set(user, user.userId, 'TEXT')).data.setUserNotificationType).toEqual({
      user: { notificationType: 'TEXT' },
      userErrors: [],
    });
    expect((await set(boss, user.userId, 'EMAIL')).data.setUserNotificationType.user.notificationType).toBe('EMAIL');
    expect((await linesOf(user)).at(-1)).toMatchObject({
      operation: 'Mutation.setUserNotificationType',
      properties: { user: user.userId, fields: ['notification_type'] },
    });
  });

  test('is not a text message for a user without a phone number', async () => {
    const user = await asViewer({ orgId });
    await admin.query('update users set phone = null where id = $1', [user.userId]);
    expect((await set(user, user.userId, 'TEXT')).data.setUserNotificationType).toEqual({
      user: null,
      userErrors: [{ field: 'notificationType', code: 'user.no_phone' }],
    });
  });

  test('is not set by a colleague', async () => {
    expect((await set(staff, boss.userId, 'EMAIL')).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
