import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { admin, asViewer, makeHistory, makeMachine, makePatient, usePortal } from '../../test/harness.ts';
import { patiently } from '../../test/patiently.ts';
import { overlapCode, type DateRange } from './device-history-overlaps.ts';

usePortal();

const CODES = [
  'patient-already-connected',
  'patient-previous-device-daterange-overlaps',
  'device-already-connected',
  'device-start-date-overlaps',
];
const DEADLOCK = '40P01';
const ATTEMPTS = 300;
const CONNECTIONS = 30; // more than the pool has, few enough for a slow machine; npm run bench uses 50
const OVERLAPS = `select a.id from device_history a join device_history b on a.id < b.id and (a.machine_id = b.machine_id or a.patient_id = b.patient_id)
  and daterange(a.start_date, a.end_date, '[)') && daterange(b.start_date, b.end_date, '[)')`;
const SECOND_ACTIVE = `select patient_id from device_history where end_date is null group by patient_id having count(*) > 1
  union select machine_id from device_history where end_date is null group by machine_id having count(*) > 1`;

test('300 conflicting attempts over 30 connections leave no overlap and no second active device, and every refusal has a documented code', async () => {
  const viewer = await asViewer();
  const patients = await Promise.all([1, 2, 3].map(() => makePatient(viewer.orgId)));
  const machines = await Promise.all([1, 2, 3].map(() => makeMachine(viewer.orgId)));
  const answers: { status: number; body: { code?: string; message?: string } | null }[] = [];
  let next = 0;
  let running = true;

  async function attempt(index: number) {
    const patient = patients[index % 3]!;
    const machine = machines[Math.floor(index / 3) % 3]!;
    const start = `2026-${String((index % 9) + 1).padStart(2, '0')}-01`;
    if (index % 2 === 0)
      return viewer.rest('POST', `/api/patients/${patient.id}/devices`, {
        serial_number: machine.serial,
        pin_number: '1234',
        start_date: start,
      });
    const { data, errors } = await viewer.gql(
      'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { userErrors { code } } }',
      {
        input: { patientId: String(patient.id), serialNumber: machine.serial, pinNumber: '1234', startDate: start },
      },
    );
    const code = (errors?.[0]?.extensions.code ?? data?.assignDevice?.userErrors[0]?.code) as string | undefined;
    return { status: errors ? 500 : code ? 422 : 201, body: { code, message: errors?.[0]?.message } };
  }
  /**
   * Another writer ends and deletes assignments at the same time, without our locks, so that some attempts can still
   * succeed.
   */
  async function disturb() {
    // Without locks it may meet a deadlock, which the database resolves by refusing either side.
    const write = (sql: string) =>
      admin.query(sql).catch((error: { code?: string }) => {
        if (error.code !== DEADLOCK) throw error as unknown as Error;
      });
    while (running) {
      await write(
        'update device_history set end_date = start_date + (id % 40) where id = (select id from device_history where end_date is null order by random() limit 1)',
      );
      await write(
        'delete from device_history where id = (select id from device_history where end_date is not null order by random() limit 1)',
      );
      const { rowCount } = await admin.query(OVERLAPS);
      expect(rowCount).toBe(0);
      expect((await admin.query(SECOND_ACTIVE)).rowCount).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }
  const disturbance = disturb();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < ATTEMPTS) {
        const index = next++;
        answers.push(
          await patiently(
            () => attempt(index),
            ({ status, body }) => (status === 503 ? 'UNAVAILABLE' : body?.code),
          ),
        );
      }
    }),
  );
  running = false;
  await disturbance;

  expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
  const refused = answers.filter(({ status }) => status === 422).map(({ body }) => body!.code!);
  expect(refused.filter((code) => !CODES.includes(code))).toEqual([]);
  expect(answers.length - refused.length).toBeGreaterThan(3);
  expect((await admin.query(OVERLAPS)).rowCount).toBe(0);
  expect((await admin.query(SECOND_ACTIVE)).rowCount).toBe(0);
  const { rows } = await admin.query(
    "select count(*)::int as n from audit_log where actor_user_id = $1 and outcome = 'done'",
    [viewer.userId],
  );
  expect(rows[0].n).toBe(answers.length - refused.length); // no operation without its audit line, and no line without its operation
});

test('the database refuses an overlap and a second active device also through raw SQL', async () => {
  const viewer = await asViewer();
  const [patient, other] = [await makePatient(viewer.orgId), await makePatient(viewer.orgId)];
  const [machine, second] = [await makeMachine(viewer.orgId), await makeMachine(viewer.orgId)];
  await makeHistory(patient, machine, { start_date: '2026-03-01' });
  await expect(makeHistory(patient, second, { start_date: '2026-01-01' })).rejects.toMatchObject({
    code: expect.stringMatching(/^23(505|P01)$/),
  });
  await expect(makeHistory(other, machine, { start_date: '2026-01-01', end_date: '2026-03-02' })).rejects.toMatchObject(
    { code: '23P01' },
  );
  await makeHistory(other, machine, { start_date: '2026-01-01', end_date: '2026-03-01' });
});

test('the database and the code agree on which devices collide', async () => {
  const viewer = await asViewer();
  const day = (offset: number) => new Date(Date.UTC(2026, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10);
  const range = fc.tuple(fc.nat(30), fc.option(fc.nat(20))).map(([start, length]): DateRange => ({
    startDate: day(start),
    endDate: length === null ? null : day(start + length),
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(range, { maxLength: 4 }), range, async (given, asked) => {
      const machine = await makeMachine(viewer.orgId);
      const held: DateRange[] = [];
      for (const one of given) {
        const made = await makeHistory(await makePatient(viewer.orgId), machine, {
          start_date: one.startDate,
          end_date: one.endDate,
        }).then(
          () => true,
          () => false,
        );
        if (made) held.push(one);
      }
      const { rows } = await admin.query('select machine_collision($1, $2, $3, null) as code', [
        machine.id,
        asked.startDate,
        asked.endDate,
      ]);
      expect(rows[0].code).toBe(overlapCode('machine', asked, held));
    }),
    { numRuns: 60 },
  );
});
