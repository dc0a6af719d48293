import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  signInAgain,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const REACHED = 'max_failed_attempts_reached';
const OVERPASSED = 'max_failed_attempts_overpassed';

let viewer: TestViewer;
let patientId: number;
let serial: string;

beforeEach(async () => {
  viewer = await asViewer();
  patientId = (await makePatient(viewer.orgId)).id;
  serial = (await makeMachine(viewer.orgId, { pin: '4711' })).serial;
});

const form = (pin: string) => ({ serial_number: serial, pin_number: pin, start_date: '2026-10-01' });
const save = (pin: string, who = viewer) => who.rest('POST', `/api/patients/${patientId}/devices`, form(pin));
const check = (pin: string, who = viewer) => who.rest('POST', `/api/patients/${patientId}/check-add-device`, form(pin));
const precognition = (pin: string, who = viewer) =>
  who.rest('POST', `/api/patients/${patientId}/devices`, form(pin), {
    precognition: 'true',
    'precognition-validate-only': 'pin_number',
  });
const graphql = async (pin: string, who = viewer) => {
  const answer = await who.gql(
    'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { deviceHistory { id } userErrors { field code } } }',
    {
      input: { patientId: String(patientId), serialNumber: serial, pinNumber: pin, startDate: '2026-10-01' },
    },
  );
  return answer.data?.assignDevice?.userErrors?.[0]?.code ?? answer.errors?.[0]?.extensions.code;
};
const keys = (answer: { status: number; body: { errors?: object } | null }) =>
  answer.status === 422 ? Object.keys(answer.body!.errors!) : answer.status;

describe('the PIN', () => {
  test('wrong for the 1st to 4th time fails at its field; the 5th reports that no attempts are left; the 6th ends the session, right or wrong', async () => {
    for (let time = 1; time <= 4; time += 1) expect(keys(await save('0000'))).toEqual(['pin_number']);
    const fifth = await save('0000');
    expect(keys(fifth)).toEqual([REACHED]);
    expect(fifth.body.code).toBe(REACHED);
    expect((await viewer.rest('GET', `/api/patients/${patientId}/devices`)).status).toBe(200);
    const sixth = await save('4711');
    expect([sixth.status, keys(sixth)]).toEqual([422, [OVERPASSED]]);
    expect((await viewer.rest('GET', `/api/patients/${patientId}/devices`)).status).toBe(401);
    expect((await admin.query('select from sessions where user_id = $1', [viewer.userId])).rowCount).toBe(0);
    // Signing in again does not reset the attempts; only the end of the window does.
    const again = await signInAgain(viewer);
    expect(keys(await save('4711', again))).toEqual([OVERPASSED]);
    const began = (minutes: number) =>
      admin.query(`update attempt_counters set window_started_at = now() - make_interval(mins => $1) where key = $2`, [
        minutes,
        `pin:${viewer.userId}:${serial}`,
      ]);
    await began(14);
    expect(keys(await save('4711', await signInAgain(viewer)))).toEqual([OVERPASSED]);
    await began(16);
    expect(keys(await save('4711', await signInAgain(viewer)))).toBe(201);
  });

  test('entered right in between resets all five attempts', async () => {
    for (let time = 1; time <= 4; time += 1) await check('0000');
    expect(keys(await check('4711'))).toBe(204);
    for (let time = 1; time <= 4; time += 1) expect(keys(await check('0000'))).toEqual(['pin_number']);
    expect(keys(await check('0000'))).toEqual([REACHED]);
  });

  test('is counted per user and serial: attempts of another user or on another device do not count', async () => {
    for (let time = 1; time <= 5; time += 1) await check('0000');
    const colleague = await asViewer({ orgId: viewer.orgId });
    expect(keys(await check('4711', colleague))).toBe(204);
    serial = (await makeMachine(viewer.orgId, { pin: '4711' })).serial;
    expect(keys(await check('4711'))).toBe(204);
  });

  test('is counted across all entry points, validate-only requests included', async () => {
    expect(keys(await save('0001'))).toEqual(['pin_number']);
    expect(keys(await check('0002'))).toEqual(['pin_number']);
    expect(keys(await precognition('0003'))).toEqual(['pin_number']);
    expect(await graphql('0004')).toBe('pin_number');
    // At the field too: a validate-only answer without an error would look like a right PIN.
    expect(keys(await precognition('0005'))).toEqual(['pin_number']);
    expect(await graphql('4711')).toBe(OVERPASSED);
    expect(keys(await check('4711'))).toBe(401);
  });

  test('is not compared, and no attempt counted, when it is not among the fields to validate, nor for distance and overlaps', async () => {
    for (let time = 1; time <= 7; time += 1) {
      const answer = await viewer.rest('POST', `/api/patients/${patientId}/devices`, form('0000'), {
        precognition: 'true',
        'precognition-validate-only': 'serial_number,start_date',
      });
      expect(answer.status).toBe(204);
      expect((await viewer.rest('POST', `/api/patients/${patientId}/check-date-overlaps`, form('0000'))).status).toBe(
        204,
      );
      await viewer.rest('POST', `/api/patients/${patientId}/distance-from-today`, form('0000'));
    }
    expect(keys(await check('4711'))).toBe(204);
  });

  test('guessed 60 times in parallel through mixed entry points is compared exactly five times', async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, () => signInAgain(viewer)));
    const ways = [save, check, precognition];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ways[index % 3]!(String(1000 + index), sessions[index % 6])),
    );
    const messages = answers.filter(({ status }) => status === 422).map(({ body }) => body.code as string);
    expect(answers.every(({ status }) => status === 422 || status === 401)).toBe(true);
    expect(messages.filter((code) => code === 'pin_number')).toHaveLength(4);
    expect(messages.filter((code) => code === REACHED)).toHaveLength(1);
    expect(messages.filter((code) => code === OVERPASSED).length).toBeGreaterThan(0);
    expect(keys(await save('4711', await signInAgain(viewer)))).toEqual([OVERPASSED]);
  });

  test('entered right in 30 parallel requests locks no user out', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => check('4711')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 204));
  });

  test('is neither in the audit log nor in clear text in the database', async () => {
    await save('0000');
    expect(keys(await save('4711'))).toBe(201);
    const log = (
      await admin.query('select operation, outcome, properties::text from audit_log where actor_user_id = $1', [
        viewer.userId,
      ])
    ).rows;
    expect(log).toEqual([
      {
        operation: 'POST /api/patients/{id}/devices',
        outcome: 'done',
        properties: JSON.stringify({ id: String(patientId) }).replace(':', ': '),
      },
    ]);
    expect(
      (await admin.query('select pin_cipher from machines where serial = $1', [serial])).rows[0].pin_cipher,
    ).not.toContain('4711');
  });

  test("of an ended assignment is shown only to staff of the device's owner and to users who see its current patient", async () => {
    const clinic = await asViewer({ kind: 'clinical' });
    const machine = await makeMachine(viewer.orgId, { pin: '4711' });
    const former = await makePatient(viewer.orgId, { physician_org_id: clinic.orgId });
    const ended = await makeHistory(former, machine, { start_date: '2026-01-01' });
    const shownTo = async (who: TestViewer) => {
      const rest = (await who.rest('GET', `/api/patients/${former.id}/devices`)).body.data[0].pin as string | null;
      const listed = (await who.rest('GET', '/api/machines/datatable')).body.data.find(
        ({ serial: one }: { serial: string }) => one === machine.serial,
      ).pin as string | null;
      const { devices } = (
        await who.gql('query ($patient: ID!) { patient(id: $patient) { devices { pin } } }', {
          patient: String(former.id),
        })
      ).data.patient;
      const { data } = await who.gql('mutation ($machine: ID!) { showMachinePin(id: $machine) { pin } }', {
        machine: String(machine.id),
      });
      return [rest, listed, devices[0].pin, data?.showMachinePin?.pin ?? null];
    };
    const known = ['4711', '4711', '4711', '4711'];
    expect([await shownTo(viewer), await shownTo(clinic)]).toEqual([known, known]);
    await admin.query("update device_history set end_date = '2026-02-01' where id = $1", [ended]);
    expect([await shownTo(viewer), await shownTo(clinic)]).toEqual([known, [null, null, null, null]]);
    const holder = await makePatient(viewer.orgId);
    await makeHistory(holder, machine, { start_date: '2026-03-01' });
    expect([await shownTo(viewer), await shownTo(clinic)]).toEqual([known, [null, null, null, null]]);
    await admin.query('update patients set physician_org_id = $1 where id = $2', [clinic.orgId, holder.id]);
    expect(await shownTo(clinic)).toEqual(known);
  });

  test('is shown only to users who may set it', async () => {
    await save('4711');
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'org.user.device'] });
    const pins = async (who: TestViewer) =>
      (await who.rest('GET', `/api/patients/${patientId}/devices`)).body.data.map(
        (row: { pin: string | null }) => row.pin,
      );
    expect(await pins(viewer)).toEqual(['4711']);
    expect(await pins(reader)).toEqual([null]);
  });
});
