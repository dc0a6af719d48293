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
import { toGlobalId } from '../shared/node.ts';
import { defaultSettings, type ModelKind } from './settings-catalog.rules.ts';

usePortal();

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let history: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
  history = await makeHistory(patient, machine);
  await admin.query(
    'insert into modules (org_id, machine_id, serial, version, type, iccid) values ($1, $2, $3, $4, $5, $6)',
    [machine.orgId, machine.id, 'MOD1', '2.1', 'LTE', `8986${machine.id}`],
  );
});

const collect = async (values: Record<string, unknown> = defaultSettings('cpap'), status = 'current') => {
  await admin.query(
    `update settings_records set status = 'past' where history_id = $1 and status in ('current', 'defaults')`,
    [history],
  );
  return make('settings_records', {
    org_id: patient.orgId,
    patient_id: patient.id,
    history_id: history,
    status,
    values,
    is_edit: false,
    collected_at: '2026-02-01T08:00:00Z',
    source: 'Wireless',
    created_at: '2026-02-01T08:00:00Z',
  });
};
const model = (id: number) => admin.query('update machines set model_id = $2 where id = $1', [machine.id, id]);

const FORM = `kind model currentMode values { name value } pending { id status } pendingMode pendingValues { name value } editAllowed editNotice viewerCanEditSettings version
  modes { mode label fields { name label group kind unit min max step initial notAbove choices { value label } dependsOn { name values otherwise } } }`;
const formOf = async (as = viewer, fields = FORM) => {
  const answer = await as.gql(
    `query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { settingsForm { ${fields} } } } }`,
    { id: patient.id, device: history },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data.patient.device.settingsForm;
};
const versionNow = async (as = viewer) => (await formOf(as, 'version')).version as string;

interface Input {
  mode?: string;
  values?: Record<string, string>;
  version?: string;
  confirmVentilator?: boolean;
}
const inputOf = ({ mode = 'AutoCPAP', values = {}, ...others }: Input) => ({
  deviceHistoryId: String(history),
  mode,
  values: Object.entries(values).map(([name, value]) => ({ name, value })),
  ...others,
});
const RESULT =
  'changes { name label from to } conflict { version record { id status submittedBy therapy { name value } } } userErrors { field code message }';
const submit = async (input: Input, as = viewer) =>
  as.gql(
    `mutation ($input: SubmitSettingsInput!) { submitSettings(input: $input) { deviceHistory { databaseId } settingsRecord { id status isEdit submittedBy therapy { name value } } ${RESULT} } }`,
    { input: inputOf({ ...input, version: input.version ?? (await versionNow(as)) }) },
  );
const check = async (input: Input, as = viewer) =>
  (
    await as.gql(`query ($input: SubmitSettingsInput!) { checkSubmitSettings(input: $input) { ${RESULT} } }`, {
      input: inputOf({ ...input, version: input.version ?? (await versionNow(as)) }),
    })
  ).data.checkSubmitSettings;
const done = async (input: Input, as = viewer) => {
  const { data, errors } = await submit(input, as);
  expect(errors).toBeUndefined();
  expect(data.submitSettings.userErrors).toEqual([]);
  return data.submitSettings;
};
const refusals = async (input: Input, as = viewer) => (await submit(input, as)).data.submitSettings.userErrors;
const records = async () =>
  (await admin.query('select * from settings_records where history_id = $1 order by id', [history])).rows;
const cancel = (id: number | string, as = viewer) =>
  as.gql(
    'mutation ($input: CancelPendingSettingsInput!) { cancelPendingSettings(input: $input) { deviceHistory { databaseId } settingsRecord { status } userErrors { field code message } } }',
    { input: { deviceHistoryId: String(history), settingsRecordId: String(id) } },
  );

describe('the settings page', () => {
  test("gets the modes of the device, and each mode's fields with ranges, choices and dependencies", async () => {
    await collect({ ...defaultSettings('cpap'), leak_alert_flag: 1, min_apap: 6.5 });
    const form = await formOf();
    expect(form).toMatchObject({
      kind: 'CPAP',
      model: 'Luna G3',
      currentMode: 'AutoCPAP',
      pending: null,
      pendingMode: null,
      pendingValues: [],
      editAllowed: 'PASS',
      editNotice: null,
      viewerCanEditSettings: true,
    });
    expect(form.modes.map(({ mode, label }: Record<string, string>) => [mode, label])).toEqual([
      ['AutoCPAP', 'AutoCPAP'],
      ['CPAP', 'CPAP'],
      ['Titration', 'Titration'],
    ]);
    expect(form.values).toContainEqual({ name: 'min_apap', value: '6.5' });
    expect(form.values).toContainEqual({ name: 'leak_alert_flag', value: 'true' });
    const field = (name: string) => form.modes[0].fields.find((one: { name: string }) => one.name === name);
    expect(field('min_apap')).toEqual({
      name: 'min_apap',
      label: 'Min APAP',
      group: 'THERAPY',
      kind: 'NUMBER',
      unit: 'cmH2O',
      min: 4,
      max: 20,
      step: 0.5,
      initial: '5',
      notAbove: ['max_apap'],
      choices: [],
      dependsOn: null,
    });
    expect(field('ramp_time')).toMatchObject({
      kind: 'NUMBER',
      min: 0,
      max: 60,
      step: 5,
      choices: [{ value: 'auto', label: 'Auto' }],
    });
    expect(field('heated_tube')).toMatchObject({
      kind: 'CHOICE',
      min: null,
      dependsOn: { name: 'air_tube', values: ['22_mm_heated', '15_mm_heated'], otherwise: 'off' },
    });
    expect(field('leak_alert_flag')).toMatchObject({ kind: 'FLAG', initial: 'true', group: 'ALERTS' });
    expect(field('mode')).toBeUndefined();
  });

  test('has Spanish texts for a Spanish user', async () => {
    await model(6);
    const form = await formOf(await asViewer({ orgId: viewer.orgId, locale: 'es' }));
    expect(form).toMatchObject({ kind: 'VENTILATOR', model: 'RESmart Y-30T', currentMode: null, values: [] });
    expect(form.modes.map(({ mode }: { mode: string }) => mode)).toEqual(['S/T', 'T', 'S', 'Titration']);
    expect(form.modes[3].label).toBe('Titulación');
    expect(form.modes[0].fields.find(({ name }: { name: string }) => name === 'mask').choices[0]).toEqual({
      value: 'full_face',
      label: 'Facial completa',
    });
    expect(form.modes[0].fields.find(({ name }: { name: string }) => name === 'ipap').max).toBe(30);
  });

  test('gets the pending change, and not a failed one', async () => {
    await collect();
    const { settingsRecord } = await done({ values: { min_apap: '7' } });
    expect(await formOf()).toMatchObject({
      pending: { id: settingsRecord.id, status: 'PENDING' },
      pendingMode: 'AutoCPAP',
      pendingValues: expect.arrayContaining([{ name: 'min_apap', value: '7' }]),
    });
    await admin.query(
      `update settings_records set status = 'failed', failure = 'expired' where history_id = $1 and status = 'pending'`,
      [history],
    );
    expect(await formOf()).toMatchObject({ pending: null, pendingValues: [] });
  });
});

describe('submitting settings', () => {
  test('submits a whole set: pending, with user and time, for a week, with the job that follows it', async () => {
    const current = await collect();
    const before = Date.now();
    const payload = await done({ values: { min_apap: '7.5', humidifier: 'auto', leak_alert_flag: 'false' } });
    expect(payload.deviceHistory).toEqual({ databaseId: history });
    expect(payload.settingsRecord).toMatchObject({
      status: 'PENDING',
      isEdit: true,
      submittedBy: expect.stringContaining('User'),
    });
    expect(payload.changes).toEqual([
      { name: 'min_apap', label: 'Min APAP', from: '5.0 cmH2O', to: '7.5 cmH2O' },
      { name: 'humidifier', label: 'Humidifier', from: '3', to: 'Auto' },
      { name: 'leak_alert_flag', label: 'Leak Alert', from: 'true', to: 'false' },
    ]);
    const [, record] = await records();
    expect(record).toMatchObject({
      status: 'pending',
      is_edit: true,
      submitted_by_id: viewer.userId,
      based_on_id: current,
      sent_at: null,
      failure: null,
      patient_id: patient.id,
      org_id: patient.orgId,
      values: { ...defaultSettings('cpap'), min_apap: 7.5, humidifier: 'auto', leak_alert_flag: false },
    });
    expect(record.expires_at - record.submitted_at).toBe(7 * 86_400_000);
    expect(record.submitted_at.getTime()).toBeGreaterThanOrEqual(before - 1000);
    const { rows: jobs } = await admin.query(
      `select data from pgboss.job where name = 'deliver-settings' and data->>'settingsRecordId' = $1`,
      [String(record.id)],
    );
    expect(jobs).toEqual([{ data: { settingsRecordId: record.id } }]);
    const { rows: audit } = await admin.query(
      `select properties from audit_log where operation = 'Mutation.submitSettings' and actor_user_id = $1`,
      [viewer.userId],
    );
    expect(audit).toEqual([{ properties: { subjects: [`DeviceHistory:${history}`, `SettingsRecord:${record.id}`] } }]);
  });

  test('adds settings to a device that has none, based on the factory values', async () => {
    const { changes } = await done({ mode: 'CPAP', values: { treat_p: '9' } });
    expect(changes).toContainEqual({ name: 'treat_p', label: 'Treat P', from: null, to: '9.0 cmH2O' });
    expect(changes).toContainEqual({ name: 'mode', label: 'Mode', from: null, to: 'CPAP' });
    expect((await records())[0].values).toEqual({ ...defaultSettings('cpap', 'CPAP'), treat_p: 9 });
  });

  test('in another mode keeps the settings that both modes have', async () => {
    await collect({ ...defaultSettings('cpap'), mask: 'nasal', initial_p: 4.5 });
    const { changes } = await done({ mode: 'CPAP' });
    expect(changes.map(({ name }: { name: string }) => name)).toEqual(['mode', 'treat_p', 'manual_p', 'smart_c_flag']);
    expect((await records())[1].values).toEqual({ ...defaultSettings('cpap', 'CPAP'), mask: 'nasal', initial_p: 4.5 });
  });

  test('again makes the pending change Void/Replaced, even if the device has fetched it', async () => {
    await collect();
    await done({ values: { min_apap: '7' } });
    await admin.query(`update settings_records set sent_at = now() where history_id = $1 and status = 'pending'`, [
      history,
    ]);
    const newer = await done({ values: { min_apap: '8' } });
    expect(newer.changes).toEqual([{ name: 'min_apap', label: 'Min APAP', from: '5.0 cmH2O', to: '8.0 cmH2O' }]);
    expect((await records()).map(({ status, values }) => [status, values.min_apap])).toEqual([
      ['current', 5],
      ['void', 7],
      ['pending', 8],
    ]);
  });

  test("reports each invalid field in the viewer's language, and writes nothing", async () => {
    await collect();
    const values = { min_apap: '5.3', max_apap: '99', mask: 'hat', epap: '6', heated_tube: '2' };
    expect(await refusals({ values })).toEqual([
      {
        field: 'values.epap',
        code: 'settings.unknown',
        message: 'This device does not have this setting in this mode. Remove it, or choose another mode.',
      },
      { field: 'values.min_apap', code: 'settings.step', message: 'Enter a value in steps of 0.5, starting at 4.' },
      { field: 'values.max_apap', code: 'settings.range', message: 'Enter a value between 4 and 20.' },
      { field: 'values.mask', code: 'settings.choice', message: 'Choose one of the available values.' },
      {
        field: 'values.heated_tube',
        code: 'settings.heated_tube',
        message: 'This works only with a heated air tube. Choose Off, or a heated air tube.',
      },
    ]);
    const spaniard = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    expect(await refusals({ values: { initial_p: '6' } }, spaniard)).toEqual([
      {
        field: 'values.initial_p',
        code: 'settings.not_above',
        message: 'Supera a APAP mín.; introduzca un valor igual o menor.',
      },
    ]);
    expect((await refusals({ mode: 'S' }, spaniard))[0]).toEqual({
      field: 'mode',
      code: 'settings.mode',
      message: 'Este dispositivo no tiene este modo. Elija otro.',
    });
    expect(await records()).toHaveLength(1);
  });

  test('is refused when nothing would change', async () => {
    await collect();
    expect(await refusals({ values: { min_apap: '5.0' } })).toEqual([
      {
        field: '',
        code: 'settings.unchanged',
        message: 'Nothing would change: the device already has these settings. Change a value first.',
      },
    ]);
    await done({ values: { min_apap: '7' } });
    expect((await refusals({ values: { min_apap: '7.0' } }))[0]).toMatchObject({
      code: 'settings.unchanged',
      message: expect.stringContaining('already pending delivery'),
    });
    expect((await refusals({}))[0]).toMatchObject({
      code: 'settings.unchanged',
      message: expect.stringContaining('Withdraw the pending change'),
    });
  });

  test('is possible again after a failed delivery', async () => {
    await collect();
    await done({ values: { min_apap: '7' } });
    await admin.query(
      `update settings_records set status = 'failed', failure = 'refused', refusal = 'locked' where history_id = $1 and status = 'pending'`,
      [history],
    );
    await done({ values: { min_apap: '7' } });
    expect((await records()).map(({ status }) => status)).toEqual(['current', 'failed', 'pending']);
  });

  test('has a check that returns the same changes and errors, and writes nothing', async () => {
    await collect();
    expect(await check({ values: { min_apap: '7' } })).toEqual({
      changes: [{ name: 'min_apap', label: 'Min APAP', from: '5.0 cmH2O', to: '7.0 cmH2O' }],
      conflict: null,
      userErrors: [],
    });
    expect(await check({ values: { min_apap: 'x' } })).toMatchObject({
      changes: [],
      userErrors: [{ field: 'values.min_apap', code: 'settings.number' }],
    });
    expect(await check({ version: 'x' })).toMatchObject({
      userErrors: [{ code: 'conflict' }],
      conflict: { version: await versionNow() },
    });
    expect(await records()).toHaveLength(1);
  });
});

describe('two users editing the same settings', () => {
  test("refuses the second and returns the first one's record; with the new version both changes are kept", async () => {
    await collect();
    const colleague = await asViewer({ orgId: viewer.orgId });
    const seen = await versionNow();
    const first = await done({ values: { min_apap: '7' }, version: seen });
    const { data } = await submit({ values: { max_apap: '18' }, version: seen }, colleague);
    expect(data.submitSettings).toMatchObject({
      deviceHistory: null,
      settingsRecord: null,
      changes: [],
      conflict: {
        record: {
          id: first.settingsRecord.id,
          status: 'PENDING',
          submittedBy: first.settingsRecord.submittedBy,
        },
      },
      userErrors: [
        {
          field: '',
          code: 'conflict',
          message: expect.stringContaining('while you were editing'),
        },
      ],
    });
    expect((await records()).map(({ status }) => status)).toEqual(['current', 'pending']);
    await done({ values: { min_apap: '7', max_apap: '18' }, version: data.submitSettings.conflict.version }, colleague);
    expect((await records()).at(-1).values).toMatchObject({ min_apap: 7, max_apap: 18 });
  });

  test('also refuses a user who edits while the device reports other settings; the same settings again do not count', async () => {
    await collect();
    const seen = await versionNow();
    await collect(defaultSettings('cpap'));
    expect(await check({ values: { min_apap: '7' }, version: seen })).toMatchObject({ userErrors: [] });
    const reported = await collect({ ...defaultSettings('cpap'), mask: 'nasal' });
    expect(await check({ values: { min_apap: '7' }, version: seen })).toMatchObject({
      conflict: { record: { id: toGlobalId('SettingsRecord', reported) } },
      userErrors: [{ code: 'conflict' }],
    });
  });

  test('also refuses a user who edits a change that has failed since', async () => {
    await collect();
    await done({ values: { min_apap: '7' } });
    const seen = await versionNow();
    await admin.query(
      `update settings_records set status = 'failed', failure = 'expired' where history_id = $1 and status = 'pending'`,
      [history],
    );
    expect(await check({ values: { min_apap: '8' }, version: seen })).toMatchObject({
      conflict: { record: { status: 'FAILED' } },
      userErrors: [{ code: 'conflict' }],
    });
  });
});

describe('edit_allowed', () => {
  const notices: [string, string, string, string, () => Promise<unknown>][] = [
    [
      'edit_settings.no_module',
      'NO_MODULE',
      'cellular module',
      'módulo celular',
      () => admin.query('delete from modules where machine_id = $1', [machine.id]),
    ],
    [
      'edit_settings.no_pin',
      'NO_PIN',
      'PIN',
      'PIN',
      () => admin.query('update device_history set has_pin = false where id = $1', [history]),
    ],
    [
      'edit_settings.device_ended',
      'DEVICE_ENDED',
      'no longer assigned',
      'ya no está asignado',
      () => admin.query(`update device_history set end_date = '2026-06-01' where id = $1`, [history]),
    ],
  ];
  test.each(notices)(
    '%s refuses with its code and its text, even after the ventilator warning was accepted',
    async (code, editAllowed, english, spanish, arrange) => {
      await collect();
      await arrange();
      for (const confirmVentilator of [false, true])
        expect(await refusals({ values: { min_apap: '7' }, confirmVentilator })).toEqual([
          { field: '', code, message: expect.stringContaining(english) },
        ]);
      expect(await formOf()).toMatchObject({ editAllowed, editNotice: expect.stringContaining(english) });
      expect(await formOf(await asViewer({ orgId: viewer.orgId, locale: 'es' }), 'editNotice')).toEqual({
        editNotice: expect.stringContaining(spanish),
      });
    },
  );

  test('edit_settings.no_ventilator passes once the warning was accepted', async () => {
    await model(6);
    await admin.query('delete from modules where machine_id = $1', [machine.id]);
    await collect(defaultSettings('ventilator' satisfies ModelKind));
    expect(await refusals({ mode: 'S/T', values: { rate: '15' } })).toEqual([
      { field: '', code: 'edit_settings.no_ventilator', message: expect.stringContaining('Do you want to continue') },
    ]);
    expect((await done({ mode: 'S/T', values: { rate: '15' }, confirmVentilator: true })).changes).toEqual([
      { name: 'rate', label: 'Rate', from: '14 /min', to: '15 /min' },
    ]);
  });
});

describe('permission to submit and withdraw', () => {
  test('needs update.device.settings', async () => {
    await collect();
    const { settingsRecord } = await done({ values: { min_apap: '7' } });
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect((await submit({ values: { min_apap: '8' } }, reader)).errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await cancel(settingsRecord.id, reader)).errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
  });

  test("is denied to another organization only when the patient's disallows it", async () => {
    await collect();
    const dme = await asViewer();
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, dme.orgId]);
    const { settingsRecord } = await done({ values: { min_apap: '7' } }, dme);
    await admin.query('update organizations set disallow_external_device_edit = true where id = $1', [viewer.orgId]);
    expect((await submit({ values: { min_apap: '8' } }, dme)).errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await cancel(settingsRecord.id, dme)).errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    expect(await formOf(dme, 'viewerCanEditSettings')).toEqual({ viewerCanEditSettings: false });
    await done({ values: { min_apap: '8' } });
  });

  test("covers only the patients of a user's location", async () => {
    const location = await make('locations', { org_id: viewer.orgId, name: 'first', country: 'US', is_primary: false });
    const elsewhere = await make('locations', {
      org_id: viewer.orgId,
      name: 'second',
      country: 'US',
      is_primary: false,
    });
    await admin.query('update patients set location_id = $2 where id = $1', [patient.id, location]);
    await collect();
    const [near, far] = await Promise.all(
      [location, elsewhere].map((id) => asViewer({ orgId: viewer.orgId, locationIds: [id] })),
    );
    await done({ values: { min_apap: '7' } }, near);
    const { errors } = await far!.gql(
      'mutation ($input: SubmitSettingsInput!) { submitSettings(input: $input) { changes { name } } }',
      { input: inputOf({ version: 'x' }) },
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  });

  test("does not find another organization's device", async () => {
    const outsider = await asViewer({ orgId: await makeOrganization() });
    const input = inputOf({ version: 'x' });
    for (const as of [outsider, await asViewer({ kind: 'clinical' })]) {
      expect(
        (
          await as.gql(
            'mutation ($input: SubmitSettingsInput!) { submitSettings(input: $input) { changes { name } } }',
            { input },
          )
        ).errors?.[0]?.extensions,
      ).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('withdrawing a change', () => {
  test('makes it Void/Replaced if the device has not answered', async () => {
    await collect();
    const { settingsRecord } = await done({ values: { min_apap: '7' } });
    await admin.query(`update settings_records set sent_at = now() where history_id = $1 and status = 'pending'`, [
      history,
    ]);
    expect((await cancel(settingsRecord.id)).data.cancelPendingSettings).toEqual({
      deviceHistory: { databaseId: history },
      settingsRecord: { status: 'VOID' },
      userErrors: [],
    });
    expect((await records()).map(({ status }) => status)).toEqual(['current', 'void']);
  });

  test.each(['past', 'failed', 'void'])('is refused when it is already %s', async (status) => {
    await collect();
    const { settingsRecord } = await done({ values: { min_apap: '7' } });
    await admin.query(`update settings_records set status = $2 where history_id = $1 and status = 'pending'`, [
      history,
      status,
    ]);
    expect((await cancel(settingsRecord.id)).data.cancelPendingSettings).toEqual({
      deviceHistory: null,
      settingsRecord: null,
      userErrors: [
        {
          field: 'settingsRecordId',
          code: 'settings.not_pending',
          message: 'This change is no longer pending. Reload the settings of this device.',
        },
      ],
    });
    expect((await records()).at(-1).status).toBe(status);
  });

  test('works for an ended device, and does not find a record of another device', async () => {
    const current = await collect();
    const { settingsRecord } = await done({ values: { min_apap: '7' } });
    await admin.query(`update device_history set end_date = '2026-06-01' where id = $1`, [history]);
    expect((await cancel(current)).data.cancelPendingSettings.userErrors).toMatchObject([
      { code: 'settings.not_pending' },
    ]);
    expect((await cancel(999_999_001)).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    expect((await cancel(settingsRecord.id)).data.cancelPendingSettings.userErrors).toEqual([]);
  });
});
