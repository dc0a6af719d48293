import { beforeEach, describe, expect, test } from '@jest/globals';
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
import { addDays } from '../shared/dates.ts';

usePortal();

const RULES = '{ complianceRules { id name version firstDay period window minutes percent } }';
const READ = `query ($id: ID!, $ruleId: String, $asOf: Date) { patient(id: $id) { compliance(ruleId: $ruleId, asOf: $asOf) {
  ruleName ruleVersion rule { id firstDay } asOf therapyStart state windowStart windowEnd metOn compliantDays nightsNeeded earliestDate latestDate atRiskOn
  missingNights correctedNights computedAt isStored
  ledger { date day minutes source state corrected reports { source minutes recorded corrected outcome } } } } }`;

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);
/** The night arrives in the morning after it, in New York. */
const morningAfter = (number: number) => `${day(number + 1)}T12:00:00Z`;

let viewer: TestViewer;
let patient: Ref;
let machine: Ref;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: START });
  machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine, { start_date: START });
});

const wear = (number: number, minutes: number, more: Record<string, unknown> = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: day(number),
    source: 'wireless',
    minutes,
    arrived_at: morningAfter(number),
    ...more,
  });
async function wearFrom(first: number, last: number, minutes: number, more: Record<string, unknown> = {}) {
  for (let number = first; number <= last; number += 1) await wear(number, minutes, more);
}
const ask = async (variables: { ruleId?: string; asOf?: string } = {}) =>
  viewer.gql(READ, { id: String(patient.id), ...variables });
const read = async (variables: { ruleId?: string; asOf?: string } = {}) =>
  (await ask(variables)).data.patient.compliance;

test('the rules are a list, the default rule first', async () => {
  const { data } = await viewer.gql(RULES);
  expect(data.complianceRules.map(({ id, version }: { id: string; version: number }) => [id, version])).toEqual([
    ['cms-pap', 1],
    ['ncd-240.9', 1],
    ['ncd-240.9-continued', 1],
    ['payer-example', 1],
  ]);
  expect(data.complianceRules[0]).toEqual({
    id: 'cms-pap',
    name: 'CMS PAP',
    version: 1,
    firstDay: 1,
    period: 90,
    window: 30,
    minutes: 240,
    percent: 70,
  });
});

describe('Patient.compliance(ruleId)', () => {
  test('answers with another rule of the same nights, which is not stored', async () => {
    await wearFrom(1, 30, 300);
    expect(await read()).toMatchObject({ ruleName: 'CMS PAP', rule: { id: 'cms-pap' }, state: 'MET', metOn: day(21) });
    expect(await read({ ruleId: 'payer-example' })).toMatchObject({
      ruleName: 'Example payer',
      ruleVersion: 1,
      rule: { id: 'payer-example', firstDay: 1 },
      state: 'MET',
      metOn: day(30),
      windowEnd: day(60),
      isStored: false,
      computedAt: null,
    });
  });

  test('counts the second evaluation of NCD 240.9 from day 181', async () => {
    await wearFrom(181, 201, 300);
    const continued = await read({ ruleId: 'ncd-240.9-continued' });
    expect(continued).toMatchObject({ state: 'MET', metOn: day(201), windowStart: day(181), therapyStart: START });
    expect(continued.ledger.at(-1)).toMatchObject({ date: day(181), day: 181, minutes: 300 });
    expect(await read({ ruleId: 'ncd-240.9' })).toMatchObject({ metOn: null, compliantDays: 0 });
  });

  test('refuses an unknown rule at its argument', async () => {
    expect((await ask({ ruleId: 'none' })).errors).toMatchObject([
      {
        message: 'There is no compliance rule of this name. Choose one of the rules.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  });
});

describe('the ledger', () => {
  test('shows every report of a night, whether its minutes count, and why not', async () => {
    await wear(1, 300, { source: 'sd' });
    await wear(1, 260);
    await wear(2, 90, { state: 0 });
    await wear(5, 200, { usage_date: day(3) });
    const { ledger, correctedNights } = await read();
    expect(correctedNights).toBe(1);
    expect(ledger.slice(-3).toReversed()).toEqual([
      {
        date: day(1),
        day: 1,
        minutes: 260,
        source: 'WIRELESS',
        state: 'COMPLIANT',
        corrected: false,
        reports: [
          { source: 'SD', minutes: 300, recorded: day(1), corrected: false, outcome: 'OVERRULED' },
          { source: 'WIRELESS', minutes: 260, recorded: day(1), corrected: false, outcome: 'COUNTED' },
        ],
      },
      {
        date: day(2),
        day: 2,
        minutes: null,
        source: null,
        state: 'MISSING',
        corrected: false,
        reports: [{ source: 'WIRELESS', minutes: 90, recorded: day(2), corrected: false, outcome: 'INVALID' }],
      },
      {
        date: day(3),
        day: 3,
        minutes: 200,
        source: 'WIRELESS',
        state: 'SHORT',
        corrected: true,
        reports: [{ source: 'WIRELESS', minutes: 200, recorded: day(5), corrected: true, outcome: 'COUNTED' }],
      },
    ]);
  });
});

describe('Patient.compliance(asOf)', () => {
  test('is the result of that date, with the nights that had arrived by its end', async () => {
    await wearFrom(1, 25, 300);
    // The night of day 20 arrives on day 21, that of day 21 on day 22.
    expect(await read({ asOf: day(21) })).toMatchObject({
      asOf: day(21),
      state: 'IN_PROGRESS',
      compliantDays: 20,
      nightsNeeded: 1,
      earliestDate: day(21),
      latestDate: day(90),
      metOn: null,
      isStored: false,
    });
    expect((await read({ asOf: day(21) })).ledger).toHaveLength(21);
    expect(await read({ asOf: day(22) })).toMatchObject({ state: 'MET', metOn: day(21), latestDate: day(21) });
  });

  test("ends with the day in the zone of the viewer's organization", async () => {
    await wear(1, 300, { arrived_at: `${day(3)}T04:59:59.999Z` });
    await wear(2, 300, { arrived_at: `${day(3)}T05:00:00Z` });
    expect((await read({ asOf: day(2) })).ledger.map(({ minutes }: { minutes: number }) => minutes)).toEqual([
      null,
      300,
    ]);
  });

  test('a source that arrived later does not overrule what counted on that date', async () => {
    await wear(1, 300, { source: 'sd', arrived_at: morningAfter(3) });
    await wear(1, 100, { arrived_at: morningAfter(10) });
    expect((await read({ asOf: day(4) })).ledger.at(-1)).toMatchObject({ minutes: 300, source: 'SD' });
    expect((await read({ asOf: day(11) })).ledger.at(-1)).toMatchObject({ minutes: 100, source: 'WIRELESS' });
    expect((await read()).ledger.at(-1)).toMatchObject({ minutes: 100, source: 'WIRELESS' });
  });

  test('an invalid night overrules nothing', async () => {
    await wear(1, 300, { source: 'sd', arrived_at: morningAfter(3) });
    await wear(1, 100, { state: 2, arrived_at: morningAfter(3) });
    expect((await read({ asOf: day(4) })).ledger.at(-1)).toMatchObject({ minutes: 300, source: 'SD' });
  });

  test('of a date in the future is refused, of today and of a day before therapy it is not', async () => {
    expect((await ask({ asOf: '2999-01-01' })).errors).toMatchObject([
      {
        message: 'The date of a result cannot be in the future. Enter today or an earlier date.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
    const { asOf } = await read();
    expect((await ask({ asOf: addDays(asOf, 1) })).errors).toHaveLength(1);
    expect((await read({ asOf })).asOf).toBe(asOf);
    expect(await read({ asOf: '2025-12-31' })).toMatchObject({ state: 'IN_PROGRESS', ledger: [], compliantDays: 0 });
  });
});

describe('the stored result is computed again', () => {
  const stored = async (of = patient) =>
    (
      await admin.query<{ met: string | null; start: string | null }>(
        `select met_on::text as met, therapy_start::text as start from compliance_results where patient_id = $1`,
        [of.id],
      )
    ).rows[0];
  const become = async (wanted: { met?: string | null; start?: string | null }, of = patient) => {
    for (;;) {
      const found = await stored(of);
      if (found && Object.entries(wanted).every(([name, value]) => found[name as 'met' | 'start'] === value)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  test('when nights arrive', async () => {
    await wearFrom(1, 21, 300);
    await become({ met: day(21) });
  });

  test('when minutes, state or date of a night change, and when a night is removed', async () => {
    await wearFrom(1, 21, 300);
    await become({ met: day(21) });
    await admin.query('update usage_nights set minutes = 10 where patient_id = $1 and night = $2', [
      patient.id,
      day(21),
    ]);
    await become({ met: null });
    await admin.query('update usage_nights set minutes = 300 where patient_id = $1 and night = $2', [
      patient.id,
      day(21),
    ]);
    await become({ met: day(21) });
    await admin.query('update usage_nights set usage_date = $3 where patient_id = $1 and night = $2', [
      patient.id,
      day(21),
      day(25),
    ]);
    await become({ met: day(25) });
    await admin.query('update usage_nights set state = 0 where patient_id = $1 and night = $2', [patient.id, day(21)]);
    await become({ met: null });
    await admin.query('update usage_nights set state = 1 where patient_id = $1 and night = $2', [patient.id, day(21)]);
    await become({ met: day(25) });
    await admin.query('delete from usage_nights where patient_id = $1 and night = $2', [patient.id, day(1)]);
    await become({ met: null });
  });

  test('of both patients when the dates of an assignment change, and its nights move', async () => {
    await wearFrom(1, 21, 300);
    await become({ met: day(21) });
    await admin.query('update device_history set end_date = $2 where patient_id = $1', [patient.id, START]);
    await become({ met: null });
    const next = await makePatient(viewer.orgId, { therapy_start: START });
    await makeHistory(next, machine, { start_date: START });
    await become({ met: day(21) }, next);
  });

  test('when therapy start changes', async () => {
    await wearFrom(1, 21, 300);
    await become({ met: day(21) });
    await admin.query('update patients set therapy_start = $2 where id = $1', [patient.id, day(2)]);
    await become({ met: null, start: day(2) });
    await admin.query('update patients set therapy_start = null where id = $1', [patient.id]);
    await become({ met: null, start: null });
  });

  test('not when measurements change that no rule counts', async () => {
    await wear(1, 300);
    await become({ start: START });
    const jobs = async () =>
      (
        await admin.query(
          `select count(*)::int as n from pgboss.job where name = 'recompute-compliance' and singleton_key = $1`,
          [String(patient.id)],
        )
      ).rows;
    const before = await jobs();
    await admin.query('update usage_nights set ahi = 4, leak = 2 where patient_id = $1', [patient.id]);
    expect(await jobs()).toEqual(before);
  });
});
