import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type Ref,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';

usePortal();

let viewer: TestViewer;
let patient: Ref;
let machine: Ref;
let history: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
  history = await makeHistory(patient, machine);
});

const record = (status: string, row: Record<string, unknown> = {}) =>
  make('settings_records', {
    org_id: patient.orgId,
    patient_id: patient.id,
    history_id: history,
    status,
    values: {},
    is_edit: false,
    submitted_by_name: null,
    submitted_at: null,
    collected_at: null,
    source: null,
    created_at: '2026-02-01T00:00:00Z',
    ...row,
  });
const edit = (status: string, submittedAt: string, row: Record<string, unknown> = {}) =>
  record(status, { is_edit: true, submitted_at: submittedAt, submitted_by_name: 'Doe, Jane', ...row });
const get = async (which: 'current' | 'pending') =>
  (await viewer.rest('GET', `/api/patients/${patient.id}/devices/${history}/${which}_settings`)).body;
const device = async (fields: string, as = viewer) => {
  const answer = await as.gql(`query ($id: ID!) { patient(id: $id) { devices { ${fields} } } }`, { id: patient.id });
  expect(answer.errors).toBeUndefined();
  return answer.data.patient.devices[0];
};
const addModule = () =>
  admin.query(
    'insert into modules (org_id, machine_id, serial, version, type, iccid) values ($1, $2, $3, $4, $5, $6)',
    [machine.orgId, machine.id, 'MOD1', '2.1', 'LTE', `8986${machine.id}`],
  );

describe('settings of a device', () => {
  test('that has none: an empty object in REST, null in GraphQL, a history of 0', async () => {
    expect(await get('current')).toEqual({ data: {} });
    expect(await get('pending')).toEqual({ data: {} });
    expect(await device('historySize currentSettings { id } pendingSettings { id }')).toEqual({
      historySize: 0,
      currentSettings: null,
      pendingSettings: null,
    });
  });

  test('include current groups of label, name, value and unit, in the order of the catalog', async () => {
    await record('current', {
      collected_at: '2026-02-01T08:30:00Z',
      source: 'Wireless',
      values: {
        humidifier: 'auto',
        leak_alert_flag: true,
        max_apap: 15,
        min_apap: 6.5,
        mode: 'AutoCPAP',
        smart_a_flag: false,
        ramp_time: 'auto',
        mask: 'full_face',
        unheard_of: 1,
      },
    });
    expect(await get('current')).toEqual({
      data: {
        id: expect.any(Number),
        title: 'Current',
        status: 'Current',
        is_edit: false,
        submitted_by: null,
        submitted_at: null,
        dismissed_by: null,
        dismissed_at: null,
        collected: '2026-02-01T08:30:00.000Z',
        source_display: 'Wireless',
        therapy: [
          { name: 'mode', label: 'Mode', value: 'AutoCPAP', unit: null },
          { name: 'min_apap', label: 'Min APAP', value: '6.5', unit: 'cmH2O' },
          { name: 'max_apap', label: 'Max APAP', value: '15.0', unit: 'cmH2O' },
          { name: 'smart_a_flag', label: 'SmartA', value: false, unit: null },
        ],
        comfort: [
          { name: 'ramp_time', label: 'Ramp', value: 'Auto', unit: null },
          { name: 'humidifier', label: 'Humidifier', value: 'Auto', unit: null },
          { name: 'mask', label: 'Mask', value: 'Full face', unit: null },
        ],
        alerts: [{ name: 'leak_alert_flag', label: 'Leak Alert', value: true, unit: null }],
      },
    });
    const spaniard = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    expect(await device('currentSettings { title status comfort { label value } alerts { value } }', spaniard)).toEqual(
      {
        currentSettings: {
          title: 'Actual',
          status: 'CURRENT',
          alerts: [{ value: 'true' }],
          comfort: [
            { label: 'Rampa', value: 'Automático' },
            { label: 'Humidificador', value: 'Automático' },
            { label: 'Mascarilla', value: 'Facial completa' },
          ],
        },
      },
    );
  });

  test('show defaults as current settings', async () => {
    await record('defaults');
    expect((await get('current')).data).toMatchObject({ title: 'Defaults', status: 'Defaults' });
  });

  test.each([
    ['pending', 'Pending Delivery', 'PENDING'],
    ['failed', 'Failed Delivery', 'FAILED'],
    ['void', 'Void/Replaced', 'VOID'],
  ])('show a submitted change that is %s as %s', async (status, text, graphql) => {
    await edit(status, '2026-02-02T10:00:00Z');
    expect((await get('pending')).data).toMatchObject({
      title: text,
      status: text,
      is_edit: true,
      submitted_by: 'Doe, Jane',
      submitted_at: '2026-02-02T10:00:00.000Z',
    });
    expect(await device('historySize pendingSettings { status isEdit submittedBy }')).toEqual({
      historySize: 1,
      pendingSettings: { status: graphql, isEdit: true, submittedBy: 'Doe, Jane' },
    });
  });

  test('show a failed change until a later one is delivered', async () => {
    await edit('failed', '2026-02-02T10:00:00Z');
    await record('current', { collected_at: '2026-02-03T10:00:00Z' });
    expect((await get('pending')).data).toMatchObject({ status: 'Failed Delivery' });
    await edit('past', '2026-02-04T10:00:00Z');
    expect(await get('pending')).toEqual({ data: {} });
  });

  test('show the pending change instead of a failed one, in either order of submission', async () => {
    await edit('failed', '2026-02-05T10:00:00Z');
    await edit('pending', '2026-02-02T10:00:00Z');
    expect((await get('pending')).data).toMatchObject({ status: 'Pending Delivery' });
  });

  test('are not found by a path with ids that are not integers', async () => {
    for (const path of [
      `/api/patients/${patient.id}/devices/x/current_settings`,
      `/api/patients/1e3/devices/${history}/current_settings`,
      `/api/patients/${patient.id}/devices/99999999999999/current_settings`,
    ]) {
      expect((await viewer.rest('GET', path)).status).toBe(404);
    }
  });
});

describe('edit_allowed', () => {
  const confirm = (pin: boolean) => admin.query('update device_history set has_pin = $2 where id = $1', [history, pin]);
  const ventilator = () => admin.query('update machines set model_id = 6 where id = $1', [machine.id]);
  const allowed = async () => (await device('editAllowed')).editAllowed;

  test('is PASS for an active device with a module and a confirmed PIN', async () => {
    await addModule();
    expect(await allowed()).toBe('PASS');
    await ventilator();
    expect(await allowed()).toBe('PASS');
  });

  test('names the missing requirement', async () => {
    expect(await allowed()).toBe('NO_MODULE');
    await addModule();
    await confirm(false);
    expect(await allowed()).toBe('NO_PIN');
    await admin.query("update device_history set end_date = '2026-03-01' where id = $1", [history]);
    expect(await allowed()).toBe('DEVICE_ENDED');
  });

  test('only warns about a ventilator without module or confirmed PIN', async () => {
    await ventilator();
    expect(await allowed()).toBe('NO_VENTILATOR');
    await addModule();
    await confirm(false);
    expect(await allowed()).toBe('NO_VENTILATOR');
  });
});

describe('editing settings is offered', () => {
  const offered = async (as: TestViewer) => (await device('viewerCanEditSettings', as)).viewerCanEditSettings;
  const shareWith = async () => {
    const dme = await asViewer();
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, dme.orgId]);
    return dme;
  };

  test('with update.device.settings and not without', async () => {
    expect(await offered(viewer)).toBe(true);
    expect(await offered(await asViewer({ orgId: viewer.orgId, can: ['view.patient'] }))).toBe(false);
    expect(await offered(await asViewer({ kind: 'support' }))).toBe(false);
  });

  test("to another organization unless the patient's disallows it", async () => {
    const dme = await shareWith();
    expect(await offered(dme)).toBe(true);
    await admin.query('update organizations set disallow_external_device_edit = true where id = $1', [viewer.orgId]);
    expect(await offered(dme)).toBe(false);
    expect(await offered(viewer)).toBe(true);
  });

  test('only for a device that is assigned to the patient', async () => {
    await admin.query("update device_history set end_date = '2026-03-01' where id = $1", [history]);
    expect(await offered(viewer)).toBe(false);
  });
});

describe('communication', () => {
  const connect = (start: string, row: Record<string, unknown> = {}) =>
    make('connections', {
      org_id: patient.orgId,
      patient_id: patient.id,
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      start_time: start,
      end_time: null,
      exit_flag: null,
      terminal_type: 1,
      ...row,
    });

  test('the module of the device, or null', async () => {
    expect((await device('module { serial }')).module).toBeNull();
    await addModule();
    expect((await device('module { serial version type iccid }')).module).toEqual({
      serial: 'MOD1',
      version: '2.1',
      type: 'LTE',
      iccid: `8986${machine.id}`,
    });
  });

  test('the newest session of this patient with this device', async () => {
    expect((await device('lastConnection { startTime }')).lastConnection).toBeNull();
    await connect('2026-02-01T10:00:00Z', { end_time: '2026-02-01T10:05:30Z', exit_flag: 'normal', terminal_type: 2 });
    await connect('2026-01-31T10:00:00Z');
    await connect('2025-12-31T10:00:00Z');
    const before = await makePatient(await makeOrganization());
    await connect('2026-03-01T10:00:00Z', { org_id: before.orgId, patient_id: before.id });
    expect(
      (await device('lastConnection { startTime endTime minutes exitFlag connectionType }')).lastConnection,
    ).toEqual({
      startTime: '2026-02-01T10:00:00.000Z',
      endTime: '2026-02-01T10:05:30.000Z',
      minutes: 5.5,
      exitFlag: 'normal',
      connectionType: 'APP',
    });
  });

  test.each([
    [1, 'WIRELESS'],
    [2, 'APP'],
    [3, 'PC'],
    [9, 'UNKNOWN'],
    [null, 'UNKNOWN'],
  ])('terminal type %s is %s', async (terminal, text) => {
    await connect('2026-02-01T10:00:00Z', { terminal_type: terminal });
    expect((await device('lastConnection { connectionType }')).lastConnection).toEqual({ connectionType: text });
  });
});
