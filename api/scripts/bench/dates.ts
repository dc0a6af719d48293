import pg from 'pg';
import { addDays } from '../../src/shared/dates.ts';
import { SETTINGS } from './baseline/statements.ts';
import { gql, type BenchClient } from './client.ts';
import { percentile, type Figure } from './figures.ts';

/** The most rows of one change. */
const NIGHTS = 500;
const ROUNDS = 15;

const MACHINE = `
  with patient as (
    insert into patients (org_id, first_name, last_name, therapy_start) values (1, 'Bench', 'Dates', current_date - 600) returning id
  ), machine as (
    insert into machines (org_id, serial, model_id) values (1, 'BENCHDATES', 1) returning id
  )
  insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date)
  select 1, patient.id, 1, machine.id, current_date - 600 from patient, machine returning machine_id as id`;
const ROWS = `
  insert into usage_nights (machine_org_id, machine_id, night, source, minutes)
  select 1, $1, current_date - 50 - n, 'wireless', 300 from generate_series(1, ${NIGHTS}) n
  returning id::text, night::text as date`;
const CHECK = `query Check($input: ChangeUsageDatesInput!) {
  checkChangeUsageDates(input: $input) { userErrors { code } moves { nightId } patients { nights before { state } after { state } } }
}`;
const CHANGE = `mutation Change($input: ChangeUsageDatesInput!) { changeUsageDates(input: $input) { userErrors { code } } }`;

interface Changed {
  userErrors: { code: string }[];
}

/**
 * Measures the correction of the dates of 500 nights, all by a day and back, in turn with the same correction by bare
 * `pg`: one call of the function of the database, without the portal's checks, audit line and messages. Also its dry run.
 */
export async function benchDates(client: BenchClient, urls: { admin: string; org: string }): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: urls.admin });
  const bare = new pg.Client({ connectionString: urls.org });
  await Promise.all([admin.connect(), bare.connect()]);
  try {
    const machineId = (await admin.query<{ id: number }>(MACHINE)).rows[0]!.id;
    const nights = (await admin.query<{ id: string; date: string }>(ROWS, [machineId])).rows;
    const { viewer } = await gql<{ viewer: { user: { databaseId: number } } }>(
      client,
      '{ viewer { user { databaseId } } }',
    );
    const movesBy = (days: number) => nights.map(({ id, date }) => ({ id, date: addDays(date, days) }));
    const inputOf = (days: number) => ({
      machineId: String(machineId),
      source: 'WIRELESS',
      changes: movesBy(days).map(({ id, date }) => ({ id, newDate: date })),
    });
    const send = async (query: string, days: number) => {
      const [answer] = Object.values(await gql<Record<string, Changed>>(client, query, { input: inputOf(days) }));
      if (answer!.userErrors.length > 0) throw new Error(`Refused: ${answer!.userErrors[0]!.code}`);
    };
    const call = async (days: number) => {
      await bare.query('begin');
      await bare.query(SETTINGS, [1, viewer.user.databaseId]);
      await bare.query('select change_usage_dates($1, $2, $3::jsonb)', [
        machineId,
        'wireless',
        JSON.stringify(movesBy(days)),
      ]);
      await bare.query('commit');
    };
    const works = {
      portal: (days: number) => send(CHANGE, days),
      'bare pg': call,
      'dry run of the portal': (days: number) => send(CHECK, days),
    };
    const samples: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, work] of Object.entries(works))
        // There, and back.
        for (const days of name.startsWith('dry') ? [1] : [1, 0]) {
          const started = performance.now();
          await work(days);
          (samples[name] ??= []).push(performance.now() - started);
        }
    const median = (name: keyof typeof works) => percentile(samples[name]!, 0.5);
    return Object.keys(works).map((name) => ({
      name: `Date correction of ${NIGHTS} nights: ${name}`,
      value:
        `p50 ${Math.round(median(name as keyof typeof works))} ms, p99 ${Math.round(percentile(samples[name]!, 0.99))} ms` +
        (name === 'bare pg' ? `; portal ÷ bare pg ${(median('portal') / median('bare pg')).toFixed(1)}×` : ''),
    }));
  } finally {
    await Promise.all([admin.end(), bare.end()]);
  }
}
