import { beforeAll, describe, expect, test } from '@jest/globals';
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

let staff: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
beforeAll(async () => {
  staff = await asViewer();
  [patient, machine] = [await makePatient(staff.orgId), await makeMachine(staff.orgId)];
  await makeHistory(patient, machine, { start_date: '2020-01-01' });
  for (let day = 1; day <= 28; day += 1) {
    if (day % 9 === 0) continue;
    const date = `2026-02-${String(day).padStart(2, '0')}`;
    const figures = { ahi: (day * 7) % 11, leak: day % 2 === 0 ? day : null, pressure: 6 + (day % 5) };
    await night(date, { minutes: (day * 97) % 500, ...figures });
    if (day % 4 === 0) await night(date, { source: 'sd', minutes: 800, ahi: 40 });
  }
  await night('2026-03-05', { usage_date: '2026-02-09', minutes: 331, ahi: 5 });
  await night('2026-02-18', { state: 2, minutes: 300 });
});

const night = (date: string, row: object) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: date,
    usage_date: date,
    source: 'wireless',
    state: 1,
    ...row,
  });

const FIGURES = `from to rule { id minutes } nights usedNights unusedNights missingNights expectedNights faultyNights compliantNights meanMinutes medianMinutes
  ahi { mean nights } leak { mean nights } pressure { mean nights } pressureKinds`;
const PERIOD = `query ($id: ID!, $from: Date!, $to: Date!) { patient(id: $id) { usagePeriod(from: $from, to: $to) { ${FIGURES} } } }`;
const read = (from: string, to: string, viewer = staff) => viewer.gql(PERIOD, { id: patient.id, from, to });

/** The same figures by PostgreSQL alone. */
const BY_SQL = `
  with nights as (
    select usage_date, sum(minutes) as minutes from usage_nights
     where patient_id = $1 and usage_date between $2 and $3 and state = 1 and not overruled group by usage_date),
  used as (select * from nights where minutes between 1 and 1440),
  sound as (select n.* from usage_nights n join used u using (usage_date) where n.patient_id = $1 and n.state = 1 and not n.overruled)
  select (select count(*)::int from used) as used, (select count(*)::int from nights where minutes = 0) as unused,
         (select count(*)::int from nights where minutes > 1440) as faulty, (select count(*)::int from used where minutes >= 240) as compliant,
         (select avg(minutes)::float from used) as mean, (select percentile_cont(0.5) within group (order by minutes) from used) as median,
         (select (sum(ahi * minutes) / sum(minutes) filter (where ahi is not null))::float from sound) as ahi,
         (select (sum(leak * minutes) / sum(minutes) filter (where leak is not null))::float from sound) as leak,
         (select count(distinct usage_date)::int from sound where leak is not null) as leaks,
         (select (sum(pressure * minutes) / sum(minutes) filter (where pressure is not null))::float from sound) as pressure`;

describe('the figures of a period', () => {
  test.each([
    ['2026-02-01', '2026-02-28'],
    ['2026-02-01', '2026-02-14'],
    ['2026-02-15', '2026-02-28'],
    ['2026-02-09', '2026-02-09'],
  ])('from %s to %s are those that PostgreSQL computes from the rows', async (from, to) => {
    const { rows } = await admin.query(BY_SQL, [patient.id, from, to]);
    const known = rows[0];
    const { usagePeriod } = (await read(from, to)).data.patient;
    expect(usagePeriod).toMatchObject({
      from,
      to,
      rule: { id: 'cms-pap', minutes: 240 },
      usedNights: known.used,
      unusedNights: known.unused,
      faultyNights: known.faulty,
      compliantNights: known.compliant,
      meanMinutes: expect.closeTo(known.mean, 9),
      medianMinutes: known.median,
      ahi: known.ahi === null ? null : { mean: expect.closeTo(known.ahi, 9) },
      leak: known.leak === null ? null : { mean: expect.closeTo(known.leak, 9), nights: known.leaks },
      pressure: known.pressure === null ? null : { mean: expect.closeTo(known.pressure, 9) },
    });
  });

  test('count a corrected night on its corrected date, and nights without a row that counts as missing', async () => {
    expect((await read('2026-02-09', '2026-02-09')).data.patient.usagePeriod).toMatchObject({
      nights: 1,
      usedNights: 1,
      missingNights: 0,
      meanMinutes: 331,
      ahi: { mean: 5, nights: 1 },
    });
    expect((await read('2026-02-18', '2026-02-18')).data.patient.usagePeriod).toMatchObject({
      nights: 1,
      usedNights: 0,
      missingNights: 1,
      meanMinutes: null,
      ahi: null,
      pressureKinds: [],
    });
  });

  test('of two periods are read in one request', async () => {
    const both = await staff.gql(
      `query ($id: ID!) { patient(id: $id) {
        one: usagePeriod(from: "2026-02-01", to: "2026-02-14") { usedNights } other: usagePeriod(from: "2026-02-15", to: "2026-02-28") { usedNights } } }`,
      { id: patient.id },
    );
    const first = (await read('2026-02-01', '2026-02-14')).data.patient.usagePeriod.usedNights;
    const second = (await read('2026-02-15', '2026-02-28')).data.patient.usagePeriod.usedNights;
    expect(both.data.patient).toEqual({ one: { usedNights: first }, other: { usedNights: second } });
  });

  test('take no more statements for a long period than for one night', async () => {
    const short = await countQueries(() => read('2026-02-01', '2026-02-01'));
    const long = await countQueries(() => read('2026-01-01', '2026-03-31'));
    expect(long.statements).toBe(short.statements);
  });
});

describe('refused', () => {
  test.each([
    ['a period that ends before it begins', '2026-02-02', '2026-02-01'],
    ['a period of 1,101 days', '2023-01-01', '2026-01-05'],
  ])('%s', async (_title, from, to) => {
    expect((await read(from, to)).errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
  });

  test('a period of 1,100 days is answered', async () => {
    expect((await read('2023-01-01', '2026-01-04')).data.patient.usagePeriod.nights).toBe(1100);
  });

  test('a patient of another organization is not found', async () => {
    const other = await asViewer();
    const { data } = await read('2026-02-01', '2026-02-28', other);
    expect(data.patient).toBeNull();
  });
});
