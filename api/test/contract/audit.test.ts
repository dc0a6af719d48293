import { beforeAll, describe, expect, test } from '@jest/globals';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import { admin, asViewer, makeOrganization, usePortal, type TestViewer } from '../harness.ts';
import { call } from './call.ts';
import { OPERATIONS } from './operations.fixture.ts';
import { arrange, GRAPHQL, REST, type Things } from './permissions.fixture.ts';

usePortal();

/** Operations that are not called here: those without a user, those of devices, and those whose own tests look at their line. */
const ELSEWHERE = [
  'Query.viewer',
  'Mutation.signIn',
  'Mutation.signOut',
  'POST /login',
  'POST /logout',
  'GET /csrf-token',
  'Mutation.updateViewer', // session.test.ts
  'Mutation.saveTablePreferences', // table-preferences.test.ts
  'Subscription.deviceHistoryChanged', // sockets.test.ts
  'Subscription.settingsStatusChanged',
  'Subscription.orgMessageDelivered',
  'Query.checkSendOrgMessage', // org-messages.test.ts
  'Mutation.sendOrgMessage',
  'GET /broadcasting/auth', // broadcasting.test.ts
  'POST /broadcasting/auth',
  'GET /broadcasting/user-auth',
  'POST /broadcasting/user-auth',
  ...Object.keys(OPERATIONS).filter((operation) => operation.includes('/device/v1/')),
];
const called = Object.keys(OPERATIONS).filter((operation) => !ELSEWHERE.includes(operation));

let orgId: number;
let reader: TestViewer;
let shared: Things;
beforeAll(async () => {
  orgId = await makeOrganization();
  reader = await asViewer({ orgId, can: ['view.patient'] });
  shared = await arrange(orgId, reader);
});
/** What changes nothing may look at the same patient. */
const thingsFor = (operation: string) => (OPERATIONS[operation]![1] === 'write' ? arrange(orgId, reader) : shared);

const linesOf = async ({ userId }: TestViewer) =>
  (
    await admin.query<{ operation: string; outcome: string; properties: Record<string, unknown> }>(
      'select operation, outcome, properties from audit_log where actor_user_id = $1',
      [userId],
    )
  ).rows;

test('every other operation is known here', () => {
  expect(called.filter((operation) => !(operation in GRAPHQL) && !(operation in REST))).toEqual([]);
});

describe('a call by support staff', () => {
  const outcome = { write: 'done', read: 'read' } as const;

  test.each(called)(
    '%s leaves one line when it shows or changes data of patients, with the ids, and else none',
    async (operation) => {
      const things = await thingsFor(operation);
      const support = await asViewer({ kind: 'support', can: [...PERMISSIONS] });
      expect(await call(support, operation, things)).toBe('done');
      const [, audit] = OPERATIONS[operation]!;
      const lines = await linesOf(support);
      expect(lines.map((line) => [line.operation, line.outcome])).toEqual(
        audit === 'none' ? [] : [[operation, outcome[audit]]],
      );
      if (audit === 'none' || operation in GRAPHQL) return;
      // The parameters of the path, as they came.
      const { path } = REST[operation]!(things);
      const named = [...operation.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, String(path[name!])]);
      expect(lines[0]!.properties).toMatchObject(Object.fromEntries(named));
    },
  );
});

test.each(called)(
  "%s leaves a line for the organization's own staff only when it changes something",
  async (operation) => {
    const things = await thingsFor(operation);
    const staff = await asViewer({ orgId, can: [...PERMISSIONS] });
    expect(await call(staff, operation, things)).toBe('done');
    expect((await linesOf(staff)).map(({ outcome }) => outcome)).toEqual(
      OPERATIONS[operation]![1] === 'write' ? ['done'] : [],
    );
  },
);
