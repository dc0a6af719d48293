import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, makeOrganization, usePortal, type TestViewer } from '../../test/harness.ts';

usePortal();

let boss: TestViewer;
let staff: TestViewer;

beforeAll(async () => {
  const orgId = await makeOrganization(); // in the time zone of New York
  boss = await asViewer({ orgId });
  staff = await asViewer({ orgId });
  // Other users have lines of other names.
  await admin.query(
    `insert into audit_log (org_id, actor_user_id, operation, outcome, created_at) values
     ($1, $2, 'Query.patients', 'read', '2026-05-01T12:00:00Z'), ($1, $2, 'Query.patients', 'read', '2026-05-02T03:59:59Z'),
     ($1, $2, 'Query.oldName', 'read', '2026-05-02T04:00:00Z'), ($1, $2, 'GET /api/patients/{id}', 'denied', '2026-05-03T12:00:00Z'),
     ($1, $3, 'Query.oldNameOfAnother', 'read', '2026-05-03T12:00:00Z')`,
    [orgId, staff.userId, boss.userId],
  );
});

const found = async (query: string): Promise<string[]> => {
  const { body } = await boss.rest('GET', `/api/support/activity-logs/user/${staff.userId}?${query}`);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ event }: { event: string }) => event);
};

describe('the search of an activity log', () => {
  test('finds the lines whose operation contains each word, whatever its letters, also one that no longer exists', async () => {
    expect(await found('searchTerm=PATIENTS')).toEqual(['GET /api/patients/{id}', 'Query.patients', 'Query.patients']);
    expect(await found('searchTerm=api+PATIENTS')).toEqual(['GET /api/patients/{id}']);
    expect(await found('searchTerm=oldname')).toEqual(['Query.oldName']);
  });

  test.each(['oldNameOfAnother', 'nothing', '%', '_'])('finds nothing for %s', async (word) => {
    expect(await found(`searchTerm=${encodeURIComponent(word)}`)).toEqual([]);
  });
});

describe('its filter by event', () => {
  test.each([
    ['contain', 'oldn', 1],
    ['not_contain', 'patients', 1],
    ['equal', 'Query.patients', 2],
    ['equal', 'query.patients', 2],
    ['not_equal', 'Query.patients', 2],
    ['start_with', 'query', 3],
    ['end_with', '{ID}', 1],
    ['is_null', '', 0],
    ['is_not_null', '', 4],
  ])('%s %s finds %d lines', async (condition, value, lines) => {
    expect(await found(`filters[event][${condition}]=${encodeURIComponent(value)}`)).toHaveLength(lines);
  });

  test('refuses a condition of another type', async () => {
    const path = `/api/support/activity-logs/user/${staff.userId}?filters[event][greater_than]=a`;
    expect((await boss.rest('GET', path)).body.code).toBe('list.filter');
  });
});

test('a filter by time is a day in the time zone of the organization', async () => {
  expect(await found('filters[created_at][equal]=2026-05-01')).toHaveLength(2);
  expect(await found('filters[created_at][greater_than]=2026-05-01')).toHaveLength(2);
  expect(await found('filters[created_at][less_than]=2026-05-02')).toHaveLength(2);
});

test('the sign-ins and changes of a user are filtered by day too', async () => {
  await admin.query(
    "update logins set login_at = '2026-05-02T03:59:59Z', logout_at = '2026-05-02T04:00:00Z' where user_id = $1",
    [staff.userId],
  );
  await admin.query("update user_changes set created_at = '2026-05-02T03:59:59Z' where user_id = $1", [staff.userId]);
  const rows = async (log: string, filter: string) =>
    (await boss.rest('GET', `/api/users/${staff.userId}/${log}/datatable?${filter}`)).body.data.length;
  expect(await rows('history', 'filters[login_at][equal]=2026-05-01')).toBe(1);
  expect(await rows('history', 'filters[login_at][equal]=2026-05-02')).toBe(0);
  expect(await rows('history', 'filters[logout_at][equal]=2026-05-02')).toBe(1);
  expect(await rows('audit_log', 'filters[created_at][equal]=2026-05-01')).toBeGreaterThan(0);
  expect(await rows('audit_log', 'filters[created_at][equal]=2026-05-02')).toBe(0);
});
