import { beforeAll, describe, expect, test } from '@jest/globals';
import { lists } from '../../src/lists.ts';
import { asViewer, make, makeHistory, makeMachine, makePatient, type TestViewer, usePortal } from '../harness.ts';
import { uploadRow } from './isolation.fixture.ts';

// "Generic table response: data, total, from, to, next_token, next_page_url, prev_page_url" (document 000, section 3), for
// every documented table and every column by which it sorts.

usePortal();

const ROWS = 5;
/** The list of each table. The organization's messages have no REST table. */
const TABLES: [string, string][] = [
  ['/api/patients/datatable', 'patients'],
  ['/api/devices/datatable', 'devicesWithHolders'],
  ['/api/machines/datatable', 'machinesWithHolders'],
  ['/api/users/datatable', 'users'],
  ['/api/orgs/{org_id}/users/datatable', 'users'],
  ['/api/support/role/datatable', 'roles'],
  ['/api/machines/{guid}/connection-history', 'sessions'],
  ['/api/uploads', 'uploads'],
];
const asked = TABLES.flatMap(([path, name]) =>
  Object.entries(lists[name]!.columns).flatMap(([column, { sortBy }]) => (sortBy ? [[path, column] as const] : [])),
);

let viewer: TestViewer;
let guid: string;

beforeAll(async () => {
  // Also of support staff, who see the roles.
  viewer = await asViewer({ roles: ['org.ep.admin', 'support.staff'] });
  const { orgId } = viewer;
  for (let index = 1; index <= ROWS; index++) {
    const patient = await makePatient(orgId, {
      email: index % 2 ? `p${index}@example.test` : null,
      therapy_start: index % 3 ? `2026-01-0${index}` : null,
    });
    const machine = await makeMachine(orgId, { model_id: 1 + (index % 3) });
    guid ??= machine.guid;
    await makeHistory(patient, machine, { start_date: `2026-01-0${index}`, end_date: index % 2 ? null : '2026-02-01' });
    if (index < ROWS) await asViewer({ orgId });
    const upload = { serial: index % 2 ? `S${index}` : null, created_at: `2026-01-0${1 + (index % 3)}T08:00:00.250Z` };
    await make('uploads', uploadRow(orgId, viewer.userId, upload));
  }
  const first = { id: (await makePatient(orgId)).id, orgId };
  const machine = await makeMachine(orgId);
  ({ guid } = machine);
  await makeHistory(first, machine, { start_date: '2026-01-01' });
  for (let day = 1; day <= ROWS; day++)
    await make('connections', {
      org_id: orgId,
      patient_id: first.id,
      machine_org_id: orgId,
      machine_id: machine.id,
      start_time: `2026-01-1${day}T01:00:00.250Z`,
    });
});

const read = async (path: string, query: string) => {
  const { status, body } = await viewer.rest(
    'GET',
    `${path.replace('{guid}', guid).replace('{org_id}', String(viewer.orgId))}?${query}`,
  );
  expect([query, status]).toEqual([query, 200]);
  return body;
};

describe.each(asked)('%s by %s', (path, column) => {
  test.each(['asc', 'desc'])('%s: next_token reads each row once, in the order of the pages', async (direction) => {
    const order = `orderBy=${column}&orderDir=${direction}`;
    const whole = await read(path, `${order}&limit=50`);
    expect(whole.total).toBeGreaterThanOrEqual(ROWS);
    expect(whole.next_token).toBeNull();
    const rows: unknown[] = [];
    let page = await read(path, `${order}&limit=2`);
    for (;;) {
      expect([page.from, page.to]).toEqual([rows.length + 1, rows.length + page.data.length]);
      rows.push(...page.data);
      if (page.next_token === null) break;
      page = await read(path, `${order}&limit=2&next=${page.next_token}`);
    }
    expect(rows).toEqual(whole.data);
  });
});
