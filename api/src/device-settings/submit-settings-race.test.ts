import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  make,
  type Ref,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';
import { defaultSettings } from './settings-catalog.rules.ts';

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
  await admin.query(
    'insert into modules (org_id, machine_id, serial, version, type, iccid) values ($1, $2, $3, $4, $5, $6)',
    [machine.orgId, machine.id, 'MOD1', '2.1', 'LTE', `8986${machine.id}`],
  );
  await make('settings_records', {
    org_id: patient.orgId,
    patient_id: patient.id,
    history_id: history,
    status: 'current',
    values: defaultSettings('cpap'),
    is_edit: false,
    collected_at: '2026-02-01T08:00:00Z',
    source: 'Wireless',
    created_at: '2026-02-01T08:00:00Z',
  });
});

const versionNow = async () =>
  (
    await viewer.gql(
      'query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { settingsForm { version } } } }',
      { id: patient.id, device: history },
    )
  ).data.patient.device.settingsForm.version;
const submit = (minApap: number, seen: string, as = viewer) =>
  as.gql(
    'mutation ($input: SubmitSettingsInput!) { submitSettings(input: $input) { settingsRecord { id } conflict { version record { id } } userErrors { code } } }',
    {
      input: {
        deviceHistoryId: String(history),
        mode: 'AutoCPAP',
        values: [{ name: 'min_apap', value: String(minApap) }],
        version: seen,
      },
    },
  );
const records = async () =>
  (await admin.query('select id, status, values from settings_records where history_id = $1 order by id', [history]))
    .rows;
const statuses = async () => (await records()).map(({ status }) => status);
const codesOf = (answer: Awaited<ReturnType<typeof submit>>) =>
  answer.data.submitSettings.userErrors.map(({ code }: { code: string }) => code);

test('of fifteen submissions based on the same settings, one succeeds and the others are refused with its record', async () => {
  const seen = await versionNow();
  const answers = await Promise.all(Array.from({ length: 15 }, (_, index) => submit(5.5 + index / 2, seen)));
  expect(answers.filter(({ errors }) => errors)).toEqual([]);
  const done = answers.filter((answer) => codesOf(answer).length === 0);
  expect(done).toHaveLength(1);
  for (const answer of answers.filter((one) => one !== done[0])) {
    expect(answer.data.submitSettings).toMatchObject({
      conflict: { record: { id: done[0]!.data.submitSettings.settingsRecord.id } },
      userErrors: [{ code: 'conflict' }],
    });
  }
  expect(await statuses()).toEqual(['current', 'pending']);
});

test('users who submit again with the newer version all succeed, one after another, and one change is pending', async () => {
  const persist = async (index: number) => {
    let seen = await versionNow();
    for (;;) {
      const answer = await submit(6 + index, seen);
      expect(answer.errors).toBeUndefined();
      if (codesOf(answer).length === 0) return;
      expect(codesOf(answer)).toEqual(['conflict']);
      seen = answer.data.submitSettings.conflict.version;
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map(persist));
  const after = await records();
  expect(await statuses()).toEqual(['current', 'void', 'void', 'void', 'void', 'void', 'pending']);
  expect(new Set(after.slice(1).map(({ values }) => values.min_apap))).toEqual(new Set([6, 7, 8, 9, 10, 11]));
});

describe('while it waits for its lock', () => {
  const taken = () =>
    `update settings_records set status = 'past', answered_at = now() where history_id = ${history} and status = 'pending'`;

  test('a submission to an assignment that ends is refused', async () => {
    const seen = await versionNow();
    const answer = await whileLocked(`update device_history set end_date = '2026-06-01' where id = ${history}`, () =>
      submit(7, seen),
    );
    expect(codesOf(answer)).toEqual(['edit_settings.device_ended']);
    expect(await statuses()).toEqual(['current']);
  });

  test('a submission to an assignment that is deleted finds none', async () => {
    const seen = await versionNow();
    const answer = await whileLocked(`delete from device_history where id = ${history}`, () => submit(7, seen));
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    expect(await statuses()).toEqual([]);
  });

  test('a submission is refused when the device reported other settings in between', async () => {
    const seen = await versionNow();
    const answer = await whileLocked(
      `update settings_records set status = 'past' where history_id = ${history} and status = 'current';
       insert into settings_records (org_id, patient_id, history_id, status, "values", collected_at)
         values (${patient.orgId}, ${patient.id}, ${history}, 'current', '{"mode": "CPAP", "treat_p": 9}', now())`,
      () => submit(7, seen),
    );
    expect(codesOf(answer)).toEqual(['conflict']);
    expect(await statuses()).toEqual(['past', 'current']);
  });

  test('a submission that would replace a change that the device just applied is refused', async () => {
    expect(codesOf(await submit(7, await versionNow()))).toEqual([]);
    const seen = await versionNow();
    expect(codesOf(await whileLocked(taken(), () => submit(8, seen)))).toEqual(['conflict']);
    expect(await statuses()).toEqual(['current', 'past']);
  });

  test('withdrawing a change that the device just applied is refused', async () => {
    const { settingsRecord } = (await submit(7, await versionNow())).data.submitSettings;
    const answer = await whileLocked(taken(), () =>
      viewer.gql(
        'mutation ($input: CancelPendingSettingsInput!) { cancelPendingSettings(input: $input) { userErrors { code } } }',
        { input: { deviceHistoryId: String(history), settingsRecordId: settingsRecord.id } },
      ),
    );
    expect(answer.data.cancelPendingSettings.userErrors).toEqual([{ code: 'settings.not_pending' }]);
    expect(await statuses()).toEqual(['current', 'past']);
  });

  test('a second pending change by a writer without a lock is refused by the index, with the usual error', async () => {
    const seen = await versionNow();
    const answer = await whileLocked(
      `insert into settings_records (org_id, patient_id, history_id, status, "values", is_edit, submitted_at)
         values (${patient.orgId}, ${patient.id}, ${history}, 'pending', '{"mode": "CPAP"}', true, now())`,
      () => submit(7, seen),
    );
    expect(codesOf(answer)).toEqual(['conflict']);
    expect(await statuses()).toEqual(['current', 'pending']);
  });
});
