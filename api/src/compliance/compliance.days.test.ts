import { expect, test } from '@jest/globals';
import { happened, timeOfDatabase } from '../../test/happened.ts';
import { admin, asViewer, make, makeHistory, makeMachine, makePatient, usePortal } from '../../test/harness.ts';
import { addDays } from '../shared/dates.ts';

// What the portal said on each day of a trial is what it says later as of that day (decisions/115).

usePortal();

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);
const READ = `query ($id: ID!, $asOf: Date) { patient(id: $id) { compliance(asOf: $asOf) { state therapyStart metOn windowStart compliantDays
  nightsNeeded correctedNights missingNights ledger { date minutes source state corrected reports { source minutes recorded outcome } } } } }`;

test('twelve weeks of late and growing nights, corrections, undos, assignments and therapy starts', async () => {
  const viewer = await asViewer();
  const people = [];
  for (let index = 0; index < 6; index += 1) {
    const patient = await makePatient(viewer.orgId, {
      therapy_start: day(1 + index),
      created_at: `${START}T13:00:00Z`,
    });
    const machine = await makeMachine(viewer.orgId);
    const made = `${START}T14:00:00Z`;
    const history = await makeHistory(patient, machine, { start_date: day(1), created_at: made });
    people.push({ patient, machine, history, nights: [] as number[] });
  }
  const said: { id: number; asOf: string; answer: unknown }[] = [];
  const ask = async (id: number, asOf: string) =>
    (await viewer.gql(READ, { id: String(id), asOf })).data.patient.compliance;
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let number = 2; number <= 84; number += 1) {
    const before = await timeOfDatabase();
    for (const person of people) {
      const { patient, machine, history, nights } = person;
      const night = (of: number, source: string) =>
        make('usage_nights', {
          machine_org_id: machine.orgId,
          machine_id: machine.id,
          night: day(of),
          source,
          minutes: random(480),
          arrived_at: `${day(number)}T15:00:00Z`,
        });
      if (random(4) > 0) nights.push(await night(number - 1, 'wireless'));
      if (random(9) === 0 && number > 6) nights.push(await night(number - 5, 'sd').catch(() => 0));
      const one = nights[random(nights.length || 1)] ?? 0;
      const acts: [string, unknown[]][] = [
        ['update usage_nights set minutes = least(minutes + 60, 900) where id = $1', [one]],
        ['update usage_nights set usage_date = $2 where id = $1', [one, day(1 + random(number))]],
        ['update usage_nights set usage_date = night where id = $1', [one]],
        ['update device_history set start_date = $2 where id = $1', [history, day(1 + random(10))]],
        ['update patients set therapy_start = $2 where id = $1', [patient.id, day(1 + random(20))]],
        ['update device_history set end_date = $2 where id = $1', [history, random(2) ? null : day(60 + random(9))]],
        ['delete from device_history where id = $1 and $2 = 0', [history, random(6)]],
      ];
      const [sql, values] = acts[random(acts.length * 2)] ?? ['select', []];
      // A third night of a date is refused.
      await admin.query(sql, values).catch((error: unknown) => expect(error).toHaveProperty('constraint'));
    }
    await happened(before, `${day(number)}T17:00:00Z`);
    for (const { patient } of people.slice(number % 2, (number % 2) + 5))
      said.push({ id: patient.id, asOf: day(number), answer: await ask(patient.id, day(number)) });
  }
  expect(new Set(said.map(({ answer }) => JSON.stringify(answer))).size).toBeGreaterThan(300);
  for (const { id, asOf, answer } of said) expect([id, asOf, await ask(id, asOf)]).toEqual([id, asOf, answer]);
}, 120_000);
