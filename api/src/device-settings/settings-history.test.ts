import { beforeEach, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  type Ref,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';
import { insertRows } from '../db/factories.ts';
import { toGlobalId } from '../shared/node.ts';
import { defaultSettings } from './settings-catalog.rules.ts';

usePortal();

let viewer: TestViewer;
let patient: Ref;
let history: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  history = await makeHistory(patient, await makeMachine(viewer.orgId));
});

const row = (status: string, values: Record<string, unknown>, other: Record<string, unknown> = {}) => ({
  org_id: patient.orgId,
  patient_id: patient.id,
  history_id: history,
  status,
  values,
  is_edit: false,
  submitted_by_name: null,
  submitted_at: null,
  collected_at: null,
  source: null,
  created_at: '2026-02-01T00:00:00Z',
  ...other,
});
const collected = (status: string, at: string, values: Record<string, unknown>) =>
  make('settings_records', row(status, values, { collected_at: at, source: 'wireless' }));
const submitted = (status: string, at: string, values: Record<string, unknown>) =>
  make('settings_records', row(status, values, { is_edit: true, submitted_at: at, submitted_by_name: 'Doe, Jane' }));

/** A replaced set, a failed one, a pending one, and the device's reports between them. */
async function makeStory() {
  return {
    past: await collected('past', '2026-02-01T10:00:00Z', { mode: 'CPAP', treat_p: 8, leak_alert_flag: true }),
    void: await submitted('void', '2026-02-02T10:00:00Z', { mode: 'CPAP', treat_p: 9, leak_alert_flag: true }),
    delivered: await submitted('past', '2026-02-03T10:00:00Z', { mode: 'CPAP', treat_p: 9.5, leak_alert_flag: true }),
    current: await collected('current', '2026-02-04T10:00:00Z', { mode: 'CPAP', treat_p: 9.5, leak_alert_flag: true }),
    failed: await submitted('failed', '2026-02-05T10:00:00Z', { mode: 'AutoCPAP', min_apap: 5, leak_alert_flag: true }),
    pending: await submitted('pending', '2026-02-06T10:00:00Z', { mode: 'CPAP', treat_p: 10, leak_alert_flag: false }),
  };
}

const FIELDS =
  'labels { name label group unit } hasMore rows { id collected title status statusLabel sourceDisplay submittedBy submittedAt tone values { name value changed } diffFromPrevious }';
const read = async (fields = FIELDS, args = '', as = viewer) => {
  const answer = await as.gql(
    `query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { settingsHistory${args} { ${fields} } } } }`,
    { id: patient.id, device: history },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data.patient.device.settingsHistory;
};
const path = () => `/api/patients/${patient.id}/devices/${history}/settings_history`;

describe('the settings history', () => {
  test('has a column per setting of any row, rows newest first, with their suffix and color', async () => {
    const ids = await makeStory();
    const { labels, rows, hasMore } = await read();
    expect(labels).toEqual([
      { name: 'mode', label: 'Mode', group: 'THERAPY', unit: null },
      { name: 'treat_p', label: 'Treat P', group: 'THERAPY', unit: 'cmH2O' },
      { name: 'min_apap', label: 'Min APAP', group: 'THERAPY', unit: 'cmH2O' },
      { name: 'leak_alert_flag', label: 'Leak Alert', group: 'ALERTS', unit: null },
    ]);
    expect(hasMore).toBe(false);
    const node = (id: number) => toGlobalId('SettingsRecord', id);
    expect(
      rows.map(({ id, status, statusLabel, tone }: Record<string, unknown>) => [id, status, statusLabel, tone]),
    ).toEqual([
      [node(ids.pending), 'PENDING', '(Pending)', 'PENDING'],
      [node(ids.failed), 'FAILED', '(Failed)', 'FAILED'],
      [node(ids.current), 'CURRENT', '', 'NONE'],
      [node(ids.delivered), 'DELIVERED', '', 'NONE'],
      [node(ids.void), 'VOID', '(Replaced)', 'VOID'],
      [node(ids.past), 'PAST', '', 'NONE'],
    ]);
    expect(rows[0]).toMatchObject({
      collected: null,
      sourceDisplay: null,
      submittedBy: 'Doe, Jane',
      submittedAt: '2026-02-06T10:00:00.000Z',
    });
    expect(rows[2]).toMatchObject({
      collected: '2026-02-04T10:00:00.000Z',
      sourceDisplay: 'Wireless',
      submittedBy: null,
      submittedAt: null,
    });
  });

  test('has diffFromPrevious against the row below, whatever that row is; the oldest row has none', async () => {
    await makeStory();
    const { rows } = await read();
    expect(rows.map(({ diffFromPrevious }: { diffFromPrevious: string[] }) => diffFromPrevious)).toEqual([
      ['mode', 'treat_p', 'min_apap', 'leak_alert_flag'],
      ['mode', 'treat_p', 'min_apap'],
      [],
      ['treat_p'],
      ['treat_p'],
      [],
    ]);
    expect(rows[0].values).toEqual([
      { name: 'mode', value: 'CPAP', changed: true },
      { name: 'treat_p', value: '10.0', changed: true },
      { name: 'leak_alert_flag', value: 'false', changed: true },
    ]);
    expect(rows[3].values.map(({ changed }: { changed: boolean }) => changed)).toEqual([false, true, false]);
  });

  test('is read page by page, and a page boundary hides no difference', async () => {
    await makeStory();
    const whole = await read();
    const first = await read(FIELDS, '(first: 2)');
    expect(first).toEqual({ ...whole, rows: whole.rows.slice(0, 2), hasMore: true });
    const second = await read(FIELDS, `(first: 2, after: "${first.rows[1].id}")`);
    expect(second).toEqual({ ...whole, rows: whole.rows.slice(2, 4), hasMore: true });
    const last = await read(FIELDS, `(first: 2, after: "${second.rows[1].id}")`);
    expect(last).toEqual({ ...whole, rows: whole.rows.slice(4), hasMore: false });
    expect((await read('rows { id }', '(first: -5)')).rows).toHaveLength(1);
    const outsider = await makePatient((await asViewer()).orgId);
    const foreign = await make('settings_records', {
      ...row('current', {}),
      org_id: outsider.orgId,
      patient_id: outsider.id,
      history_id: await makeHistory(outsider, await makeMachine(outsider.orgId)),
    });
    for (const id of [foreign, 999_999_001])
      expect(await read('rows { id } hasMore', `(after: "${id}")`)).toEqual({ rows: [], hasMore: false });
  });

  test('shows the later one of two records with the same time as newer', async () => {
    const at = '2026-02-04T10:00:00Z';
    const [first, second] = [
      await collected('past', at, { mode: 'CPAP' }),
      await collected('current', at, { mode: 'CPAP' }),
    ];
    expect((await read('rows { id }')).rows.map(({ id }: { id: string }) => id)).toEqual(
      [second, first].map((id) => toGlobalId('SettingsRecord', id)),
    );
    expect((await read('rows { id }', `(first: 1, after: ${second})`)).rows).toEqual([
      { id: toGlobalId('SettingsRecord', first) },
    ]);
  });

  test('shows a change that the device applied at the time when the device reported it', async () => {
    const past = await collected('past', '2026-02-04T10:00:00Z', { mode: 'CPAP', treat_p: 8 });
    const current = await make(
      'settings_records',
      row(
        'current',
        { mode: 'CPAP', treat_p: 9 },
        {
          is_edit: true,
          submitted_at: '2026-02-03T10:00:00Z',
          submitted_by_name: 'Doe, Jane',
          collected_at: '2026-02-05T10:00:00Z',
          source: 'wireless',
        },
      ),
    );
    const { rows } = await read('rows { id status submittedBy collected sourceDisplay diffFromPrevious }');
    expect(rows).toEqual([
      {
        id: toGlobalId('SettingsRecord', current),
        status: 'CURRENT',
        submittedBy: 'Doe, Jane',
        collected: '2026-02-05T10:00:00.000Z',
        sourceDisplay: 'Wireless',
        diffFromPrevious: ['treat_p'],
      },
      {
        id: toGlobalId('SettingsRecord', past),
        status: 'PAST',
        submittedBy: null,
        collected: '2026-02-04T10:00:00.000Z',
        sourceDisplay: 'Wireless',
        diffFromPrevious: [],
      },
    ]);
    expect((await viewer.rest('GET', path().replace('settings_history', 'current_settings'))).body.data).toMatchObject({
      is_edit: false,
      source_display: 'Wireless',
    });
    expect((await viewer.rest('GET', path())).body.data.map(({ is_edit: edit }: { is_edit: boolean }) => edit)).toEqual(
      [false, false],
    );
  });

  test('is empty without records', async () => {
    expect(await read()).toEqual({ labels: [], rows: [], hasMore: false });
    expect((await viewer.rest('GET', path())).body).toEqual({ data: [], labels: [] });
  });
});

describe('GET settings_history', () => {
  test('returns rows with their groups and diffFromPrevious, and the labels', async () => {
    const ids = await makeStory();
    const { body } = await viewer.rest('GET', path());
    expect(Object.keys(body)).toEqual(['data', 'labels']);
    expect(body.labels[1]).toEqual({ name: 'treat_p', label: 'Treat P', group: 'therapy', unit: 'cmH2O' });
    expect(body.data).toHaveLength(6);
    expect(body.data[0]).toEqual({
      id: ids.pending,
      title: 'Pending Delivery',
      status: 'Pending Delivery',
      is_edit: true,
      submitted_by: 'Doe, Jane',
      submitted_at: '2026-02-06T10:00:00.000Z',
      dismissed_by: null,
      dismissed_at: null,
      collected: null,
      source_display: null,
      therapy: [
        { name: 'mode', label: 'Mode', value: 'CPAP', unit: null },
        { name: 'treat_p', label: 'Treat P', value: '10.0', unit: 'cmH2O' },
      ],
      comfort: [],
      alerts: [{ name: 'leak_alert_flag', label: 'Leak Alert', value: false, unit: null }],
      diffFromPrevious: ['mode', 'treat_p', 'min_apap', 'leak_alert_flag'],
    });
  });

  test("with csv=true returns a file with titles in the viewer's language", async () => {
    await makeStory();
    await admin.query(
      `update settings_records set submitted_by_name = '=HYPERLINK("x")', dismissed_by_id = 1, dismissed_by_name = 'Roe, Kim', dismissed_at = '2026-02-05T12:00:00Z'
        where history_id = $1 and status = 'failed'`,
      [history],
    );
    const file = await viewer.rest('GET', `${path()}?csv=true`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'Collected (America/New_York),Source/Status,Submitted by,Submitted at (America/New_York),Dismissed by,Dismissed at (America/New_York),Mode,Treat P,Min APAP,Leak Alert',
      ',(Pending),"Doe, Jane",2026-02-06T05:00:00.000-05:00,,,CPAP,10.0,,false',
      `,(Failed),"'=HYPERLINK(""x"")",2026-02-05T05:00:00.000-05:00,"Roe, Kim",2026-02-05T07:00:00.000-05:00,AutoCPAP,,5.0,true`,
      '2026-02-04T05:00:00.000-05:00,Wireless,,,,,CPAP,9.5,,true',
      ',Delivered,"Doe, Jane",2026-02-03T05:00:00.000-05:00,,,CPAP,9.5,,true',
      ',(Replaced),"Doe, Jane",2026-02-02T05:00:00.000-05:00,,,CPAP,9.0,,true',
      '2026-02-01T05:00:00.000-05:00,Wireless,,,,,CPAP,8.0,,true',
    ]);
    const spaniard = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    const lines = (await spaniard.rest('GET', `${path()}?csv=true`)).text.trim().split('\r\n');
    expect(lines[0]).toContain(
      'Recogido (America/New_York),Origen/Estado,Enviado por,Enviado el (America/New_York),Descartado por,Descartado el (America/New_York),Modo',
    );
    expect(lines[1]).toContain('(Pendiente)');
    expect(lines[3]).toContain('vía inalámbrica');
  });

  test("of another organization's device, or another patient's, is not found", async () => {
    await makeStory();
    const other = await makePatient(viewer.orgId);
    expect((await viewer.rest('GET', `/api/patients/${other.id}/devices/${history}/settings_history`)).status).toBe(
      404,
    );
    expect((await (await asViewer()).rest('GET', path())).status).toBe(404);
    expect(
      (
        await viewer.gql('query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { id } } }', {
          id: other.id,
          device: history,
        })
      ).data,
    ).toEqual({ patient: { device: null } });
  });

  test('needs the permission to see patients', async () => {
    expect((await (await asViewer({ orgId: viewer.orgId, can: ['org.user.device'] })).rest('GET', path())).status).toBe(
      403,
    );
  });
});

test('the page of a patient with 40 devices and three years of settings takes as many statements as that of a patient with one', async () => {
  const machines = await Promise.all(Array.from({ length: 40 }, () => makeMachine(viewer.orgId)));
  const long = await makePatient(viewer.orgId);
  const day = (number: number) => new Date(Date.UTC(2023, 0, 1 + number)).toISOString();
  for (const [index, machine] of machines.entries()) {
    const end = index === 39 ? null : day(index * 28 + 28).slice(0, 10);
    const id = await makeHistory(long, machine, { start_date: day(index * 28).slice(0, 10), end_date: end });
    await insertRows(
      admin,
      'settings_records',
      Array.from({ length: 28 }, (_, night) => ({
        ...row(
          night === 27 ? 'current' : 'past',
          { ...defaultSettings('cpap'), min_apap: 5 + (night % 4) },
          { collected_at: day(index * 28 + night), source: 'wireless' },
        ),
        org_id: long.orgId,
        patient_id: long.id,
        history_id: id,
      })),
    );
  }
  await makeStory();
  const query = `query ($id: ID!) { patient(id: $id) { devices {
    serial historySize editAllowed editNotice viewerCanEditSettings currentSettings { title therapy { value } } pendingSettings { title failureText therapy { value } }
    settingsForm { version kind values { name value } } settingsHistory(first: 5) { labels { label } rows { diffFromPrevious } hasMore } } } }`;
  const count = async (id: number) => countQueries(() => viewer.gql(query, { id }));
  const [one, forty] = [await count(patient.id), await count(long.id)];
  expect([one.result.errors, forty.result.errors]).toEqual([undefined, undefined]);
  expect(one.result.data.patient.devices).toHaveLength(1);
  expect(forty.result.data.patient.devices).toHaveLength(40);
  expect(forty.result.data.patient.devices[7]).toMatchObject({
    historySize: 28,
    settingsHistory: { hasMore: true, rows: { length: 5 } },
  });
  expect(forty.statements).toBe(one.statements);
});

test('the whole history of a device takes as many statements as a short one', async () => {
  await makeStory();
  const short = await countQueries(() => viewer.rest('GET', path()));
  await insertRows(
    admin,
    'settings_records',
    Array.from({ length: 1100 }, (_, night) =>
      row('past', defaultSettings('cpap'), {
        collected_at: new Date(Date.UTC(2023, 0, 1 + night)).toISOString(),
        source: 'wireless',
      }),
    ),
  );
  const long = await countQueries(() => viewer.rest('GET', path()));
  expect(long.result.body.data).toHaveLength(1106);
  expect(long.statements).toBe(short.statements);
});
