import { beforeEach, describe, expect, test } from '@jest/globals';
import { icodeRow, settingsRow } from '../../test/contract/isolation.fixture.ts';
import { countQueries } from '../../test/count-queries.ts';
import { asDevice } from '../../test/device.ts';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';
import { runJob } from '../../test/run-job.ts';
import { until } from '../../test/until.ts';
import { recomputeComplianceJob } from '../compliance/compliance.jobs.ts';
import { addDays } from '../shared/dates.ts';

usePortalHere();

const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(new Date());
/** A date this many days ago. */
const ago = (days: number) => addDays(today(), -days);

const VOID =
  'mutation ($input: VoidDeviceInput!) { voidDevice(input: $input) { voidedDeviceHistoryId userErrors { field code } patient { databaseId currentSerial devices { databaseId } } } }';
const RESTORE =
  'mutation ($input: RestoreDeviceInput!) { restoreDevice(input: $input) { userErrors { field code } overlap { patientDatabaseId } deviceHistory { databaseId startDate endDate hasPin } patient { currentSerial } } }';
const CHECK_VOID = `query ($input: VoidDeviceInput!) { checkVoidDevice(input: $input) { userErrors { field code } impact {
  moves { from { databaseId } fromHidden to { databaseId } nights firstDate lastDate }
  patients { nights patient { databaseId } before { state compliantDays } after { state compliantDays } } } } }`;
const CHECK_DELETE =
  'query ($input: DeleteDeviceInput!) { checkDeleteDevice(input: $input) { userErrors { code } nightsThatStay { nights firstDate lastDate } } }';
const DELETE = 'mutation ($id: ID!) { deleteDevice(input: { deviceHistoryId: $id }) { userErrors { code } } }';
const REMOVED = `query ($id: ID!) { patient(id: $id) {
  nightsOfRemovedDevices { deviceHistoryDatabaseId serial startDate endDate nights firstDate lastDate viewerCanVoid }
  voidedDevices { deviceHistoryDatabaseId serial startDate endDate reason voidedBy { databaseId } viewerCanRestore } } }`;
const WRONG = 'Wrong patient';

let viewer: TestViewer;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let id: number;

// 30 compliant nights from therapy start on: the rule is met with the 21st.
beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { last_name: 'Moss', therapy_start: ago(40) });
  machine = await makeMachine(viewer.orgId);
  id = await makeHistory(patient, machine, { start_date: ago(40) });
  await nights(40, 11);
});

const night = (date: string, values: Record<string, unknown> = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: date,
    source: 'wireless',
    minutes: 300,
    arrived_at: `${addDays(date, 1)}T12:00:00Z`,
    ...values,
  });
async function nights(from: number, to: number): Promise<void> {
  for (let days = from; days >= to; days -= 1) await night(ago(days));
}
const input = (reason: unknown = WRONG, of: number | string = id) => ({
  input: { deviceHistoryId: String(of), reason },
});
const voidIt = (reason: unknown = WRONG, of = id, who = viewer) => who.gql(VOID, input(reason, of));
const restore = (of = id, who = viewer) => who.gql(RESTORE, { input: { deviceHistoryId: String(of) } });
const remove = (of = id) => viewer.gql(DELETE, { id: String(of) });
const checkVoid = async (reason: unknown = WRONG, of = id, who = viewer) =>
  (await who.gql(CHECK_VOID, input(reason, of))).data?.checkVoidDevice;
const codeOf = (answer: { errors?: { extensions: Record<string, unknown> }[] }) => answer.errors?.[0]?.extensions.code;
const shown = async (of = patient, who = viewer) => (await who.gql(REMOVED, { id: String(of.id) })).data.patient;
const rest = (what: 'void' | 'restore', body: object = {}, headers?: Record<string, string>, of = id) =>
  viewer.rest('POST', `/api/patients/${patient.id}/devices/${of}/${what}`, body, headers);
const ownersOf = async (machineId = machine.id) =>
  (
    await admin.query<{ id: number | null }>(
      'select patient_id as id from usage_nights where machine_id = $1 order by usage_nights.id',
      [machineId],
    )
  ).rows.map(({ id: owner }) => owner);
const owned = async (of = patient) => (await ownersOf()).filter((owner) => owner === of.id).length;
const nightsStored = async () =>
  (await admin.query('select n::text as row from usage_nights n where machine_id = $1 order by id', [machine.id])).rows;

/** What the page says, and what the list, the home page and the record store after the job. */
async function said(of = patient) {
  await runJob(recomputeComplianceJob, { patientId: of.id });
  const { patient: page, dashboard } = (
    await viewer.gql(
      'query ($id: ID!) { patient(id: $id) { complianceState compliance { state compliantDays } } dashboard { cards { kind count } } }',
      { id: String(of.id) },
    )
  ).data;
  const met = (
    await viewer.gql('query ($where: PatientsWhere) { patients(where: $where) { edges { node { databaseId } } } }', {
      where: { compliance: { equal: 'MET' } },
    })
  ).data.patients.edges.length;
  const cards = Object.fromEntries(
    dashboard.cards.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
  );
  const { rows } = await admin.query('select last_report::text from patients where id = $1', [of.id]);
  return {
    page: page.compliance,
    list: page.complianceState,
    met,
    home: [cards.COMPLIANCE_MET, cards.COMPLIANCE_IN_PROGRESS],
    lastReport: rows[0].last_report,
  };
}
const MET = (lastReport = ago(11)) => ({
  page: { state: 'MET', compliantDays: 30 },
  list: 'MET',
  met: 1,
  home: [1, 0],
  lastReport,
});
const NONE = {
  page: { state: 'IN_PROGRESS', compliantDays: 0 },
  list: 'IN_PROGRESS',
  met: 0,
  home: [0, 1],
  lastReport: null,
};

describe('an assignment by mistake', () => {
  test('that is deleted keeps its nights with the patient, and says which; void takes them, and restore brings them back as they were', async () => {
    const before = await nightsStored();
    expect(await said()).toEqual(MET());
    expect((await viewer.gql(CHECK_DELETE, { input: { deviceHistoryId: String(id) } })).data.checkDeleteDevice).toEqual(
      {
        userErrors: [],
        nightsThatStay: { nights: 30, firstDate: ago(40), lastDate: ago(11) },
      },
    );
    await remove();
    expect(await said()).toEqual(MET());
    const facts = { deviceHistoryDatabaseId: id, serial: machine.serial, startDate: ago(40), endDate: null };
    expect(await shown()).toEqual({
      nightsOfRemovedDevices: [{ ...facts, nights: 30, firstDate: ago(40), lastDate: ago(11), viewerCanVoid: true }],
      voidedDevices: [],
    });
    expect(await checkVoid()).toEqual({
      userErrors: [],
      impact: {
        moves: [
          {
            from: { databaseId: patient.id },
            fromHidden: false,
            to: null,
            nights: 30,
            firstDate: ago(40),
            lastDate: ago(11),
          },
        ],
        patients: [
          {
            nights: 30,
            patient: { databaseId: patient.id },
            before: { state: 'MET', compliantDays: 30 },
            after: { state: 'IN_PROGRESS', compliantDays: 0 },
          },
        ],
      },
    });
    expect((await voidIt('  Wrong patient  ')).data.voidDevice).toMatchObject({
      userErrors: [],
      patient: { databaseId: patient.id, currentSerial: null, devices: [] },
    });
    expect(await said()).toEqual(NONE);
    expect(await shown()).toEqual({
      nightsOfRemovedDevices: [],
      voidedDevices: [{ ...facts, reason: WRONG, voidedBy: { databaseId: viewer.userId }, viewerCanRestore: true }],
    });
    expect((await restore()).data.restoreDevice).toEqual({
      userErrors: [],
      overlap: null,
      deviceHistory: { databaseId: id, startDate: ago(40), endDate: null, hasPin: false },
      patient: { currentSerial: machine.serial },
    });
    expect(await said()).toEqual(MET());
    expect(await nightsStored()).toEqual(before);
    expect(await shown()).toEqual({ nightsOfRemovedDevices: [], voidedDevices: [] });
  });

  test('that is listed leaves the list with its nights, and the device is free for another patient', async () => {
    expect((await voidIt()).data.voidDevice).toMatchObject({
      voidedDeviceHistoryId: Buffer.from(`DeviceHistory:${id}`).toString('base64'),
      userErrors: [],
      patient: { currentSerial: null, devices: [] },
    });
    expect(await owned()).toBe(0);
    const next = await makePatient(viewer.orgId);
    await makeHistory(next, machine, { start_date: ago(20) });
    expect([await owned(next), await owned()]).toEqual([10, 0]);
  });

  test('takes no night that a listed assignment of the patient covers, when it was removed from view', async () => {
    await remove();
    await makeHistory(patient, machine, { start_date: ago(20) });
    expect((await shown()).nightsOfRemovedDevices).toMatchObject([
      { nights: 20, firstDate: ago(40), lastDate: ago(21) },
    ]);
    await voidIt();
    expect(await owned()).toBe(10);
  });

  test('removed twice over the same dates shows each night once, and the one that was removed last takes them', async () => {
    await remove();
    const again = await makeHistory(patient, machine, { start_date: ago(30) });
    await remove(again);
    expect((await shown()).nightsOfRemovedDevices).toMatchObject([
      { deviceHistoryDatabaseId: again, nights: 20 },
      { deviceHistoryDatabaseId: id, nights: 10, firstDate: ago(40), lastDate: ago(31) },
    ]);
    await voidIt(WRONG, again);
    expect(await owned()).toBe(10);
    await voidIt();
    expect(await owned()).toBe(0);
  });
});

describe('the reason', () => {
  test.each([
    ['nothing', '', 'required'],
    ['spaces', '   ', 'required'],
    ['1,001 characters', 'x'.repeat(1001), 'device.reason_too_long'],
  ])('is refused as %s, and the preview is shown all the same', async (_name, reason, code) => {
    const refused = [{ field: 'reason', code }];
    expect((await voidIt(reason)).data.voidDevice).toMatchObject({ userErrors: refused, patient: null });
    expect(await checkVoid(reason)).toMatchObject({ userErrors: refused, impact: { moves: [{ nights: 30 }] } });
    const answer = await rest('void', { reason });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['reason']]);
    expect(await owned()).toBe(30);
  });

  test('of 1,000 characters is kept with the user and the time', async () => {
    const reason = 'x'.repeat(1000);
    expect((await voidIt(reason)).data.voidDevice.userErrors).toEqual([]);
    const { rows } = await admin.query(
      "select act, reason, actor_user_id as user, now() - lower(known) < interval '1 minute' as recent from assignment_versions where history_id = $1 order by id",
      [id],
    );
    expect(rows.at(-1)).toEqual({ act: 'voided', reason, user: viewer.userId, recent: true });
  });
});

describe('the paths', () => {
  test('void and restore an assignment, and a validate-only request changes nothing', async () => {
    const dry = { precognition: 'true' };
    expect((await rest('void', { reason: WRONG }, dry)).status).toBe(204);
    expect(await owned()).toBe(30);
    expect((await rest('void', { reason: WRONG })).status).toBe(204);
    expect(await owned()).toBe(0);
    expect((await rest('void', { reason: WRONG })).status).toBe(404);
    expect((await rest('restore', {}, dry)).status).toBe(204);
    expect(await owned()).toBe(0);
    const restored = await rest('restore');
    expect([restored.status, restored.body.data]).toMatchObject([
      200,
      { history_id: id, patient_id: patient.id, serial: machine.serial, start_date: ago(40), end_date: null },
    ]);
    expect(await owned()).toBe(30);
    expect((await rest('restore')).status).toBe(404);
  });

  test('find nothing of another patient', async () => {
    const other = await makePatient(viewer.orgId);
    const path = `/api/patients/${other.id}/devices/${id}`;
    expect((await viewer.rest('POST', `${path}/void`, { reason: WRONG })).status).toBe(404);
    await voidIt();
    expect((await viewer.rest('POST', `${path}/restore`)).status).toBe(404);
  });
});

describe('restore is refused', () => {
  test('while another patient has the device, by its documented code and with the masked name', async () => {
    await voidIt();
    const next = await makePatient(viewer.orgId);
    await makeHistory(next, machine, { start_date: ago(5) });
    expect((await restore()).data.restoreDevice).toMatchObject({
      userErrors: [{ field: 'startDate', code: 'device-already-connected' }],
      overlap: { patientDatabaseId: next.id },
      deviceHistory: null,
    });
    const answer = await rest('restore');
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['start_date']]);
    await admin.query('update device_history set end_date = $2 where patient_id = $1', [next.id, ago(3)]);
    expect((await restore()).data.restoreDevice.userErrors).toMatchObject([{ code: 'device-start-date-overlaps' }]);
    expect(await owned()).toBe(0);
  });

  test('while the patient has another active device, or had one on its dates', async () => {
    await voidIt();
    const other = await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: ago(3) });
    expect((await restore()).data.restoreDevice.userErrors).toMatchObject([{ code: 'patient-already-connected' }]);
    await admin.query('update device_history set end_date = $2 where id = $1', [other, ago(1)]);
    expect((await restore()).data.restoreDevice.userErrors).toMatchObject([
      { code: 'patient-previous-device-daterange-overlaps' },
    ]);
    await admin.query('delete from device_history where id = $1', [other]);
    expect((await restore()).data.restoreDevice.userErrors).toEqual([]);
  });

  test('to a user who may no longer see the device', async () => {
    const clinic = await asViewer({ kind: 'clinical' });
    await admin.query('update patients set physician_org_id = $1 where id = $2', [clinic.orgId, patient.id]);
    await voidIt();
    expect((await shown(patient, clinic)).voidedDevices).toMatchObject([{ serial: null, viewerCanRestore: true }]);
    expect((await restore(id, clinic)).data.restoreDevice.userErrors).toMatchObject([
      { code: 'device-already-connected' },
    ]);
    expect(await owned()).toBe(0);
  });
});

describe('who', () => {
  test('of another organization finds nothing', async () => {
    const outsider = await asViewer();
    expect(codeOf(await voidIt(WRONG, id, outsider))).toBe('NOT_FOUND');
    await remove();
    expect(codeOf(await voidIt(WRONG, id, outsider))).toBe('NOT_FOUND');
    await voidIt();
    expect(codeOf(await restore(id, outsider))).toBe('NOT_FOUND');
    expect(await owned()).toBe(0);
  });

  test('has no delete.device is refused, and is offered nothing', async () => {
    const editor = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'update.device', 'create.device'] });
    const gate = async (who: TestViewer) =>
      (await who.gql('query ($id: ID!) { patient(id: $id) { devices { viewerCanVoid } } }', { id: String(patient.id) }))
        .data.patient.devices;
    expect([await gate(editor), await gate(viewer)]).toEqual([[{ viewerCanVoid: false }], [{ viewerCanVoid: true }]]);
    for (const query of [VOID, CHECK_VOID]) expect(codeOf(await editor.gql(query, input()))).toBe('FORBIDDEN');
    await remove();
    expect((await shown(patient, editor)).nightsOfRemovedDevices).toMatchObject([{ viewerCanVoid: false }]);
    await voidIt();
    expect((await shown(patient, editor)).voidedDevices).toMatchObject([{ viewerCanRestore: false }]);
    expect(codeOf(await restore(id, editor))).toBe('FORBIDDEN');
  });

  test('is a partner may void an assignment without settings, and none with settings of the owner', async () => {
    const partner = await asViewer({ kind: 'clinical' });
    await admin.query('update patients set physician_org_id = $1 where id = $2', [partner.orgId, patient.id]);
    const scope = { org_id: patient.orgId, patient_id: patient.id, history_id: id };
    const settings = await make('settings_records', settingsRow({ ...scope, status: 'current' }));
    expect(codeOf(await voidIt(WRONG, id, partner))).toBe('FORBIDDEN');
    await admin.query('delete from settings_records where id = $1', [settings]);
    expect((await voidIt(WRONG, id, partner)).data.voidDevice.userErrors).toEqual([]);
    expect(await owned()).toBe(0);
  });

  test('clicks twice voids once, and restores once', async () => {
    const twice = async (act: () => ReturnType<typeof voidIt>) =>
      (await Promise.all([act(), act()])).map((answer) => codeOf(answer) ?? 'done').toSorted();
    expect(await twice(() => voidIt())).toEqual(['NOT_FOUND', 'done']);
    expect(await twice(() => restore())).toEqual(['NOT_FOUND', 'done']);
    expect(await owned()).toBe(30);
    const lines = (await linesOf(viewer)).filter(({ outcome }) => outcome === 'done');
    expect(lines).toMatchObject([
      {
        operation: 'Mutation.voidDevice',
        patients: [patient.id],
        properties: {
          voided: `DeviceHistory:${id}`,
          machine: machine.id,
          startDate: ago(40),
          endDate: null,
          nights: 30,
        },
      },
      { operation: 'Mutation.restoreDevice', properties: { restored: `DeviceHistory:${id}`, nights: 30 } },
    ]);
    expect(JSON.stringify(lines)).not.toContain(WRONG);
  });
});

test('a job for compliance that runs before the void is committed reads the old nights, and another one follows', async () => {
  expect(await said()).toEqual(MET());
  const listed = async () =>
    (await admin.query('select compliance_met_on::text as met from patients where id = $1', [patient.id])).rows[0].met;
  // The void has moved the nights, and waits for its audit line.
  await whileLocked(
    'lock table audit_log in share row exclusive mode',
    () => voidIt(),
    () => runJob(recomputeComplianceJob, { patientId: patient.id }),
  );
  await until(async () => (await listed()) === null);
  expect(await said()).toEqual(NONE);
});

describe('what belongs to the assignment', () => {
  test('the PIN mark and the settings return with it, and a change that waited for the device is void', async () => {
    const scope = { org_id: patient.orgId, patient_id: patient.id, history_id: id };
    await make('settings_records', settingsRow({ ...scope, status: 'current' }));
    await make(
      'settings_records',
      settingsRow({ ...scope, status: 'pending', is_edit: true, submitted_at: new Date() }),
    );
    const records = async () =>
      (
        await admin.query<{ status: string; row: string }>(
          `select status, (to_jsonb(s) - 'status' - 'failure' - 'updated_at')::text as row from settings_records s where history_id = $1 order by id`,
          [id],
        )
      ).rows;
    const before = await records();
    expect((await voidIt()).data.voidDevice.userErrors).toEqual([]);
    expect(await records()).toEqual([]);
    expect((await asDevice(machine.serial).post('/settings/fetch')).body).toEqual({ data: [] });
    expect((await restore()).data.restoreDevice.deviceHistory).toMatchObject({ hasPin: true });
    expect(await records()).toEqual([before[0], { ...before[1], status: 'void' }]);
    const { rows } = await admin.query('select settings_state from device_states where history_id = $1', [id]);
    expect(rows).toEqual([{ settings_state: 'void' }]);
  });

  test('iCode reports stay with the patient, and their nights leave', async () => {
    const on = { org_id: patient.orgId, patient_id: patient.id, machine_org_id: machine.orgId, machine_id: machine.id };
    await make(
      'icode_reports',
      icodeRow({ ...on, serial: machine.serial, collected: ago(4), icode_period: 1, compliant_days: 1, best30: 1 }),
    );
    expect(await owned()).toBe(31);
    await voidIt();
    expect(await owned()).toBe(0);
    const { rows } = await admin.query('select patient_id from icode_reports where machine_id = $1', [machine.id]);
    expect(rows).toEqual([{ patient_id: patient.id }]);
    await restore();
    expect(await owned()).toBe(31);
  });

  test('a night that the device sends later is of no patient', async () => {
    await voidIt();
    const answer = await asDevice(machine.serial).post('/nights', {
      device_time: new Date().toISOString(),
      nights: [{ night: ago(5), minutes: 300 }],
    });
    expect(answer.body.data).toMatchObject([{ result: 'stored', reason: 'not_assigned' }]);
    expect(await owned()).toBe(0);
  });

  test('a night that a correction moved follows its date, and no undo gives it back', async () => {
    const moved = await night(ago(8));
    await night(ago(60));
    const correct = (date: string) =>
      admin.query('update usage_nights set usage_date = $2 where id = $1', [moved, date]);
    await correct(ago(45)); // before the assignment
    expect(await owned()).toBe(30);
    await voidIt();
    await correct(ago(8));
    expect(await owned()).toBe(0);
    await restore();
    expect(await owned()).toBe(31);
    await correct(ago(45));
    await remove();
    expect((await shown()).nightsOfRemovedDevices).toMatchObject([{ nights: 30 }]);
    await voidIt();
    await correct(ago(8));
    expect(await owned()).toBe(0);
  });

  test('lists of its owner follow: nights, last report and states of the patient', async () => {
    await voidIt();
    const { rows } = await admin.query('select count(*)::int as n from device_states where patient_id = $1', [
      patient.id,
    ]);
    expect(rows).toEqual([{ n: 0 }]);
    const usage = await viewer.rest('GET', `/api/patients/${patient.id}/usage?startDate=${ago(50)}&endDate=${ago(1)}`);
    expect(usage.body.data).toEqual([]);
  });

  test('is announced, so that open pages read again', async () => {
    const events = running().app.pubsub.subscribe('device-history.changed', patient.id);
    const next = async () => (await events.next()).value as { patientId: number; historyId: number };
    // What was done before may still arrive, and is of no assignment.
    const ofAssignment = async (): Promise<unknown> => {
      const event = await next();
      return event.historyId === 0 ? ofAssignment() : event;
    };
    const heard = ofAssignment();
    await voidIt();
    expect(await heard).toEqual({ patientId: patient.id, historyId: id });
    const restored = ofAssignment();
    await restore();
    expect(await restored).toEqual({ patientId: patient.id, historyId: id });
    await events.return?.(undefined);
  });
});

test('as of a date before the void, the answer is what was said then', async () => {
  const asOf = async (date: string) =>
    (
      await viewer.gql(
        'query ($id: ID!, $asOf: Date) { patient(id: $id) { compliance(asOf: $asOf) { state compliantDays } } }',
        { id: String(patient.id), asOf: date },
      )
    ).data.patient.compliance;
  const then = await asOf(ago(5));
  expect(then).toEqual({ state: 'MET', compliantDays: 30 });
  await remove();
  await voidIt();
  expect([await asOf(ago(5)), await asOf(today())]).toEqual([then, { state: 'IN_PROGRESS', compliantDays: 0 }]);
  await restore();
  expect([await asOf(ago(5)), await asOf(today())]).toEqual([then, then]);
});

test('each act is kept with its user, and the reason of a void also after the restore', async () => {
  await voidIt();
  await restore();
  await remove();
  await voidIt('By mistake');
  const { rows } = await admin.query(
    'select act, reason, actor_user_id as user, upper_inf(known) as now from assignment_versions where history_id = $1 order by id',
    [id],
  );
  const user = viewer.userId;
  expect(rows).toEqual([
    { act: 'made', reason: null, user: null, now: false },
    { act: 'voided', reason: WRONG, user, now: false },
    { act: 'restored', reason: null, user, now: false },
    { act: 'deleted', reason: null, user, now: false },
    { act: 'voided', reason: 'By mistake', user, now: true },
  ]);
});

test('the page asks for removed and voided devices of all its patients with two statements', async () => {
  const query = `query { patients { edges { node { nightsOfRemovedDevices { nights serial } voidedDevices { reason serial } } } } }`;
  await remove();
  await viewer.gql(query);
  const one = await countQueries(() => viewer.gql(query));
  for (let count = 0; count < 3; count += 1) {
    const other = await makePatient(viewer.orgId);
    const device = await makeMachine(viewer.orgId);
    const history = await makeHistory(other, device, { start_date: ago(40) });
    await make('usage_nights', {
      machine_org_id: device.orgId,
      machine_id: device.id,
      night: ago(20),
      source: 'wireless',
      minutes: 300,
    });
    await remove(history);
  }
  const four = await countQueries(() => viewer.gql(query));
  expect(
    four.result.data.patients.edges.map(
      ({ node }: { node: { nightsOfRemovedDevices: object[] } }) => node.nightsOfRemovedDevices.length,
    ),
  ).toEqual([1, 1, 1, 1]);
  expect(four.statements).toBe(one.statements);
});

test('an assignment that was voided more than 90 days ago is no longer shown, and can be restored', async () => {
  await voidIt();
  await admin.query("delete from assignment_versions where history_id = $1 and act <> 'voided'", [id]);
  const voidedAgo = (days: number) =>
    admin.query(
      "update assignment_versions set known = tstzrange(now() - make_interval(days => $2) + interval '1 minute', null, '(]') where history_id = $1",
      [id, days],
    );
  await voidedAgo(90);
  expect((await shown()).voidedDevices).toHaveLength(1);
  await voidedAgo(91);
  expect((await shown()).voidedDevices).toEqual([]);
  expect((await restore()).data.restoreDevice.userErrors).toEqual([]);
});

test('nights of a device of another organization are not shown', async () => {
  const foreign = await makePatient(await makeOrganization());
  expect((await viewer.gql(REMOVED, { id: String(foreign.id) })).data.patient).toBeNull();
});
