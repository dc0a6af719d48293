import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  type Ref,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';
import { defaultSettings } from './settings-catalog.rules.ts';

usePortal();

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let history: number;

const NOW = Date.now();
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const CURRENT = defaultSettings('cpap');
const SENT = { ...CURRENT, min_apap: 7.5, leak_alert_flag: false };

const record = (status: string, row: Record<string, unknown> = {}) =>
  make('settings_records', {
    org_id: patient.orgId,
    patient_id: patient.id,
    history_id: history,
    status,
    values: SENT,
    is_edit: true,
    submitted_by_id: viewer.userId,
    submitted_by_name: 'Doe, Jane',
    submitted_at: hoursAgo(48),
    created_at: hoursAgo(48),
    ...row,
  });
const collect = (values: object = CURRENT) =>
  record('current', {
    values,
    is_edit: false,
    submitted_by_id: null,
    submitted_by_name: null,
    submitted_at: null,
    collected_at: hoursAgo(72),
    source: 'Wireless',
  });
const failed = (row: Record<string, unknown> = {}) => record('failed', { failure: 'expired', ...row });

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
  history = await makeHistory(patient, machine);
  await admin.query('insert into modules (org_id, machine_id, serial) values ($1, $2, $3)', [
    machine.orgId,
    machine.id,
    `MOD${machine.id}`,
  ]);
});

const device = async (fields: string, as = viewer) => {
  const answer = await as.gql(
    `query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { ${fields} } } }`,
    { id: patient.id, device: history },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data.patient.device;
};
const versionOf = async () => (await device('settingsVersion')).settingsVersion as string;
const rows = async () =>
  (await admin.query('select * from settings_records where history_id = $1 order by id', [history])).rows;
const statuses = async () => (await rows()).map(({ status }) => status);

const CHANGES = 'changes { name from to } conflict { version record { id } } userErrors { field code message }';
interface Again {
  version?: string;
  confirmVentilator?: boolean;
}
const inputOf = async (id: number, { version, ...more }: Again) => ({
  input: {
    deviceHistoryId: String(history),
    settingsRecordId: String(id),
    version: version ?? (await versionOf()),
    ...more,
  },
});
const check = async (id: number, again: Again = {}, as = viewer) =>
  (
    await as.gql(`query ($input: ResendSettingsInput!) { checkResendSettings(input: $input) { ${CHANGES} } }`, {
      ...(await inputOf(id, again)),
    })
  ).data.checkResendSettings;
const RESEND = `mutation ($input: ResendSettingsInput!) { resendSettings(input: $input) {
  deviceHistory { pendingSettings { status submittedBy } } settingsRecord { id status submittedBy } ${CHANGES} } }`;
const resend = async (id: number, again: Again = {}, as = viewer) => as.gql(RESEND, await inputOf(id, again));
const refusal = async (id: number, again: Again = {}) => {
  const before = await rows();
  const [asked, done] = [await check(id, again), (await resend(id, again)).data.resendSettings];
  expect(asked.userErrors).toEqual(done.userErrors);
  expect(await rows()).toEqual(before);
  return done.userErrors.map(({ code }: { code: string }) => code);
};

describe('sending a failed change again', () => {
  test('submits the same values as a new pending change of this user; the failed one stays as it is', async () => {
    const current = await collect();
    const id = await failed();
    const [, before] = await rows();
    const { data } = await resend(id);
    expect(data.resendSettings).toMatchObject({
      userErrors: [],
      settingsRecord: { status: 'PENDING', submittedBy: expect.stringContaining('User') },
      deviceHistory: { pendingSettings: { status: 'PENDING', submittedBy: expect.stringContaining('User') } },
      changes: [
        { name: 'min_apap', from: '5.0 cmH2O', to: '7.5 cmH2O' },
        { name: 'leak_alert_flag', from: 'true', to: 'false' },
      ],
    });
    const [, old, again] = await rows();
    expect(old).toEqual(before);
    expect(again).toMatchObject({
      status: 'pending',
      values: SENT,
      submitted_by_id: viewer.userId,
      based_on_id: current,
      failure: null,
    });
    expect(again.expires_at - again.submitted_at).toBe(7 * 86_400_000);
    const { rows: jobs } = await admin.query(
      `select data from pgboss.job where name = 'deliver-settings' and data->>'settingsRecordId' = $1`,
      [String(again.id)],
    );
    expect(jobs).toHaveLength(1);
    const { rows: audit } = await admin.query(
      `select properties from audit_log where operation = 'Mutation.resendSettings' and actor_user_id = $1`,
      [viewer.userId],
    );
    expect(audit).toEqual([{ properties: { subjects: [`DeviceHistory:${history}`, `SettingsRecord:${again.id}`] } }]);
  });

  test('has a check that lists what would change on the device, and writes nothing', async () => {
    await collect();
    const id = await failed();
    expect(await check(id)).toEqual({
      changes: [
        { name: 'min_apap', from: '5.0 cmH2O', to: '7.5 cmH2O' },
        { name: 'leak_alert_flag', from: 'true', to: 'false' },
      ],
      conflict: null,
      userErrors: [],
    });
    expect(await statuses()).toEqual(['current', 'failed']);
  });

  test('is refused when the settings are others than the user saw', async () => {
    const current = await collect();
    const id = await failed();
    const version = await versionOf();
    await admin.query('update settings_records set values = $2 where id = $1', [
      current,
      { ...CURRENT, humidifier: 5 },
    ]);
    expect(await refusal(id, { version })).toEqual(['conflict']);
    expect((await check(id, { version })).conflict.version).toBe(await versionOf());
  });

  test('is refused when another change has been submitted since, whatever became of it', async () => {
    await collect();
    const id = await failed();
    for (const status of ['pending', 'void', 'failed', 'past']) {
      const newer = await record(status, { submitted_at: hoursAgo(24) });
      expect([status, await refusal(id)]).toEqual([status, ['settings.not_undelivered']]);
      await admin.query('delete from settings_records where id = $1', [newer]);
    }
    expect((await check(id)).userErrors).toEqual([]);
  });

  test.each([
    ['a void change', 'void', 'settings.not_failed'],
    ['a pending change', 'pending', 'settings.not_undelivered'],
    ['a delivered change', 'past', 'settings.not_undelivered'],
  ])('is refused for %s', async (_title, status, code) => {
    await collect();
    expect(await refusal(await record(status))).toEqual([code]);
  });

  test('is refused when the device already has these settings', async () => {
    await collect(SENT);
    expect(await refusal(await failed())).toEqual(['settings.unchanged']);
  });

  test("is refused when the values are outside of the ranges of the device's model of today", async () => {
    await collect();
    const id = await failed({ values: { ...SENT, min_apap: 45 } });
    expect(await refusal(id)).toEqual(['settings.range']);
  });

  test('is refused for an ended device, one without a module and one without a confirmed PIN', async () => {
    await collect();
    const id = await failed();
    const pin = (has: boolean) => admin.query('update device_history set has_pin = $2 where id = $1', [history, has]);
    await pin(false);
    expect(await refusal(id)).toEqual(['edit_settings.no_pin']);
    await pin(true);
    await admin.query('delete from modules where machine_id = $1', [machine.id]);
    expect(await refusal(id)).toEqual(['edit_settings.no_module']);
    await admin.query(`update device_history set end_date = '2026-06-01' where id = $1`, [history]);
    expect(await refusal(id)).toEqual(['edit_settings.device_ended']);
  });

  test('of a ventilator without a module takes the accepted warning', async () => {
    await admin.query('update machines set model_id = 6 where id = $1', [machine.id]);
    await admin.query('delete from modules where machine_id = $1', [machine.id]);
    const id = await failed({ values: defaultSettings('ventilator') });
    expect(await refusal(id)).toEqual(['edit_settings.no_ventilator']);
    expect((await resend(id, { confirmVentilator: true })).data.resendSettings.userErrors).toEqual([]);
  });

  test("is forbidden without the permission, and to another organization when the patient's disallows it", async () => {
    await collect();
    const id = await failed();
    const partner = await asViewer();
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, partner.orgId]);
    await admin.query('update organizations set disallow_external_device_edit = true where id = $1', [viewer.orgId]);
    for (const who of [await asViewer({ orgId: viewer.orgId, can: ['view.patient'] }), partner])
      expect((await resend(id, {}, who)).errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    expect(await statuses()).toEqual(['current', 'failed']);
    await admin.query('update organizations set disallow_external_device_edit = false where id = $1', [viewer.orgId]);
    expect((await resend(id, {}, partner)).data.resendSettings.userErrors).toEqual([]);
  });

  test('twice at once submits it once: by the request id, and without one by the state of the change', async () => {
    await collect();
    const id = await failed();
    const again = { version: await versionOf() };
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const variables = await inputOf(id, again);
    const keyed = async () => (await viewer.rest('POST', '/graphql', { query: RESEND, variables }, key)).body.data;
    const [one, other] = await Promise.all([keyed(), keyed()]);
    expect(one.resendSettings.settingsRecord.id).toBe(other.resendSettings.settingsRecord.id);
    expect(await statuses()).toEqual(['current', 'failed', 'pending']);

    await admin.query(`delete from settings_records where history_id = $1 and status = 'pending'`, [history]);
    const answers = await Promise.all([resend(id, again), resend(id, again)]);
    const codes = answers.flatMap(({ data }) =>
      data.resendSettings.userErrors.map((error: { code: string }) => error.code),
    );
    expect([codes, await statuses()]).toEqual([['settings.not_undelivered'], ['current', 'failed', 'pending']]);
  });
});

const dismiss = async (id: number, as = viewer) =>
  as.gql(
    `mutation ($input: DismissSettingsInput!) { dismissSettings(input: $input) {
      deviceHistory { pendingSettings { id } } settingsRecord { status dismissedBy dismissedAt } userErrors { field code message } } }`,
    { input: { deviceHistoryId: String(history), settingsRecordId: String(id) } },
  );
const checkDismissal = async (id: number) =>
  (
    await viewer.gql(
      'query ($input: DismissSettingsInput!) { checkDismissSettings(input: $input) { userErrors { code } } }',
      { input: { deviceHistoryId: String(history), settingsRecordId: String(id) } },
    )
  ).data.checkDismissSettings.userErrors.map(({ code }: { code: string }) => code);

describe('dismissing a change', () => {
  test.each([
    ['failed', 'FAILED', '(Failed)'],
    ['void', 'VOID', '(Replaced)'],
  ])(
    'that is %s takes it out of the column; the history keeps it, with who dismissed it and when',
    async (status, shown, statusLabel) => {
      await collect();
      const id = await record(status);
      expect(await checkDismissal(id)).toEqual([]);
      const { data } = await dismiss(id);
      expect(data.dismissSettings).toEqual({
        deviceHistory: { pendingSettings: null },
        settingsRecord: {
          status: shown,
          dismissedBy: expect.stringContaining('User'),
          dismissedAt: expect.any(String),
        },
        userErrors: [],
      });
      expect(
        (await device('settingsHistory { rows { statusLabel dismissedBy dismissedAt } }')).settingsHistory.rows,
      ).toEqual([
        {
          statusLabel,
          dismissedBy: data.dismissSettings.settingsRecord.dismissedBy,
          dismissedAt: data.dismissSettings.settingsRecord.dismissedAt,
        },
        { statusLabel: '', dismissedBy: null, dismissedAt: null },
      ]);
      expect((await rows())[1]).toMatchObject({ status, values: SENT, dismissed_by_id: viewer.userId });
      const { rows: audit } = await admin.query(
        `select properties from audit_log where operation = 'Mutation.dismissSettings' and actor_user_id = $1`,
        [viewer.userId],
      );
      expect(audit).toEqual([{ properties: { subjects: [`DeviceHistory:${history}`, `SettingsRecord:${id}`] } }]);
    },
  );

  test('shows no older failed change in its place', async () => {
    await failed({ submitted_at: hoursAgo(96) });
    await dismiss(await failed());
    expect((await device('pendingSettings { id }')).pendingSettings).toBeNull();
  });

  test('takes the device off the list of settings that were not delivered', async () => {
    await collect();
    const id = await failed();
    const listed = async () =>
      (await viewer.rest('GET', '/api/devices/datatable?settings_state=failed')).body.data.map(
        ({ serial }: { serial: string }) => serial,
      );
    expect(await listed()).toEqual([machine.serial]);
    await dismiss(id);
    expect(await listed()).toEqual([]);
  });

  test.each(['pending', 'past'])('that is %s is refused', async (status) => {
    await collect();
    const id = await record(status);
    expect(await checkDismissal(id)).toEqual(['settings.not_undelivered']);
    expect((await dismiss(id)).data.dismissSettings.userErrors).toEqual([
      {
        field: 'settingsRecordId',
        code: 'settings.not_undelivered',
        message:
          'This change is no longer the last one that was not delivered. Look at the settings of this device again.',
      },
    ]);
    expect((await rows())[1].dismissed_at).toBeNull();
  });

  test('that is dismissed, or that a newer one follows, is refused', async () => {
    const id = await failed();
    await dismiss(id);
    const [first] = await rows();
    expect(await checkDismissal(id)).toEqual(['settings.not_undelivered']);
    expect((await dismiss(id)).data.dismissSettings.userErrors).toHaveLength(1);
    expect(await rows()).toEqual([first]);
    const newer = await failed({ submitted_at: hoursAgo(1) });
    expect(await refusal(id)).toEqual(['settings.not_undelivered']);
    expect(await checkDismissal(newer)).toEqual([]);
  });

  test('of an ended device is possible and offered, unlike editing', async () => {
    const id = await record('void', { failure: 'device-ended' });
    await admin.query(`update device_history set end_date = '2026-06-01' where id = $1`, [history]);
    expect(await device('viewerCanDismissSettings viewerCanEditSettings')).toEqual({
      viewerCanDismissSettings: true,
      viewerCanEditSettings: false,
    });
    expect((await dismiss(id)).data.dismissSettings.userErrors).toEqual([]);
  });

  test('is forbidden without the permission', async () => {
    const id = await failed();
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect((await dismiss(id, reader)).errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    expect((await device('viewerCanDismissSettings', reader)).viewerCanDismissSettings).toBe(false);
  });

  test('sent twice at once is done once', async () => {
    const id = await failed();
    const answers = await Promise.all([dismiss(id), dismiss(id)]);
    const codes = answers.flatMap(({ data }) =>
      data.dismissSettings.userErrors.map((error: { code: string }) => error.code),
    );
    expect(codes).toEqual(['settings.not_undelivered']);
  });
});

describe('in REST', () => {
  const path = () => `/api/patients/${patient.id}/devices/${history}/pending_settings`;

  test('pending_settings has the documented status, and the id and version that send-again takes', async () => {
    await collect();
    const id = await failed();
    const { data } = (await viewer.rest('GET', path())).body;
    expect(data).toMatchObject({ id, status: 'Failed Delivery', version: await versionOf() });
    expect((await viewer.rest('POST', `${path()}/check-send-again`, { id, version: data.version })).status).toBe(204);
    expect(await statuses()).toEqual(['current', 'failed']);
    const sent = await viewer.rest('POST', `${path()}/send-again`, { id, version: data.version });
    expect([sent.status, sent.body.data.status]).toEqual([201, 'Pending Delivery']);
    expect((await viewer.rest('GET', path())).body.data).toMatchObject({
      id: sent.body.data.id,
      status: 'Pending Delivery',
    });
  });

  test('dismiss takes the change out of pending_settings; settings_history keeps it', async () => {
    const id = await failed();
    expect((await viewer.rest('POST', `${path()}/check-dismiss`, { id })).status).toBe(204);
    const done = await viewer.rest('POST', `${path()}/dismiss`, { id });
    expect([done.status, done.body.data]).toEqual([
      200,
      expect.objectContaining({
        id,
        status: 'Failed Delivery',
        dismissed_by: expect.stringContaining('User'),
        dismissed_at: expect.any(String),
      }),
    ]);
    expect((await viewer.rest('GET', path())).body).toEqual({ data: {} });
    const { body } = await viewer.rest('GET', `/api/patients/${patient.id}/devices/${history}/settings_history`);
    expect(body.data).toEqual([
      expect.objectContaining({ id, status: 'Failed Delivery', dismissed_at: expect.any(String) }),
    ]);
  });

  test('a refusal is a 422 at the field of the body', async () => {
    const id = await record('void');
    const version = await versionOf();
    const refused = async (action: string, body: object) => {
      const answer = await viewer.rest('POST', `${path()}/${action}`, body);
      return [answer.status, answer.body.errors];
    };
    expect(await refused('send-again', {})).toEqual([
      422,
      { id: ['This field is required.'], version: ['This field is required.'] },
    ]);
    expect(await refused('dismiss', { id: true })).toEqual([422, { id: ['This field is required.'] }]);
    expect(await refused('check-send-again', { id, version })).toEqual([
      422,
      { id: ['Only a change whose delivery failed can be sent again. Reload the settings of this device.'] },
    ]);
    expect(await statuses()).toEqual(['void']);
  });

  test('the same request id sends again once, and answers again', async () => {
    const id = await failed();
    const body = { id, version: await versionOf() };
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await viewer.rest('POST', `${path()}/send-again`, body, key);
    const second = await viewer.rest('POST', `${path()}/send-again`, body, key);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await statuses()).toEqual(['failed', 'pending']);
  });
});

describe('a delivered change', () => {
  const shown = async () => (await device('deliveredSettings { status answeredAt submittedBy }')).deliveredSettings;
  /** Runs `work` with the clock of the portal at NOW. */
  async function atNow<T>(work: () => Promise<T>): Promise<T> {
    const { app } = running();
    const clock = app.now;
    app.now = () => new Date(NOW);
    try {
      return await work();
    } finally {
      app.now = clock;
    }
  }
  const delivered = (ago: number, row: Record<string, unknown> = {}) =>
    record('current', { answered_at: new Date(NOW - ago).toISOString(), collected_at: hoursAgo(0), ...row });
  const DAY = 86_400_000;

  test('is shown with the time of its answer for 24 hours', async () => {
    await delivered(DAY - 1);
    expect(await atNow(shown)).toEqual({
      status: 'CURRENT',
      answeredAt: new Date(NOW - DAY + 1).toISOString(),
      submittedBy: 'Doe, Jane',
    });
  });

  test('is no longer shown after 24 hours', async () => {
    await delivered(DAY);
    expect(await atNow(shown)).toBeNull();
  });

  test('is Delivered when the device uses other values than submitted', async () => {
    await record('past', { answered_at: hoursAgo(1) });
    await collect({ ...SENT, min_apap: 7 });
    expect(await atNow(shown)).toMatchObject({ status: 'DELIVERED' });
  });

  test('is neither a refused one nor settings that the device reported by itself', async () => {
    await collect();
    await failed({ answered_at: hoursAgo(1) });
    expect(await atNow(shown)).toBeNull();
  });

  test('is the last of several', async () => {
    await record('past', { answered_at: hoursAgo(3), submitted_by_name: 'Roe, Kim' });
    await delivered(3_600_000);
    expect(await atNow(shown)).toMatchObject({ submittedBy: 'Doe, Jane' });
  });
});
