import { expect, test } from '@jest/globals';
import { admin, asViewer, make, makeHistory, makeMachine, makePatient, usePortal } from '../../test/harness.ts';
import { addDays } from '../shared/dates.ts';

// Two recorded nights of one machine and source on one date: the longer one counts, both are shown (decisions/117).

usePortal();

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);
const READ = `query ($id: ID!, $knownAt: DateTime) { patient(id: $id) { compliance(knownAt: $knownAt) { state compliantDays
  ledger { date minutes reports { minutes recorded outcome } } } } }`;

test('21 nights of 2:05 moved onto 21 others of 2:05 are no compliant night; the longer one of each date counts', async () => {
  const viewer = await asViewer();
  const patient = await makePatient(viewer.orgId, { therapy_start: START });
  const machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine, { start_date: START });
  const wear = (number: number, minutes: number) =>
    make('usage_nights', {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: day(number),
      source: 'wireless',
      minutes,
      arrived_at: `${day(number + 1)}T12:00:00Z`,
    });
  const stay: number[] = [];
  const move: number[] = [];
  for (let number = 1; number <= 21; number += 1) {
    stay.push(await wear(number, 125));
    move.push(await wear(number + 30, 125));
  }
  for (const [index, id] of move.entries())
    await admin.query('update usage_nights set usage_date = $2 where id = $1', [id, day(index + 1)]);
  const read = async (knownAt?: string) =>
    (await viewer.gql(READ, { id: String(patient.id), knownAt })).data.patient.compliance;
  const { rows } = await admin.query("select (clock_timestamp() - interval '1 millisecond')::text as time");
  const expected = Array.from({ length: 21 }, (_, index) => [day(index + 1), 125]);
  const used = ({ ledger }: { ledger: { date: string; minutes: number | null }[] }) =>
    ledger
      .filter(({ minutes }) => minutes !== null)
      .map(({ date, minutes }) => [date, minutes])
      .toReversed();
  const now = await read();
  expect([now.compliantDays, used(now)]).toEqual([0, expected]);
  // From what was known a moment ago, in TypeScript instead of SQL.
  expect(used(await read(new Date(rows[0].time).toISOString()))).toEqual(expected);
  const [first] = now.ledger.filter(({ date }: { date: string }) => date === day(1));
  expect(first.reports).toHaveLength(2);
  // As long: the one recorded on that date.
  expect(first.reports.find(({ recorded }: { recorded: string }) => recorded === day(1))).toMatchObject({
    outcome: 'COUNTED',
  });

  // The longer one, on either side.
  await admin.query('update usage_nights set minutes = 240 where id = $1', [move[0]]);
  await admin.query('update usage_nights set minutes = 250 where id = $1', [stay[1]]);
  expect(used(await read()).slice(0, 3)).toEqual([
    [day(1), 240],
    [day(2), 250],
    [day(3), 125],
  ]);
  // A night that leaves gives the date back to the other one.
  await admin.query('update usage_nights set usage_date = night where id = $1', [move[0]]);
  expect(used(await read())[0]).toEqual([day(1), 125]);
});
