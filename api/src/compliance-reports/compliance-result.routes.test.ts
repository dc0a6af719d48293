import { beforeEach, describe, expect, test } from '@jest/globals';
import { happened, timeOfDatabase } from '../../test/happened.ts';
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

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);
const BEFORE = `${day(12)}T16:00:00.000Z`;

let viewer: TestViewer;
let patient: Ref;
beforeEach(async () => {
  viewer = await asViewer();
  const created = `${START}T12:00:00Z`;
  patient = await makePatient(viewer.orgId, { therapy_start: START, created_at: created });
  const machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine, { start_date: START, created_at: created });
  for (let number = 1; number <= 9; number += 1)
    await make('usage_nights', {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: day(number),
      source: 'wireless',
      minutes: 300,
      arrived_at: `${day(number + 1)}T12:00:00Z`,
    });
  const before = await timeOfDatabase();
  await admin.query('update patients set therapy_start = $2 where id = $1', [patient.id, day(4)]);
  await happened(before, `${day(12)}T17:00:00Z`);
});

const get = async (query: string, path = '') => {
  const { status, body } = await viewer.rest('GET', `/api/patients/${patient.id}${path}?${query}`);
  return status === 200 ? body.data : { status, fields: Object.keys(body.errors ?? {}) };
};
const GRAPHQL = `query ($id: ID!, $ruleId: String, $asOf: Date, $knownAt: DateTime) { patient(id: $id) {
  compliance(ruleId: $ruleId, asOf: $asOf, knownAt: $knownAt) { ruleName asOf timezone knownAt state therapyStart compliantDays nightsNeeded windowStart metOn
    ledger { date minutes } evidence { firstUse nightsBeforeStart therapyStarts { therapyStart recordedAt } devices { serial } unlistedNights } } } }`;
const graphql = async (asked: object) =>
  (await viewer.gql(GRAPHQL, { id: String(patient.id), ...asked })).data.patient.compliance;

describe('a result over REST', () => {
  test.each([
    ['of today', {}],
    ['of the end of a date', { asOf: day(11) }],
    ['of a date, with the knowledge of a later time', { asOf: day(11), knownAt: `${day(13)}T12:00:00.000Z` }],
    ['of a date, with the knowledge of an earlier time', { asOf: day(12), knownAt: BEFORE }],
    ['of another rule', { ruleId: 'payer-example', asOf: day(12) }],
  ])('%s is that of GraphQL, with its nights and what it is based on', async (_title, asked) => {
    const query = new URLSearchParams(asked).toString();
    const expected = await graphql(asked);
    const same = { as_of: expected.asOf, timezone: expected.timezone, state: expected.state.toLowerCase() };
    const counts = {
      compliant_days: expected.compliantDays,
      nights_needed: expected.nightsNeeded,
      window_start: expected.windowStart,
      met_on: expected.metOn,
    };
    expect((await get(query)).compliance_met_result).toMatchObject({ rule: expected.ruleName, ...same, ...counts });
    const { evidence } = expected;
    const full = await get(query, '/compliance');
    expect(full).toMatchObject({
      ...same,
      ...counts,
      known_at: expected.knownAt,
      therapy_start: expected.therapyStart,
      first_use: { date: evidence.firstUse },
      nights_before_start: evidence.nightsBeforeStart,
      therapy_starts: evidence.therapyStarts.map((one: { therapyStart: string; recordedAt: string }) => ({
        therapy_start: one.therapyStart,
        recorded_at: one.recordedAt,
      })),
      devices: evidence.devices,
      unlisted_nights: evidence.unlistedNights,
    });
    expect(
      full.nights.map(({ date, minutes }: { date: string; minutes: number | null }) => ({ date, minutes })),
    ).toEqual(expected.ledger.toReversed());
  });

  test('has the therapy start that was known at the time', async () => {
    const startOf = async (query: string) => (await get(query, '/compliance')).therapy_start;
    expect(await startOf(`asOf=${day(11)}`)).toBe(START);
    expect(await startOf(`asOf=${day(12)}`)).toBe(day(4));
    expect(await startOf(`asOf=${day(12)}&knownAt=${BEFORE}`)).toBe(START);
    expect(await startOf(`asOf=${day(12)}&knownAt=${encodeURIComponent(`${day(12)}T11:00:00-05:00`)}`)).toBe(START);
  });

  test('has no nights after its date, in its figures and in what they are based on', async () => {
    const {
      nights,
      compliant_days: days,
      first_use: first,
    } = await get(`asOf=${day(5)}&knownAt=${BEFORE}`, '/compliance');
    expect([nights.at(-1).date, days, first.date]).toEqual([day(5), 5, day(1)]);
  });

  test.each([
    ['asOf', `asOf=2026-02-30`],
    ['asOf', `asOf=yesterday`],
    ['asOf', `asOf[]=${day(3)}`],
    ['asOf', `asOf=${addDays(new Date().toISOString().slice(0, 10), 2)}`],
    ['knownAt', 'knownAt=2026-01-05'],
    ['knownAt', 'knownAt=2026-02-30T12:00:00Z'],
    ['knownAt', 'knownAt=2026-01-05T12:00:00'],
    ['knownAt', `knownAt=${new Date(Date.now() + 60_000).toISOString()}`],
    ['ruleId', 'ruleId=unknown'],
  ])('is refused at %s: %s', async (field, query) => {
    for (const path of ['', '/compliance']) expect(await get(query, path)).toEqual({ status: 422, fields: [field] });
  });

  test('of a patient without a therapy start says so', async () => {
    patient = await makePatient(viewer.orgId);
    expect(await get('', '/compliance')).toMatchObject({ state: 'no_therapy_start', therapy_start: null, nights: [] });
  });
});
