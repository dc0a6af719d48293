import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { sendCard } from '../../test/card-upload.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  superuserUrl,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { setClock } from '../../test/second-factor.ts';
import { cardNight as night, cardReading, storedUpload } from '../../test/stored-card.ts';
import { until } from '../../test/until.ts';
import { g3xCard } from '../demo/cards/g3x-card.ts';
import { Context } from '../shared/context.ts';
import type { CardNight } from './cards/card-reading.types.ts';
import { missingFigures, type Figures } from './uploads-completion.ts';
import { readUploadJob } from './uploads.jobs.ts';
import { readUpload } from './uploads-reading.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-completion-`));
usePortalHere({ dataDir });
beforeAll(() => running().app.queue.stop()); // which would read the same cards, and run other jobs in a set time
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: '2026-01-01' });
  machine = await makeMachine(viewer.orgId, { serial: `E39${String(viewer.orgId).padStart(8, '0')}` });
  await makeHistory(patient, machine, { start_date: '2026-01-01' });
});
afterEach(() => setClock());

/** The figures of a night of an `.idx` without its `.evt`. */
const bare: Figures = {
  sessions: 1,
  obstructiveApneas: null,
  centralApneas: null,
  unclassifiedApneas: null,
  hypopneas: null,
  reras: null,
  ahi: null,
  pressure: null,
  p95: 10.5,
};
const job = () => Context.of(running().app, { kind: 'jobs' }, 'test');
async function read(nights: CardNight[], facts: Record<string, unknown> = {}): Promise<number> {
  const id = await storedUpload(viewer, facts);
  await readUpload(job(), id, async () => cardReading(machine.serial, nights));
  return id;
}
const countsOf = async (id: number) =>
  (await viewer.rest('GET', `/api/uploads/${id}`)).body.data as Record<string, unknown>;
const stored = async () =>
  (
    await admin.query(
      `select night::text, minutes, sessions, obstructive_apneas as o, central_apneas as c, unclassified_apneas as u, hypopneas as h, reras as r,
              ahi::float, pressure::float, p95::float from usage_nights where machine_id = $1 order by night`,
      [machine.id],
    )
  ).rows;
const whole = { minutes: 420, sessions: 1, o: 4, c: 1, u: 0, h: 2, r: null, ahi: 1, pressure: 8.5, p95: 10.5 };
const empty = { ...whole, o: null, c: null, u: null, h: null, ahi: null, pressure: null };

describe('a known night', () => {
  test('of an .idx is completed by the .evt of a later upload, once, and the answers count it apart', async () => {
    setClock(new Date('2026-06-01T17:00:00Z'));
    const { files, golden } = g3xCard(3, { serial: machine.serial, first: '2026-03-01', days: 12, missed: 0 });
    const send = async (...ends: string[]) => {
      const chosen = files.filter(({ name }) => ends.some((end) => name.endsWith(end)));
      const { status, body } = await sendCard(viewer, chosen);
      expect(status).toBe(201);
      await runJob(readUploadJob, { uploadId: body.id });
      return body.id as number;
    };
    const first = await send('.idx');
    expect((await stored()).map(({ ahi }) => ahi)).toEqual(golden.nights.map(() => null));
    const second = await send('.idx', '.evt');
    const count = golden.nights.length;
    expect(await countsOf(first)).toMatchObject({ nights: count, added: count, completed: 0 });
    expect(await countsOf(second)).toMatchObject({ nights: count, added: 0, completed: count });
    expect((await stored()).map(({ night: date, minutes, o, h, ahi }) => [date, minutes, o, h, ahi])).toEqual(
      golden.nights.map((each) => [
        each.night,
        each.minutes,
        each.obstructiveApneas,
        each.hypopneas,
        expect.closeTo(each.ahi!, 0.95),
      ]),
    );
    const { data } = await viewer.gql(
      'query ($id: ID!) { upload(uploadId: $id) { addedCount completedCount } uploads { edges { node { completedCount } } } }',
      { id: String(second) },
    );
    expect(data.upload).toEqual({ addedCount: 0, completedCount: count });
    expect(
      data.uploads.edges.map(({ node }: { node: { completedCount: number } }) => node.completedCount).sort(),
    ).toEqual([0, count]);
    const { text } = await viewer.rest('GET', '/api/uploads?csv=true');
    expect(text.split('\n')[0]).toContain('Nights Completed');
    // A third upload adds nothing more.
    expect(await countsOf(await send('.idx', '.evt', '.set'))).toMatchObject({ added: 0, completed: 0 });
  });

  test('gets only the figures that it lacks: a stored one stays, also when the card has another', async () => {
    await read([night('2026-01-02', 420, { ...bare, sessions: 2 })]);
    await read([night('2026-01-02', 420, { p95: 11.5 })]);
    expect(await stored()).toEqual([{ ...whole, night: '2026-01-02', sessions: 2 }]);
    expect(await countsOf(await read([night('2026-01-02', 420, { ahi: 9, hypopneas: 58, reras: 3 })]))).toMatchObject({
      added: 0,
      completed: 0,
    });
    expect(await stored()).toEqual([{ ...whole, night: '2026-01-02', sessions: 2 }]);
  });

  test('with other minutes stays: the figures are those of another use', async () => {
    for (const minutes of [419, 421]) {
      const date = minutes === 419 ? '2026-01-02' : '2026-01-03';
      await read([night(date, 420, bare), night('2026-02-01')]);
      await read([night(date, minutes), night('2026-02-01')]);
    }
    expect((await stored()).slice(0, 2).map(({ ahi }) => ahi)).toEqual([null, null]);
  });

  test('whose date was corrected stays, and is completed after the undo', async () => {
    await read([night('2026-01-02', 420, bare)]);
    await admin.query(`update usage_nights set usage_date = '2026-01-05' where machine_id = $1`, [machine.id]);
    expect(await countsOf(await read([night('2026-01-02')]))).toMatchObject({ completed: 0 });
    expect(await stored()).toEqual([{ ...empty, night: '2026-01-02' }]);
    await admin.query(`update usage_nights set usage_date = night where machine_id = $1`, [machine.id]);
    expect(await countsOf(await read([night('2026-01-02')]))).toMatchObject({ completed: 1 });
    expect(await stored()).toEqual([{ ...whole, night: '2026-01-02' }]);
  });

  test('stays when its date is being corrected while the job of the later card begins', async () => {
    await read([night('2026-01-02', 420, bare)]);
    const other = new pg.Client({ connectionString: superuserUrl() });
    await other.connect();
    await other.query('begin');
    await other.query(`update usage_nights set usage_date = '2026-01-05' where machine_id = $1`, [machine.id]);
    const id = await storedUpload(viewer);
    const ended = readUpload(job(), id, async () => cardReading(machine.serial, [night('2026-01-02')]));
    await until(async () => {
      const { rows } = await admin.query(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%pg_advisory_xact_lock(7%' and datname = current_database()`,
      );
      return rows.length > 0;
    });
    await other.query('commit');
    await other.end();
    await ended;
    expect(await countsOf(id)).toMatchObject({ state: 'parsed', completed: 0 });
    expect(await stored()).toEqual([{ ...empty, night: '2026-01-02' }]);
  });

  test('that has stayed with another patient stays', async () => {
    await read([night('2026-01-02', 420, bare)]);
    await admin.query('delete from device_history where patient_id = $1', [patient.id]);
    expect(await countsOf(await read([night('2026-01-02')]))).toMatchObject({ completed: 0 });
    expect(await stored()).toEqual([{ ...empty, night: '2026-01-02' }]);
  });

  test('is completed also when it is of no patient, and it stays when it is not valid', async () => {
    await read([night('2025-12-01', 420, bare), night('2026-01-02', 420, bare)]);
    await admin.query(`update usage_nights set state = 0 where machine_id = $1 and night = '2026-01-02'`, [machine.id]);
    expect(await countsOf(await read([night('2025-12-01'), night('2026-01-02')]))).toMatchObject({ completed: 1 });
    expect((await stored()).map(({ ahi }) => ahi)).toEqual([1, null]);
  });

  test('is of the preview and of its version, moves no compliance, and is written as it was shown', async () => {
    await read([night('2026-01-02', 420, bare), night('2026-01-03', 420, bare)]);
    const id = await read([night('2026-01-02'), night('2026-01-03')], { preview: true });
    const check = async () =>
      (
        await viewer.gql(
          `query ($input: ConfirmUploadInput!) { checkConfirmUpload(input: $input) { version nights { date outcome } patients { nights } userErrors { code } } }`,
          { input: { uploadId: String(id) } },
        )
      ).data.checkConfirmUpload;
    const found = await check();
    expect(found).toMatchObject({
      nights: [
        { date: '2026-01-02', outcome: 'COMPLETED' },
        { date: '2026-01-03', outcome: 'COMPLETED' },
      ],
      patients: [],
      userErrors: [],
    });
    expect((await stored()).map(({ ahi }) => ahi)).toEqual([null, null]);
    // One figure of the plan is stored in between.
    await admin.query(`update usage_nights set pressure = 8 where machine_id = $1 and night = '2026-01-02'`, [
      machine.id,
    ]);
    expect((await check()).version).not.toBe(found.version);
    const { data } = await viewer.gql(
      'mutation ($input: ConfirmUploadInput!) { confirmUpload(input: $input) { userErrors { code } } }',
      { input: { uploadId: String(id), version: (await check()).version } },
    );
    expect(data.confirmUpload.userErrors).toEqual([]);
    await readUpload(job(), id, () => Promise.reject(new Error('the files are not read again')));
    expect(await stored()).toEqual([
      { ...whole, night: '2026-01-02', pressure: 8 },
      { ...whole, night: '2026-01-03' },
    ]);
    expect(await countsOf(id)).toMatchObject({ added: 0, completed: 2 });
  });
});

describe('the missing figures', () => {
  const figure = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
  const names = Object.keys(bare) as (keyof Figures)[];
  const figures = fc.record(Object.fromEntries(names.map((name) => [name, figure]))) as fc.Arbitrary<Figures>;

  test('never replace a stored one, and never put events next to others', () => {
    fc.assert(
      fc.property(figures, figures, (before, card) => {
        const missing = missingFigures(before, card);
        for (const [name, value] of Object.entries(missing)) {
          expect(before[name as keyof Figures]).toBeNull();
          expect([value, card[name as keyof Figures]]).toEqual([value, value]);
          expect(value).not.toBeNull();
        }
        const after = { ...before, ...missing };
        const events = names.filter((name) => !['sessions', 'pressure', 'p95'].includes(name));
        const changed = events.some((name) => after[name] !== before[name]);
        // What is stored of the events after they were completed is of one card.
        if (changed) for (const name of events) if (after[name] !== null) expect(after[name]).toBe(card[name]);
      }),
    );
  });

  test.each([
    [
      'nothing is stored',
      {},
      { obstructiveApneas: 4, centralApneas: 1, unclassifiedApneas: 0, hypopneas: 2, ahi: 1, pressure: 8.5 },
    ],
    [
      'the same is stored',
      { ahi: 1, hypopneas: 2 },
      { obstructiveApneas: 4, centralApneas: 1, unclassifiedApneas: 0, pressure: 8.5 },
    ],
    ['another AHI is stored', { ahi: 1.1 }, { pressure: 8.5 }],
  ])('when %s', (_when, facts, missing) => {
    expect(missingFigures({ ...bare, ...facts }, night('2026-01-02'))).toEqual(missing);
  });
});
