import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { icodeRow, settingsRow } from '../../test/contract/isolation.fixture.ts';

usePortal();

const DELETE =
  'mutation ($id: ID!) { deleteDevice(input: { deviceHistoryId: $id }) { deletedDeviceHistoryId userErrors { code } patient { databaseId currentSerial devices { databaseId } } } }';

let viewer: TestViewer;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let id: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
  id = await makeHistory(patient, machine, { start_date: '2026-03-01' });
});

const remove = (of: number | string = id, who = viewer) => who.gql(DELETE, { id: String(of) });
const restRemove = (of = id, headers?: Record<string, string>) =>
  viewer.rest('DELETE', `/api/patients/${patient.id}/devices/${of}`, undefined, headers);
const count = async (table: string, column: string, value: number) =>
  (await admin.query(`select count(*)::int as n from ${table} where ${column} = $1`, [value])).rows[0].n as number;

describe('deleteDevice', () => {
  test('deletes the assignment and returns its global id and the patient without it', async () => {
    const globalId = (
      await viewer.gql('query ($id: ID!) { patient(id: $id) { devices { id } } }', { id: String(patient.id) })
    ).data.patient.devices[0].id;
    expect((await remove(globalId)).data.deleteDevice).toEqual({
      deletedDeviceHistoryId: globalId,
      userErrors: [],
      patient: { databaseId: patient.id, currentSerial: null, devices: [] },
    });
    expect((await viewer.rest('GET', `/api/patients/${patient.id}/devices`)).body.data).toEqual([]);
  });

  test('by the documented path returns 204, and a validate-only request deletes nothing', async () => {
    const dry = await restRemove(id, { precognition: 'true' });
    expect([dry.status, dry.headers.get('precognition-success'), await count('device_history', 'id', id)]).toEqual([
      204,
      'true',
      1,
    ]);
    expect((await restRemove()).status).toBe(204);
    expect((await restRemove()).status).toBe(404);
  });

  test("deletes the assignment's settings; nights, connections and iCodes belong to the patient and stay readable", async () => {
    const scope = { org_id: patient.orgId, patient_id: patient.id };
    await make('settings_records', settingsRow({ ...scope, history_id: id, status: 'current' }));
    await make('settings_records', settingsRow({ ...scope, history_id: id, status: 'pending' }));
    await make(
      'icode_reports',
      icodeRow({ ...scope, machine_org_id: machine.orgId, machine_id: machine.id, serial: machine.serial }),
    );
    await make('usage_nights', {
      ...scope,
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: '2026-03-02',
      source: 'wireless',
      minutes: 400,
    });
    await make('connections', {
      ...scope,
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      start_time: '2026-03-02T10:00:00Z',
      end_time: '2026-03-02T10:05:00Z',
    });
    await remove();
    expect(await count('settings_records', 'history_id', id)).toBe(0);
    for (const table of ['icode_reports', 'usage_nights', 'connections'])
      expect([table, await count(table, 'patient_id', patient.id)]).toEqual([table, 1]);
    const { data, errors } = await viewer.gql(
      'query ($id: Int!) { icodeReports(where: { patientId: { equal: $id } }) { edges { node { serial } } } }',
      { id: patient.id },
    );
    expect([errors, data.icodeReports.edges]).toEqual([undefined, [{ node: { serial: machine.serial } }]]);
  });

  test('leaves an audit line with machine, dates and number of settings', async () => {
    await make(
      'settings_records',
      settingsRow({ org_id: patient.orgId, patient_id: patient.id, history_id: id, status: 'current' }),
    );
    const other = await makeHistory(patient, await makeMachine(viewer.orgId), {
      start_date: '2026-01-01',
      end_date: '2026-02-01',
    });
    await remove();
    await restRemove(other);
    const { rows } = await admin.query(
      "select operation, properties from audit_log where actor_user_id = $1 and outcome = 'done' order by id",
      [viewer.userId],
    );
    const deleted = { machine: machine.id, startDate: '2026-03-01', endDate: null, settings: 1 };
    expect(rows).toMatchObject([
      {
        operation: 'Mutation.deleteDevice',
        properties: { subjects: [`Patient:${patient.id}`], deleted: `DeviceHistory:${id}`, ...deleted },
      },
      {
        operation: 'DELETE /api/patients/{id}/devices/{deviceId}',
        properties: {
          id: String(patient.id),
          deviceId: String(other),
          startDate: '2026-01-01',
          endDate: '2026-02-01',
          settings: 0,
        },
      },
    ]);
  });

  test('is announced, so that an open page removes it', async () => {
    const events = running().app.pubsub.subscribe('device-history.changed', patient.id);
    const heard = events.next();
    await remove();
    expect((await heard).value).toEqual({ patientId: patient.id, historyId: id });
    await events.return?.(undefined);
  });

  test('by two users at once succeeds for one, and the other gets not found', async () => {
    const colleague = await asViewer({ orgId: viewer.orgId });
    const answers = await Promise.all([remove(), remove(id, colleague), restRemove()]);
    const outcomes = answers.map((answer) =>
      'status' in answer ? answer.status : (answer.errors?.[0]?.extensions.code ?? 'done'),
    );
    expect(outcomes.filter((outcome) => outcome === 'done' || outcome === 204)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'NOT_FOUND' || outcome === 404)).toHaveLength(2);
    expect(
      (
        await admin.query("select from audit_log where outcome = 'done' and properties ->> 'deleted' = $1", [
          `DeviceHistory:${id}`,
        ])
      ).rowCount,
    ).toBe(1);
  });

  test("frees the device and its nights for another patient, and ends the other organization's view of it", async () => {
    const clinic = await asViewer({ kind: 'clinical' });
    await admin.query('update patients set physician_org_id = $1 where id = $2', [clinic.orgId, patient.id]);
    const seen = async () =>
      (await clinic.gql('query ($id: ID!) { machine(id: $id) { serial } }', { id: String(machine.id) })).data.machine
        ?.serial ?? null;
    expect(await seen()).toBe(machine.serial);
    expect((await remove(id, clinic)).data.deleteDevice.userErrors).toEqual([]); // a clinical admin of the patient has delete.device
    expect(await seen()).toBeNull();
    const next = await makePatient(viewer.orgId);
    expect(
      (
        await viewer.rest('POST', `/api/patients/${next.id}/devices`, {
          serial_number: machine.serial,
          pin_number: '1234',
          start_date: '2026-03-01',
        })
      ).status,
    ).toBe(201);
  });

  test('keeps the iCodes of the device readable for the organization that no longer sees the device', async () => {
    const clinic = await asViewer({ kind: 'clinical' });
    await admin.query('update patients set physician_org_id = $1 where id = $2', [clinic.orgId, patient.id]);
    await make(
      'icode_reports',
      icodeRow({
        org_id: patient.orgId,
        patient_id: patient.id,
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        serial: machine.serial,
      }),
    );
    await remove(id, clinic);
    const { data, errors } = await clinic.gql(
      'query ($id: Int!) { icodeReports(where: { patientId: { equal: $id } }) { edges { node { serial ahi } } } }',
      { id: patient.id },
    );
    expect([errors, data?.icodeReports.edges]).toMatchObject([undefined, [{ node: { serial: machine.serial } }]]);
  });

  test('is open to support staff with delete.device, and leaves an audit line', async () => {
    const support = await asViewer({ kind: 'support', roles: ['support.admin'] });
    expect((await remove(id, support)).data.deleteDevice.userErrors).toEqual([]);
    expect(
      (
        await admin.query(
          "select from audit_log where actor_user_id = $1 and operation = 'Mutation.deleteDevice' and outcome = 'done'",
          [support.userId],
        )
      ).rowCount,
    ).toBe(1);
    expect(await count('device_history', 'id', id)).toBe(0);
  });

  test('by a partner is refused while there are settings, which are the record of the owner too', async () => {
    const partner = await asViewer({ kind: 'clinical' });
    const shared = await makePatient(viewer.orgId, { clinician_org_id: partner.orgId, clinician_id: partner.userId });
    const history = await makeHistory(shared, await makeMachine(viewer.orgId), { start_date: '2026-03-01' });
    await make('settings_records', settingsRow({ org_id: viewer.orgId, patient_id: shared.id, history_id: history }));
    expect((await remove(history, partner)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(await count('settings_records', 'history_id', history)).toBe(1);
    await admin.query('delete from settings_records where history_id = $1', [history]);
    expect((await remove(history, partner)).data.deleteDevice.userErrors).toEqual([]);
  });

  test('needs delete.device, and finds nothing of another organization', async () => {
    const editor = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'update.device'] });
    expect((await remove(id, editor)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const foreign = await makePatient(await makeOrganization());
    const theirs = await makeHistory(foreign, await makeMachine(foreign.orgId));
    expect((await remove(theirs)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect((await restRemove(theirs)).status).toBe(404);
    expect(await count('device_history', 'id', theirs)).toBe(1);
  });
});
