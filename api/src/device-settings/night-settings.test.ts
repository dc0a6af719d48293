import { beforeEach, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let history: number;
beforeEach(async () => {
  viewer = await asViewer();
  [patient, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
  await admin.query("update organizations set timezone = 'America/New_York' where id = $1", [viewer.orgId]);
  history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
});

const settings = (status: string, pressure: number, row: object, of = history) =>
  make('settings_records', {
    org_id: patient.orgId,
    patient_id: patient.id,
    history_id: of,
    status,
    values: { mode: 'CPAP', treat_p: pressure },
    is_edit: false,
    source: 'wireless',
    created_at: '2026-06-01T00:00:00Z',
    ...row,
  });
const reported = (status: string, pressure: number, first: string, last = first) =>
  settings(status, pressure, { created_at: first, collected_at: last });

const NIGHT = `query ($id: ID!, $date: Date!) { patient(id: $id) { nightSettings(date: $date) { since device { serial } settings { therapy { name value unit } } } } }`;
async function night(date: string, as = viewer): Promise<unknown[]> {
  const { data } = await as.gql(NIGHT, { id: patient.id, date });
  return data.patient.nightSettings.map(
    ({ since, settings: { therapy } }: { since: string; settings: { therapy: { name: string; value: string }[] } }) => [
      since,
      therapy.find(({ name }) => name === 'treat_p')!.value,
    ],
  );
}

describe('the settings of a night', () => {
  test('are those that the device had reported before it, with their device', async () => {
    await reported('past', 8, '2026-02-01T10:00:00Z');
    await reported('current', 9, '2026-03-01T10:00:00Z');
    expect(await night('2026-02-10')).toEqual([['2026-02-01T10:00:00.000Z', '8.0']]);
    expect(await night('2026-03-10')).toEqual([['2026-03-01T10:00:00.000Z', '9.0']]);
    const { data } = await viewer.gql(NIGHT, { id: patient.id, date: '2026-03-10' });
    expect(data.patient.nightSettings[0].device.serial).toBe(machine.serial);
    expect(data.patient.nightSettings[0].settings.therapy).toContainEqual({
      name: 'treat_p',
      value: '9.0',
      unit: 'cmH2O',
    });
  });

  test('are none before the first report: not known is not the default', async () => {
    await reported('current', 9, '2026-03-01T17:00:00Z');
    expect(await night('2026-02-28')).toEqual([]);
    expect(await night('2026-03-01')).toEqual([['2026-03-01T17:00:00.000Z', '9.0']]);
  });

  // Noon in New York is 17:00 UTC in winter.
  test('are all that held between noon and noon at the provider, both sides of each noon', async () => {
    await reported('past', 8, '2026-02-01T10:00:00Z');
    await reported('past', 9, '2026-02-10T16:59:00Z');
    await reported('past', 10, '2026-02-11T16:59:00Z');
    await reported('current', 11, '2026-02-11T17:00:00Z');
    expect(await night('2026-02-09')).toEqual([
      ['2026-02-01T10:00:00.000Z', '8.0'],
      ['2026-02-10T16:59:00.000Z', '9.0'],
    ]);
    expect(await night('2026-02-10')).toEqual([
      ['2026-02-10T16:59:00.000Z', '9.0'],
      ['2026-02-11T16:59:00.000Z', '10.0'],
    ]);
    expect(await night('2026-02-11')).toEqual([['2026-02-11T17:00:00.000Z', '11.0']]);
  });

  test('of settings that the device reports again are known from the first report', async () => {
    await reported('current', 8, '2026-02-01T10:00:00Z', '2026-05-01T10:00:00Z');
    expect(await night('2026-02-10')).toEqual([['2026-02-01T10:00:00.000Z', '8.0']]);
  });

  test("of a card are known from the card's own time", async () => {
    await settings('past', 8, { source: 'sd card', collected_at: '2026-02-01T10:00:00Z' });
    expect(await night('2026-02-10')).toEqual([['2026-02-01T10:00:00.000Z', '8.0']]);
  });

  test('of a submitted change hold from the answer of the device, and not without one', async () => {
    const submitted = { is_edit: true, submitted_by_name: 'Doe, Jane', submitted_at: '2026-02-05T10:00:00Z' };
    await reported('past', 8, '2026-02-01T10:00:00Z');
    const applied = { answered_at: '2026-02-10T23:00:00Z', collected_at: '2026-04-01T10:00:00Z' };
    await settings('current', 9, { ...submitted, ...applied });
    await settings('failed', 12, { ...submitted, answered_at: '2026-02-06T10:00:00Z', failure: 'refused' });
    await settings('pending', 13, submitted);
    expect(await night('2026-02-09')).toEqual([['2026-02-01T10:00:00.000Z', '8.0']]);
    expect(await night('2026-02-10')).toEqual([
      ['2026-02-01T10:00:00.000Z', '8.0'],
      ['2026-02-10T23:00:00.000Z', '9.0'],
    ]);
    expect(await night('2026-02-11')).toEqual([['2026-02-10T23:00:00.000Z', '9.0']]);
  });

  test('that a device limited are those that it uses, not those that were submitted', async () => {
    const answered = { answered_at: '2026-02-10T23:00:00Z', submitted_at: '2026-02-05T10:00:00Z', is_edit: true };
    await settings('past', 30, answered);
    await reported('current', 20, '2026-02-10T23:00:00Z');
    expect(await night('2026-02-12')).toEqual([['2026-02-10T23:00:00.000Z', '20.0']]);
  });

  test('are the defaults for a device that uses them', async () => {
    await settings('defaults', 4, { source: null, created_at: '2026-02-01T10:00:00Z' });
    expect(await night('2026-02-10')).toEqual([['2026-02-01T10:00:00.000Z', '4.0']]);
  });

  test('are of the device that was assigned: its first night, and none on the date of its end', async () => {
    await reported('past', 8, '2025-12-01T10:00:00Z');
    await admin.query("update device_history set end_date = '2026-02-10' where id = $1", [history]);
    const next = await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: '2026-02-10' });
    await settings('current', 9, { created_at: '2026-02-10T10:00:00Z', collected_at: '2026-02-10T10:00:00Z' }, next);
    expect(await night('2025-12-31')).toEqual([]);
    expect(await night('2026-01-01')).toEqual([['2025-12-01T10:00:00.000Z', '8.0']]);
    expect(await night('2026-02-09')).toEqual([['2025-12-01T10:00:00.000Z', '8.0']]);
    expect(await night('2026-02-10')).toEqual([['2026-02-10T10:00:00.000Z', '9.0']]);
  });

  test('of many patients are read in as many statements as those of one', async () => {
    await reported('current', 8, '2026-02-01T10:00:00Z');
    const others = [await makePatient(viewer.orgId), await makePatient(viewer.orgId)];
    for (const other of others) {
      const id = await makeHistory(other, await makeMachine(viewer.orgId), { start_date: '2026-01-01' });
      await settings(
        'current',
        9,
        { patient_id: other.id, created_at: '2026-02-01T10:00:00Z', collected_at: '2026-02-01T10:00:00Z' },
        id,
      );
    }
    const list = (first: number) =>
      countQueries(() =>
        viewer.gql(
          `query ($first: Int!) { patients(first: $first) { edges { node { nightSettings(date: "2026-02-10") { since settings { therapy { value } } } } } } }`,
          { first },
        ),
      );
    const [one, three] = [await list(1), await list(3)];
    expect(three.result.data.patients.edges).toHaveLength(3);
    expect(three.statements).toBe(one.statements);
  });
});
