import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { handOffRow, icodeRow, settingsRow, uploadRow } from '../../test/contract/isolation.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

let staff: TestViewer;
beforeEach(async () => void (staff = await asViewer()));

/** Of each type: its table, a row, a change of it, and one of what it does not show. */
const KINDS: [string, string, () => Promise<number>, string, string | null][] = [
  ['Patient', 'patients', async () => (await makePatient(staff.orgId)).id, "note = 'x'", 'last_report = current_date'],
  [
    'Machine',
    'machines',
    async () => (await makeMachine(staff.orgId)).id,
    'model_id = (select max(id) from machine_models m where m.id <> machines.model_id)',
    'simulated = not simulated',
  ],
  [
    'DeviceHistory',
    'device_history',
    async () => makeHistory(await makePatient(staff.orgId), await makeMachine(staff.orgId)),
    'has_pin = not has_pin',
    'created_by = null',
  ],
  [
    'SettingsRecord',
    'settings_records',
    async () => {
      const patient = await makePatient(staff.orgId);
      const history_id = await makeHistory(patient, await makeMachine(staff.orgId));
      return make('settings_records', settingsRow({ org_id: staff.orgId, patient_id: patient.id, history_id }));
    },
    "status = 'past'",
    'status = status',
  ],
  [
    'ICodeReport',
    'icode_reports',
    async () =>
      make(
        'icode_reports',
        icodeRow({ org_id: staff.orgId, patient_id: (await makePatient(staff.orgId)).id, serial: 'A1234567' }),
      ),
    '',
    'leak = 7',
  ],
  [
    'Upload',
    'uploads',
    () => make('uploads', uploadRow(staff.orgId, staff.userId)),
    "state = 'refused', reason = 'x', ended_at = now()",
    'attempts = 2',
  ],
  [
    'HandOff',
    'hand_offs',
    () => make('hand_offs', handOffRow(staff.orgId, staff.userId)),
    "state = 'withdrawn', ended_at = now()",
    'state = state',
  ],
  [
    'Location',
    'locations',
    () => make('locations', { org_id: staff.orgId, name: 'Branch' }),
    "name = 'Other'",
    'name = name',
  ],
  ['User', 'users', async () => staff.userId, "first_name = 'Ana'", 'last_successful_login = now()'],
];

describe('updatedAt', () => {
  test.each(KINDS)(
    'of a %s is the time of its last change, by the database',
    async (type, table, makeRow, change, other) => {
      const id = await makeRow();
      await admin.query('alter table ' + table + ' disable trigger user');
      await admin.query(`update ${table} set updated_at = '2026-01-02T03:04:05Z' where id = $1`, [id]);
      if (type === 'User')
        await admin.query("update user_accounts set updated_at = '2026-01-02T03:04:05Z' where id = $1", [id]);
      await admin.query('alter table ' + table + ' enable trigger user');
      const read = async () => {
        const { data } = await staff.gql(`query ($id: ID!) { node(id: $id) { ... on ${type} { updatedAt } } }`, {
          id: toGlobalId(type, id),
        });
        return data.node.updatedAt as string;
      };
      if (other) await admin.query(`update ${table} set ${other} where id = $1`, [id]);
      expect(await read()).toBe('2026-01-02T03:04:05.000Z');
      if (!change) return;
      const before = Date.now() - 60_000;
      await admin.query(`update ${table} set ${change} where id = $1`, [id]);
      expect(Date.parse(await read())).toBeGreaterThan(before);
    },
  );

  test('filters and orders the list of patients', async () => {
    const patients = [await makePatient(staff.orgId), await makePatient(staff.orgId), await makePatient(staff.orgId)];
    await admin.query('alter table patients disable trigger user');
    for (const [index, at] of ['2026-01-03T17:00:00Z', '2026-01-02T17:00:00Z', '2026-01-01T17:00:00Z'].entries())
      await admin.query('update patients set updated_at = $2 where id = $1', [patients[index]!.id, at]);
    await admin.query('alter table patients enable trigger user');
    const { data } = await staff.gql(
      '{ patients(where: { updatedAt: { greaterThan: "2026-01-01" } }, orderBy: { field: UPDATED_AT }) { edges { node { databaseId } } } }',
    );
    expect(data.patients.edges.map(({ node }: { node: { databaseId: number } }) => node.databaseId)).toEqual([
      patients[1]!.id,
      patients[0]!.id,
    ]);
  });
});
