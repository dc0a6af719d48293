import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { admin, asViewer, makeHistory, makeMachine, makePatient, superuserUrl, usePortal } from '../../test/harness.ts';
import { untilWaiting } from '../../test/locks.ts';
import { patiently } from '../../test/patiently.ts';

usePortal();

const ATTEMPTS = 120;
const CONNECTIONS = 12; // more than the pool has
const CODES = [
  'patient-already-connected',
  'patient-previous-device-daterange-overlaps',
  'device-already-connected',
  'device-start-date-overlaps',
  'device.end_before_start',
  'conflict',
];
const BROKEN = `select a.id from device_history a join device_history b on a.id < b.id and (a.machine_id = b.machine_id or a.patient_id = b.patient_id)
    and (daterange(a.start_date, a.end_date, '[)') && daterange(b.start_date, b.end_date, '[)') or (a.end_date is null and b.end_date is null))`;
const STALE_SERIAL = `select p.id from patients p left join device_history h on h.patient_id = p.id and h.end_date is null left join machines m on m.id = h.machine_id
  where p.current_serial is distinct from m.serial`;

interface Open {
  id: number;
  patient_id: number;
  start_date: string;
  version: number;
}

test('assigning, moving, ending, reopening and deleting at the same time keep the ledger consistent, and each operation has its audit line', async () => {
  const viewer = await asViewer();
  const patients = await Promise.all([1, 2, 3].map(() => makePatient(viewer.orgId)));
  const machines = await Promise.all([1, 2, 3].map(() => makeMachine(viewer.orgId)));
  const month = (index: number) => `2025-${String((index % 9) + 1).padStart(2, '0')}-01`;
  const answers: { status: number; code?: string }[] = [];
  let reading: Promise<{ rows: Open[] }> = Promise.resolve({ rows: [] });

  /** Any existing assignment, as a user's open page would show it. */
  async function anyOne(index: number): Promise<Open | undefined> {
    // One after another: the driver runs one statement per connection at a time.
    const { rows } = await (reading = reading.then(() =>
      admin.query<Open>('select id, patient_id, start_date::text, version from device_history order by id'),
    ));
    return rows[index % Math.max(rows.length, 1)];
  }

  async function attempt(index: number): Promise<{ status: number; code?: string }> {
    const one = await anyOne(index);
    if (index % 3 === 0 || !one) {
      const patient = patients[index % patients.length]!;
      const body = {
        serial_number: machines[Math.floor(index / 3) % machines.length]!.serial,
        pin_number: '1234',
        start_date: month(index),
      };
      const answer = await viewer.rest('POST', `/api/patients/${patient.id}/devices`, body);
      return { status: answer.status, code: answer.body?.code };
    }
    const path = `/api/patients/${one.patient_id}/devices/${one.id}`;
    if (index % 6 === 1) {
      const answer = await viewer.rest('DELETE', path);
      return { status: answer.status, code: answer.status === 422 ? answer.body.code : undefined };
    }
    if (index % 6 === 2) {
      const answer = await viewer.rest('PATCH', path, { start_date: month(index + 4), end_date: null });
      return { status: answer.status, code: answer.body?.code };
    }
    const { data, errors } = await viewer.gql(
      'mutation ($input: UpdateDeviceInput!) { updateDevice(input: $input) { userErrors { code } } }',
      {
        input: {
          deviceHistoryId: String(one.id),
          startDate: one.start_date,
          endDate: month(index + 1),
          version: one.version,
        },
      },
    );
    if (errors) {
      const code = errors[0]!.extensions.code as string;
      return { status: code === 'NOT_FOUND' ? 404 : 500, code };
    }
    const code = data.updateDevice.userErrors[0]?.code as string | undefined;
    return { status: code ? 422 : 200, code };
  }

  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < ATTEMPTS) {
        const index = next++;
        answers.push(
          await patiently(
            () => attempt(index),
            ({ status, code }) => (status === 503 ? 'UNAVAILABLE' : code),
          ),
        );
      }
    }),
  );

  expect(answers.filter(({ status }) => ![200, 201, 204, 404, 422].includes(status))).toEqual([]);
  expect(answers.filter(({ status, code }) => status === 422 && !CODES.includes(code!))).toEqual([]);
  for (const invariant of [BROKEN, STALE_SERIAL]) expect((await admin.query(invariant)).rows).toEqual([]);
  const done = answers.filter(({ status }) => status < 300).length;
  const { rows } = await admin.query(
    "select count(*)::int as n from audit_log where actor_user_id = $1 and outcome = 'done'",
    [viewer.userId],
  );
  expect(rows).toEqual([{ n: done }]);
});

describe('a writer that took no lock and is first', () => {
  let other: pg.Client;
  beforeEach(async () => {
    other = new pg.Client({ connectionString: superuserUrl() });
    await other.connect();
  });
  afterEach(() => other.end());

  test.each([
    ['patient', 'patient-previous-device-daterange-overlaps'],
    ['machine', 'device-start-date-overlaps'],
  ] as const)(
    'with an assignment of the same %s makes the update refused as %s, and nothing changes',
    async (holder, code) => {
      const viewer = await asViewer();
      const [patient, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
      const id = await makeHistory(patient, machine, { start_date: '2025-03-01' });
      const theirs = {
        patient: holder === 'patient' ? patient : await makePatient(viewer.orgId),
        machine: holder === 'machine' ? machine : await makeMachine(viewer.orgId),
      };
      // Writes without committing while the update is checked.
      await other.query('begin');
      await other.query(
        `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date)
       values ($1, $2, $1, $3, '2025-01-01', '2025-02-01')`,
        [viewer.orgId, theirs.patient.id, theirs.machine.id],
      );
      const body = { start_date: '2025-01-15', end_date: null };
      const updating = viewer.rest('PATCH', `/api/patients/${patient.id}/devices/${id}`, body);
      await untilWaiting();
      await other.query('commit');
      const answer = await updating;
      expect([answer.status, answer.body.code]).toEqual([422, code]);
      const { rows } = await admin.query('select start_date::text, end_date from device_history where id = $1', [id]);
      expect(rows).toEqual([{ start_date: '2025-03-01', end_date: null }]);
    },
  );
});

test('an update, an end and a deletion of one assignment each succeed as a whole or find it changed', async () => {
  const viewer = await asViewer();
  const [patient, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
  const id = await makeHistory(patient, machine, { start_date: '2025-03-01' });
  const opened = { deviceHistoryId: String(id), version: 1 };
  const update = (changes: object) =>
    viewer.gql('mutation ($input: UpdateDeviceInput!) { updateDevice(input: $input) { userErrors { code } } }', {
      input: { ...opened, ...changes },
    });
  const [moved, ended, deleted] = await Promise.all([
    update({ startDate: '2025-04-01' }),
    update({ startDate: '2025-03-01', endDate: '2025-05-01' }),
    viewer.rest('DELETE', `/api/patients/${patient.id}/devices/${id}`),
  ]);
  const outcomes = [moved, ended].map(
    ({ data, errors }) => errors?.[0]?.extensions.code ?? data.updateDevice.userErrors[0]?.code ?? 'done',
  );
  expect(outcomes.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(1);
  expect(outcomes.filter((outcome) => !['done', 'conflict', 'NOT_FOUND'].includes(outcome as string))).toEqual([]);
  expect(deleted.status).toBe(204);
  expect((await admin.query('select from device_history where id = $1', [id])).rowCount).toBe(0);
});
