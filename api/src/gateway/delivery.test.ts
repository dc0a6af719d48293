import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client as SocketClient } from 'graphql-ws';
import { openSocket } from '../../test/contract/socket.ts';
import { countQueries } from '../../test/count-queries.ts';
import { asDevice, type TestDevice } from '../../test/device.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';
import { runJob } from '../../test/run-job.ts';
import { defaultSettings } from '../device-settings/settings-catalog.rules.ts';
import { deliverSettings, sweepDeliveries } from '../device-settings/settings-delivery.jobs.ts';
import { resumeDeliveries } from '../device-settings/settings-delivery.service.ts';
import { Context } from '../shared/context.ts';
import { fromGlobalId } from '../shared/node.ts';

usePortalHere();

const DEFAULTS = defaultSettings('cpap');
const sockets: SocketClient[] = [];
let staff: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let history: number;
let device: TestDevice;

beforeEach(async () => {
  staff = await asViewer();
  [patient, machine] = [await makePatient(staff.orgId), await makeMachine(staff.orgId)];
  history = await makeHistory(patient, machine);
  await admin.query('insert into modules (org_id, machine_id, serial, iccid) values ($1, $2, $3, $4)', [
    machine.orgId,
    machine.id,
    'MOD1',
    `8986${machine.id}`,
  ]);
  device = asDevice(machine.serial);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.dispose();
});

const FORM = 'query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { settingsForm { version } } } }';
/** Submits a change as staff does and returns its id. */
async function submit(minApap: string): Promise<number> {
  const { data } = await staff.gql(FORM, { id: patient.id, device: history });
  const answer = await staff.gql(
    'mutation ($input: SubmitSettingsInput!) { submitSettings(input: $input) { settingsRecord { id } userErrors { code } } }',
    {
      input: {
        deviceHistoryId: String(history),
        mode: 'AutoCPAP',
        values: [{ name: 'min_apap', value: minApap }],
        version: data.patient.device.settingsForm.version,
      },
    },
  );
  expect(answer.data.submitSettings.userErrors).toEqual([]);
  return fromGlobalId(answer.data.submitSettings.settingsRecord.id)!.id;
}

const answer = (id: number, body: object) => device.post(`/settings/${id}/answer`, body);
const report = (values: object, more: object = {}) => device.post('/settings/report', { values, ...more });
const fetched = async () =>
  (await device.post('/settings/fetch')).body.data as { id: number; values: Record<string, unknown> }[];
const records = async () =>
  (await admin.query('select * from settings_records where history_id = $1 order by id', [history])).rows;
const statuses = async () => (await records()).map(({ status }) => status as string);
const page = async () =>
  (
    await staff.gql(
      `query ($id: ID!) { patient(id: $id) { devices {
  currentSettings { status isEdit sourceDisplay collected therapy { name value } } pendingSettings { status } } } }`,
      { id: patient.id },
    )
  ).data.patient.devices[0];
const minApap = (settings: { therapy: { name: string; value: string }[] }) =>
  settings.therapy.find(({ name }) => name === 'min_apap')!.value;
const expire = (id: number) =>
  admin.query(`update settings_records set expires_at = now() - interval '1 second' where id = $1`, [id]);

/** Resolves when every event that was announced before has arrived: events arrive in the order of their transactions. */
async function eventsArrived(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = running().app.pubsub.listen('settings.status-changed', ({ patientId }) => patientId === 0 && resolve());
  const data = { patientId: 0, historyId: 0, recordId: 0 };
  await admin.query("select pg_notify('airlog', $1)", [JSON.stringify({ topic: 'settings.status-changed', data })]);
  await promise;
  end();
}

/** The statuses that an open page of the patient receives from now on. */
async function openPage(): Promise<[number, string][]> {
  await eventsArrived();
  const heard: [number, string][] = [];
  const before = running().app.pubsub.listeners('settings.status-changed');
  const socket = openSocket(staff);
  sockets.push(socket);
  socket.subscribe<{ settingsStatusChanged: { settingsRecord: { id: string; status: string } } }>(
    {
      query: 'subscription ($id: ID!) { settingsStatusChanged(patientId: $id) { settingsRecord { id status } } }',
      variables: { id: String(patient.id) },
    },
    {
      next: ({ data }) =>
        void heard.push([
          fromGlobalId(data!.settingsStatusChanged.settingsRecord.id)!.id,
          data!.settingsStatusChanged.settingsRecord.status,
        ]),
      error: () => undefined,
      complete: () => undefined,
    },
  );
  await until(() => running().app.pubsub.listeners('settings.status-changed') > before);
  return heard;
}
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10)); // the test's own time limit ends it
}

describe('a submitted change', () => {
  test('is Pending Delivery until its device reports that it was applied, and an open page is notified', async () => {
    await report(DEFAULTS);
    const id = await submit('7');
    const heard = await openPage();
    expect((await page()).pendingSettings).toEqual({ status: 'PENDING' });
    expect(await fetched()).toEqual([
      { id, values: { ...DEFAULTS, min_apap: 7 }, submitted_at: expect.any(String), expires_at: expect.any(String) },
    ]);
    expect((await page()).pendingSettings).toEqual({ status: 'PENDING' });
    // An event is read after its change: without waiting, it could show the next one.
    await until(() => heard.length === 1);

    expect((await answer(id, { result: 'accepted' })).body).toEqual({
      data: { id, result: 'accepted', applied: true },
    });
    const { currentSettings, pendingSettings } = await page();
    expect([currentSettings, minApap(currentSettings), pendingSettings]).toMatchObject([
      { status: 'CURRENT', isEdit: false, sourceDisplay: 'Wireless' },
      '7.0',
      null,
    ]);
    expect(await statuses()).toEqual(['past', 'current']);
    await until(() => heard.length === 2);
    expect(heard).toEqual([
      [id, 'PENDING'],
      [id, 'CURRENT'],
    ]);
  });

  test('fetched twice is the same and keeps the time of the first fetch', async () => {
    const id = await submit('7');
    const first = await fetched();
    const [{ sent_at: sent }] = await records();
    expect(await fetched()).toEqual(first);
    expect((await records())[0]).toMatchObject({ id, status: 'pending', sent_at: sent });
    expect(sent).not.toBeNull();
  });

  test("that the device clamps is Delivered, and current holds the device's values, collected via wireless", async () => {
    await report(DEFAULTS);
    const id = await submit('7');
    await answer(id, { result: 'clamped', values: { ...DEFAULTS, min_apap: 6.5 } });
    expect(await statuses()).toEqual(['past', 'past', 'current']);
    expect((await records())[2]).toMatchObject({ is_edit: false, source: 'wireless', values: { min_apap: 6.5 } });
    const { data } = await staff.gql('query ($id: ID!) { node(id: $id) { ... on SettingsRecord { status title } } }', {
      id: Buffer.from(`SettingsRecord:${id}`).toString('base64url'),
    });
    expect(data.node).toEqual({ status: 'DELIVERED', title: 'Delivered' });
    expect(minApap((await page()).currentSettings)).toBe('6.5');
  });

  test('that the device refuses is Failed Delivery with its reason, and the current settings stay', async () => {
    await report(DEFAULTS);
    const id = await submit('7');
    await answer(id, { result: 'refused', reason: 'Locked at the device.' });
    expect(await records()).toMatchObject([
      { status: 'current' },
      { id, status: 'failed', failure: 'refused', refusal: 'Locked at the device.', source: null },
    ]);
    expect((await page()).pendingSettings).toEqual({ status: 'FAILED' });
  });

  test("that is replaced before the device answers stays Void/Replaced: the device's values count as a report", async () => {
    await report(DEFAULTS);
    const first = await submit('7');
    await fetched();
    const second = await submit('8');
    expect((await answer(first, { result: 'accepted' })).body.data).toEqual({
      id: first,
      result: 'accepted',
      applied: false,
    });
    expect(await records()).toMatchObject([
      { status: 'past' },
      { id: first, status: 'void', answered_at: null },
      { id: second, status: 'pending' },
      { status: 'current', is_edit: false, source: 'wireless', values: { min_apap: 7 } },
    ]);
    // The old answer, repeated after the newer change was delivered, changes nothing.
    await answer(second, { result: 'accepted' });
    await answer(first, { result: 'accepted' });
    expect(minApap((await page()).currentSettings)).toBe('8.0');
  });

  test('that expired is no longer handed out, and becomes Failed Delivery once, however often the job runs', async () => {
    const id = await submit('7');
    await runJob(deliverSettings, { settingsRecordId: id });
    expect(await statuses()).toEqual(['pending']);
    await expire(id);
    expect(await fetched()).toEqual([]);
    const heard = await openPage();
    for (const _ of [1, 2]) await runJob(deliverSettings, { settingsRecordId: id });
    expect(await records()).toMatchObject([{ status: 'failed', failure: 'expired', answered_at: null }]);
    await until(() => heard.length > 0);
    expect(heard).toEqual([[id, 'FAILED']]);
    // The device applied it after all and reports that late.
    expect((await answer(id, { result: 'accepted' })).body.data.applied).toBe(false);
    expect(await records()).toMatchObject([
      { id, status: 'failed', failure: 'expired' },
      { status: 'current', is_edit: false, values: { min_apap: 7 } },
    ]);
  });

  test('is not found for the device of another machine, like one that does not exist', async () => {
    const id = await submit('7');
    const outsider = asDevice((await makeMachine(staff.orgId)).serial);
    const [foreign, missing] = [
      await outsider.post(`/settings/${id}/answer`, { result: 'accepted' }),
      await outsider.post('/settings/999999999/answer', { result: 'accepted' }),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect(await statuses()).toEqual(['pending']);
  });

  test('is the only record that a device can answer, unlike collected settings', async () => {
    await report(DEFAULTS);
    const [{ id }] = await records();
    expect((await answer(id, { result: 'refused', reason: 'no' })).status).toBe(404);
  });

  test('of a former patient that is answered late reveals no other patient', async () => {
    const id = await submit('7');
    await admin.query(`update device_history set start_date = '2020-01-01', end_date = '2020-06-01' where id = $1`, [
      history,
    ]);
    await admin.query(`update settings_records set status = 'void' where id = $1`, [id]);
    const next = await makeHistory(await makePatient(staff.orgId), machine, { start_date: '2021-01-01' });
    expect((await answer(id, { result: 'accepted' })).body.data.applied).toBe(false);
    expect(await statuses()).toEqual(['void']);
    expect((await admin.query('select values from settings_records where history_id = $1', [next])).rows).toMatchObject(
      [{ values: { min_apap: 7 } }],
    );
  });
});

describe('a device that answers twice', () => {
  test.each([
    ['accepted', { result: 'accepted' }, ['past', 'current']],
    ['clamped', { result: 'clamped', values: { ...DEFAULTS, min_apap: 6.5 } }, ['past', 'past', 'current']],
    ['refused', { result: 'refused', reason: 'no' }, ['current', 'failed']],
  ])('%s, gets the same reply, and the answer counts once', async (_title, said, after) => {
    await report(DEFAULTS);
    const id = await submit('7');
    const first = await answer(id, said);
    const once = await records();
    const second = await answer(id, said);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect([await records(), await statuses()]).toEqual([once, after]);
  });

  test('ten times at once gets the same reply ten times, and the answer counts once', async () => {
    const id = await submit('7');
    const said = { result: 'clamped', values: { ...DEFAULTS, min_apap: 6.5 } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(id, said)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`200 ${JSON.stringify({ data: { id, result: 'clamped', applied: true } })}`]),
    );
    expect(await statuses()).toEqual(['past', 'current']);
  });

  test('differently the second time gets the first reply, and the second answer is ignored', async () => {
    const id = await submit('7');
    await answer(id, { result: 'accepted' });
    const before = await records();
    expect((await answer(id, { result: 'refused', reason: 'no' })).body.data).toEqual({
      id,
      result: 'accepted',
      applied: true,
    });
    expect((await answer(id, { result: 'clamped', values: { ...DEFAULTS, min_apap: 9 } })).body.data).toEqual({
      id,
      result: 'accepted',
      applied: true,
    });
    expect(await records()).toEqual(before);
  });

  test('yes and no at once keeps exactly one of the two', async () => {
    const id = await submit('7');
    const [yes, no] = await Promise.all([
      answer(id, { result: 'accepted' }),
      answer(id, { result: 'refused', reason: 'no' }),
    ]);
    expect(yes.body).toEqual(no.body);
    expect(await statuses()).toEqual([yes.body.data.result === 'accepted' ? 'current' : 'failed']);
  });
});

describe('a report of settings changed on the device', () => {
  test('becomes current and makes the previous settings past, while a pending change still waits', async () => {
    await report(DEFAULTS);
    const id = await submit('7');
    expect((await report({ ...DEFAULTS, humidifier: 5 })).body).toEqual({ data: { recorded: true } });
    expect(await records()).toMatchObject([
      { status: 'past' },
      { id, status: 'pending' },
      { status: 'current', is_edit: false, source: 'wireless', values: { humidifier: 5 } },
    ]);
    expect((await page()).currentSettings).toMatchObject({ sourceDisplay: 'Wireless', isEdit: false });
  });

  test('that repeats the same settings leaves one record, with a new collection date', async () => {
    const early = new Date(Date.now() - 3_600_000).toISOString();
    await report(DEFAULTS, { device_time: new Date().toISOString(), changed_at: early });
    const [first] = await records();
    await report(DEFAULTS);
    const [second, ...more] = await records();
    expect([second.id, more]).toEqual([first.id, []]);
    expect(second.collected_at.getTime()).toBeGreaterThan(first.collected_at.getTime());
  });

  test('sent ten times at once leaves one current record', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => report({ ...DEFAULTS, min_apap: 5 + nth / 2 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await statuses()).filter((status) => status === 'current')).toHaveLength(1);
  });

  test.each([
    ['right', 0],
    ['twenty years behind', -20 * 365 * 86_400_000],
    ['a day ahead', 86_400_000],
  ])('by a clock that is %s dates the change by its age on that clock', async (_title, shift) => {
    const clock = (ago: number) => new Date(Date.now() + shift - ago).toISOString();
    await report(DEFAULTS, { device_time: clock(0), changed_at: clock(7_200_000) });
    const [{ collected_at: collected }] = await records();
    expect(Math.abs(Date.now() - 7_200_000 - collected.getTime())).toBeLessThan(60_000);
  });

  test('that arrives after a newer one is ignored', async () => {
    await report({ ...DEFAULTS, humidifier: 5 });
    const now = new Date().toISOString();
    expect(
      (await report(DEFAULTS, { device_time: now, changed_at: new Date(Date.now() - 60_000).toISOString() })).body,
    ).toEqual({ data: { recorded: false } });
    expect(await records()).toMatchObject([{ status: 'current', values: { humidifier: 5 } }]);
  });

  test('that arrives twice, in reverse order, has the same result', async () => {
    await report({ ...DEFAULTS, humidifier: 5 });
    const [{ collected_at: collected }] = await records();
    const now = new Date().toISOString();
    expect(
      (
        await report(
          { ...DEFAULTS, humidifier: 5 },
          { device_time: now, changed_at: new Date(Date.now() - 60_000).toISOString() },
        )
      ).body,
    ).toEqual({ data: { recorded: true } });
    expect(await records()).toMatchObject([{ status: 'current', collected_at: collected }]);
  });

  test('and a report of other settings with the same time: the last one counts', async () => {
    const now = new Date().toISOString();
    // An hour ago by the device's clock; the portal's own clock stands still, so that both are the same instant.
    const { app } = running();
    const clock = app.now;
    const moment = new Date();
    app.now = () => moment;
    try {
      const at = { device_time: now, changed_at: new Date(Date.parse(now) - 3_600_000).toISOString() };
      await report(DEFAULTS, at);
      expect((await report({ ...DEFAULTS, humidifier: 5 }, at)).body).toEqual({ data: { recorded: true } });
    } finally {
      app.now = clock;
    }
    expect(await records()).toMatchObject([{ status: 'past' }, { status: 'current', values: { humidifier: 5 } }]);
  });

  test('and a newer change by staff both take effect: the report is current and the change is pending, in either order', async () => {
    await report(DEFAULTS);
    for (const round of [1, 2, 3, 4, 5]) {
      const { data } = await staff.gql(FORM, { id: patient.id, device: history });
      const input = {
        deviceHistoryId: String(history),
        mode: 'AutoCPAP',
        values: [{ name: 'min_apap', value: String(4.5 + round / 2) }],
        version: data.patient.device.settingsForm.version,
      };
      const [submitted, reported] = await Promise.all([
        staff.gql('mutation ($input: SubmitSettingsInput!) { submitSettings(input: $input) { userErrors { code } } }', {
          input,
        }),
        report({ ...DEFAULTS, humidifier: round === 3 ? 5 : round }),
      ]);
      expect(reported.body).toEqual({ data: { recorded: true } });
      // The second editor saw settings that are no longer current.
      const codes = submitted.data.submitSettings.userErrors.map(({ code }: { code: string }) => code);
      expect([[], ['conflict']]).toContainEqual(codes);
      const now = await statuses();
      expect(now.filter((status) => status === 'current')).toHaveLength(1);
      expect(now.filter((status) => status === 'pending').length).toBeLessThanOrEqual(1);
    }
  });
});

describe('an answer and an expiry at once', () => {
  test('leave one of the two: delivered and current, or failed and reported', async () => {
    for (const nth of [0, 1, 2, 3, 4, 5]) {
      const id = await submit(String(7 + nth / 2));
      await expire(id);
      const said = () => answer(id, { result: 'accepted' });
      const over = () => runJob(deliverSettings, { settingsRecordId: id });
      await Promise.all(nth % 2 ? [said(), over()] : [over(), said()]);
      const record = (await records()).find((row) => row.id === id)!;
      expect(minApap((await page()).currentSettings)).toBe((7 + nth / 2).toFixed(1));
      expect(record.status).toBe(record.answered_at ? 'current' : 'failed');
      expect((await statuses()).filter((status) => status === 'current')).toHaveLength(1);
    }
  });
});

test('a report while the assignment is deleted records nothing and returns no error', async () => {
  const { status, body } = await whileLocked(`delete from device_history where id = ${history}`, () =>
    report(DEFAULTS),
  );
  expect([status, body]).toEqual([200, { data: { recorded: false } }]);
  expect(await records()).toEqual([]);
});

describe('a device that answers during another operation', () => {
  test('waits for staff that withdraws the change, and is then too late', async () => {
    const id = await submit('7');
    const { body } = await whileLocked(`update settings_records set status = 'void' where id = ${id}`, () =>
      answer(id, { result: 'accepted' }),
    );
    expect(body.data).toEqual({ id, result: 'accepted', applied: false });
    expect(await records()).toMatchObject([
      { id, status: 'void', answered_at: null },
      { status: 'current', is_edit: false, values: { min_apap: 7 } },
    ]);
  });

  test('waits for its own other calls, one after another', async () => {
    const id = await submit('7');
    const { body } = await whileLocked(
      `select pg_advisory_xact_lock(3, ${history})`,
      () => answer(id, { result: 'accepted' }),
      async () => expect(await statuses()).toEqual(['pending']),
    );
    expect(body.data.applied).toBe(true);
  });
});

describe('the job of a pending change', () => {
  const jobsOf = async (id: number) =>
    (
      await admin.query(
        `select state::text, start_after from pgboss.job where name = 'deliver-settings' and singleton_key = $1 order by created_on`,
        [`settings:${id}`],
      )
    ).rows;

  test('exists when a change is submitted, and waits until the change expires', async () => {
    const id = await submit('7');
    const [{ expires_at: expires }] = await records();
    expect(await jobsOf(id)).toEqual([{ state: 'created', start_after: expires }]);
    // A job that runs too early for any reason waits again, once.
    await runJob(deliverSettings, { settingsRecordId: id });
    expect(await jobsOf(id)).toEqual([{ state: 'created', start_after: expires }]);
  });

  test('is enqueued again for changes that lost theirs, and only for them', async () => {
    const id = await submit('7');
    await runJob(sweepDeliveries, {});
    expect(await jobsOf(id)).toHaveLength(1);
    await admin.query('delete from pgboss.job where singleton_key = $1', [`settings:${id}`]); // a backup restored without the queue
    await expire(id);
    await runJob(sweepDeliveries, {});
    await until(async () => (await statuses())[0] === 'failed');
    expect(await records()).toMatchObject([{ failure: 'expired' }]);
  });

  test('that waits for its time does not count among the lost ones', async () => {
    const resumed = async () => {
      const ctx = Context.of(running().app, { kind: 'jobs' }, 'test');
      try {
        return await ctx.run('write', () => resumeDeliveries(ctx));
      } finally {
        await ctx.close();
      }
    };
    const id = await submit('7');
    expect(await resumed()).toBe(0);
    await admin.query('delete from pgboss.job where singleton_key = $1', [`settings:${id}`]);
    expect([await resumed(), await resumed()]).toEqual([1, 0]);
  });

  test('is not enqueued a second time while it waits for a retry', async () => {
    const id = await submit('7');
    await admin.query(`update pgboss.job set state = 'retry' where singleton_key = $1`, [`settings:${id}`]);
    await runJob(sweepDeliveries, {});
    expect(await jobsOf(id)).toMatchObject([{ state: 'retry' }]);
  });

  test('leaves a change without an expiry alone', async () => {
    const id = await make('settings_records', {
      org_id: patient.orgId,
      patient_id: patient.id,
      history_id: history,
      status: 'pending',
      values: DEFAULTS,
      is_edit: true,
      created_at: '2020-01-01',
    });
    await runJob(sweepDeliveries, {});
    await runJob(deliverSettings, { settingsRecordId: id });
    expect([await statuses(), await jobsOf(id)]).toEqual([['pending'], []]);
  });
});

describe('few statements', () => {
  const statementsOf = async (call: () => Promise<{ status: number }>) => {
    const { result, statements } = await countQueries(call);
    expect(result.status).toBeLessThan(300);
    return statements;
  };

  test('are sent for each call of a device, including its authentication', async () => {
    const counts: Record<string, number> = {};
    counts.session = await statementsOf(() =>
      device.post('/sessions', { terminal_type: 1, device_time: new Date().toISOString(), iccid: `8986${machine.id}` }),
    );
    counts['first report'] = await statementsOf(() => report(DEFAULTS));
    counts['same report'] = await statementsOf(() => report(DEFAULTS));
    counts['other report'] = await statementsOf(() => report({ ...DEFAULTS, humidifier: 5 }));
    const id = await submit('7');
    counts.fetch = await statementsOf(() => device.post('/settings/fetch'));
    counts.answer = await statementsOf(() => answer(id, { result: 'accepted' }));
    const next = await submit('8');
    counts.clamped = await statementsOf(() =>
      answer(next, { result: 'clamped', values: { ...DEFAULTS, min_apap: 7.5 } }),
    );
    const nights = Array.from({ length: 90 }, (_, age) => ({
      night: new Date(Date.now() - (age + 2) * 86_400_000).toISOString().slice(0, 10),
      minutes: 300,
    }));
    counts.nights = await statementsOf(() => device.post('/nights', { device_time: new Date().toISOString(), nights }));
    expect(counts).toEqual({
      session: 5,
      'first report': 7,
      'same report': 4,
      'other report': 6,
      fetch: 6,
      answer: 8,
      clamped: 9,
      nights: 4,
    }); // an announcement is one of them; for nights, a job and what is known of them before
  });
});
