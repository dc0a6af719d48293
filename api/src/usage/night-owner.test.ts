import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { whileLocked } from '../../test/locks.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  superuserUrl,
  usePortal,
  type Ref,
} from '../../test/harness.ts';

usePortal();

let patient: Ref;
let next: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;

beforeEach(async () => {
  const viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  next = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
});

const night = (date: string, values: Record<string, unknown> = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: date,
    source: 'wireless',
    minutes: 300,
    ...values,
  });
const assign = (to: Ref, start: string, end: string | null = null) =>
  makeHistory(to, machine, { start_date: start, end_date: end });
const owners = async () =>
  (
    await admin.query(
      "select coalesce(patient_id, 0) as id from usage_nights where machine_id = $1 and source = 'wireless' order by night",
      [machine.id],
    )
  ).rows.map(({ id }) => (id === patient.id ? 'first' : id === next.id ? 'next' : 'none'));
const counting = async () =>
  (
    await admin.query(
      'select source from usage_nights where machine_id = $1 and not overruled order by usage_date, night, source',
      [machine.id],
    )
  ).rows.map(({ source }) => source as string);
const lastReport = async (of: Ref) =>
  (await admin.query('select last_report::text from patients where id = $1', [of.id])).rows[0].last_report;
const correct = (from: string, to: string, source = 'wireless') =>
  admin.query('update usage_nights set usage_date = $3 where machine_id = $1 and night = $2 and source = $4', [
    machine.id,
    from,
    to,
    source,
  ]);

describe('a night belongs to the patient who had the machine on its date', () => {
  test('the day of the end is the first of the next assignment', async () => {
    await assign(patient, '2026-03-01', '2026-03-03');
    await assign(next, '2026-03-03');
    for (const date of ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']) await night(date);
    expect(await owners()).toEqual(['none', 'first', 'first', 'next']);
    expect([await lastReport(patient), await lastReport(next)]).toEqual(['2026-03-02', '2026-03-03']);
  });

  test('a night without an assignment is kept, and appears when one covers its date', async () => {
    await night('2026-03-02');
    await night('2026-03-09');
    await assign(patient, '2026-03-01', '2026-03-05');
    expect(await owners()).toEqual(['first', 'none']);
    expect(await lastReport(patient)).toBe('2026-03-02');
  });

  test('nights move with the dates of an assignment, and those of a deleted one stay', async () => {
    const id = await assign(patient, '2026-03-01');
    for (const date of ['2026-03-01', '2026-03-04', '2026-03-08']) await night(date);
    await admin.query("update device_history set start_date = '2026-03-02', end_date = '2026-03-08' where id = $1", [
      id,
    ]);
    expect(await owners()).toEqual(['none', 'first', 'none']);
    expect(await lastReport(patient)).toBe('2026-03-04');
    await admin.query("update device_history set start_date = '2026-03-01', end_date = null where id = $1", [id]);
    expect(await owners()).toEqual(['first', 'first', 'first']);
    await admin.query('delete from device_history where id = $1', [id]);
    expect(await owners()).toEqual(['first', 'first', 'first']);
  });

  test('a corrected night follows its new date', async () => {
    await assign(patient, '2026-03-01', '2026-03-05');
    await assign(next, '2026-03-05');
    await night('2026-03-04');
    await correct('2026-03-04', '2026-03-05');
    expect(await owners()).toEqual(['next']);
    expect([await lastReport(patient), await lastReport(next)]).toEqual([null, '2026-03-05']);
    await correct('2026-03-04', '2026-02-01');
    expect(await owners()).toEqual(['none']);
  });

  test('whatever happens to the assignments, nights that were corrected and moved back have the patients of those that stayed', async () => {
    const date = fc.integer({ min: 1, max: 9 }).map((day) => `2026-03-0${day}`);
    const range = { start: date, end: fc.option(date) };
    const happening = fc.oneof(
      fc.record({ what: fc.constant('assign' as const), who: fc.nat(1), ...range }),
      fc.record({ what: fc.constant('change' as const), nth: fc.nat(3), ...range }),
      fc.record({ what: fc.constant('delete' as const), nth: fc.nat(3) }),
      fc.record({ what: fc.constant('correct' as const), from: date, to: date }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 20 }), async (history) => {
        const { orgId } = machine;
        [patient, next, machine] = [await makePatient(orgId), await makePatient(orgId), await makeMachine(orgId)];
        // Of two nights of a date, the one of the card stays.
        for (let day = 1; day < 10; day += 1)
          for (const source of ['wireless', 'sd']) await night(`2026-03-0${day}`, { source });
        const made: number[] = [];
        const happen = async (step: (typeof history)[number]): Promise<unknown> => {
          if (step.what === 'assign') return made.push(await assign([patient, next][step.who]!, step.start, step.end));
          if (step.what === 'correct') return correct(step.from, step.to);
          const id = made[step.nth] ?? 0;
          return step.what === 'delete'
            ? admin.query('delete from device_history where id = $1', [id])
            : admin.query('update device_history set start_date = $2, end_date = $3 where id = $1', [
                id,
                step.start,
                step.end,
              ]);
        };
        // What the constraints refuse does not happen: ranges that overlap or end before they start, and a third night of a date.
        for (const step of history)
          await happen(step).catch(({ code }: { code: string }) => expect(['23514', '23P01', '23505']).toContain(code));
        await admin.query('update usage_nights set usage_date = night where machine_id = $1', [machine.id]);
        const { rows } = await admin.query(
          'select source, array_agg(patient_id order by night) as patients from usage_nights where machine_id = $1 group by source order by source',
          [machine.id],
        );
        expect(rows[1].patients).toEqual(rows[0].patients);
      }),
      { numRuns: 40 },
    );
  });
});

describe('wireless counts before SD card, and SD card before QR+', () => {
  test('whatever arrives first', async () => {
    await night('2026-03-01', { source: 'qr' });
    expect(await counting()).toEqual(['qr']);
    await night('2026-03-01', { source: 'wireless' });
    expect(await counting()).toEqual(['wireless']);
    await night('2026-03-01', { source: 'sd' });
    expect(await counting()).toEqual(['wireless']);
    await night('2026-03-02', { source: 'sd' });
    await night('2026-03-02', { source: 'qr' });
    expect(await counting()).toEqual(['wireless', 'sd']);
  });

  test('among the nights of one patient: a night of no patient overrules none of a deleted assignment', async () => {
    const id = await assign(patient, '2026-03-01');
    await night('2026-03-01', { source: 'qr' });
    await admin.query('delete from device_history where id = $1', [id]);
    await night('2026-03-01', { source: 'sd' });
    expect(await counting()).toEqual(['qr', 'sd']);
    await assign(next, '2026-03-01');
    expect(await counting()).toEqual(['sd']);
  });

  test('a night that is not valid overrules none, and a corrected one only those of its new date', async () => {
    await night('2026-03-01', { source: 'sd' });
    await night('2026-03-01', { source: 'wireless', state: 0 });
    expect(await counting()).toEqual(['sd', 'wireless']);
    await admin.query("update usage_nights set state = 1 where machine_id = $1 and source = 'wireless'", [machine.id]);
    expect(await counting()).toEqual(['wireless']);
    await correct('2026-03-01', '2026-03-02');
    expect(await counting()).toEqual(['sd', 'wireless']);
    await night('2026-03-02', { source: 'sd' });
    expect(await counting()).toEqual(['sd', 'wireless']);
  });
});

test('two nights of a source may be corrected to one date; a third is refused, one that a device sends is kept', async () => {
  for (const date of ['2026-03-01', '2026-03-02', '2026-03-03']) await night(date);
  await correct('2026-03-02', '2026-03-01');
  await expect(correct('2026-03-03', '2026-03-01')).rejects.toMatchObject({ constraint: 'usage_nights_two_a_date' });
  await correct('2026-03-03', '2026-03-04');
  await correct('2026-03-01', '2026-03-04');
  await night('2026-03-04');
  // One of each date counts.
  expect(await counting()).toEqual(['wireless', 'wireless']);
});

describe('two writers at once', () => {
  const row = (date: string, source: string) =>
    `insert into usage_nights (machine_org_id, machine_id, night, source, minutes) values (${machine.orgId}, ${machine.id}, '${date}', '${source}', 100);`;
  const assignment = (to: Ref, start: string, end: string) =>
    `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date)
     values (${to.orgId}, ${to.id}, ${machine.orgId}, ${machine.id}, '${start}', '${end}');`;
  /** The first statement is not committed before the second one, of another connection, waits for it. */
  const together = (first: string, second: string) =>
    whileLocked(first, async () => {
      const other = new pg.Client({ connectionString: superuserUrl() });
      await other.connect();
      try {
        await other.query(second);
      } finally {
        await other.end();
      }
    });

  test('of which one brings a higher source leave one night that counts', async () => {
    await together(row('2026-03-01', 'wireless'), row('2026-03-01', 'sd'));
    await together(row('2026-03-02', 'sd'), row('2026-03-02', 'wireless'));
    expect(await counting()).toEqual(['wireless', 'wireless']);
  });

  test('of which one assigns the machine leave no night without its patient', async () => {
    await together(row('2026-03-01', 'wireless'), assignment(patient, '2026-03-01', '2026-03-02'));
    await together(assignment(next, '2026-03-02', '2026-03-03'), row('2026-03-02', 'wireless'));
    expect(await owners()).toEqual(['first', 'next']);
  });
});
