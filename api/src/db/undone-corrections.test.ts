import { expect, test } from '@jest/globals';
import { migrateTo, useUnmigrated } from '../../test/migrations.ts';
import { installQueue } from '../queue/job-queue.ts';

// Migration 077 on a database that has corrections of before.

const unmigrated = useUnmigrated();

test('migration 077 lets the corrections of before be undone: nights return to the patient of a deleted assignment', async () => {
  const { database, client } = unmigrated();
  await migrateTo(unmigrated(), '076');
  await installQueue(database.url);
  await client.query(`select pgboss.create_queue('recompute-compliance', '{"policy": "short"}')`);
  await client.query(`
    insert into organizations (id, name, type_id) overriding system value select 1, 'Lakeside', min(id) from organization_types;
    insert into patients (id, org_id, first_name, last_name) overriding system value
      values (1, 1, 'Ada', 'Former'), (2, 1, 'Ben', 'Present'), (3, 1, 'Cy', 'Next');
    insert into machines (id, org_id, serial, model_id) overriding system value
      select n, 1, 'A000000' || n, min(m.id) from machine_models m, generate_series(1, 2) n group by n;
    insert into device_history (id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date) overriding system value
      values (1, 1, 1, 1, 1, '2026-01-01', '2026-02-01'), (2, 1, 2, 1, 2, '2026-01-01', '2026-02-01');`);
  const night = (id: number, machine: number, date: string) =>
    client.query(
      `insert into usage_nights (id, machine_org_id, machine_id, night, source, minutes) values ($1, 1, $2, $3, 'wireless', 300)`,
      [id, machine, date],
    );
  /** Moves a night in one transaction with its line of the log, as the portal does. */
  const correct = async (id: number, from: string, to: string) => {
    await client.query('begin');
    await client.query('update usage_nights set usage_date = $2 where id = $1', [id, to]);
    await client.query(
      `insert into usage_date_changes (machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
         select 1, machine_id, id, source, night, $2, $3, 1, 'a@b.test' from usage_nights where id = $1`,
      [id, from, to],
    );
    await client.query('commit');
  };
  for (const [id, day] of [1, 2, 3, 4, 5].entries()) await night(id + 1, 1, `2026-01-0${day}`);
  await night(6, 2, '2026-01-01');
  await client.query('delete from device_history where id = 1');
  // Of the patient whose assignment was deleted.
  await correct(1, '2026-01-01', '2026-03-01');
  // Twice, and with the date of before.
  await correct(2, '2026-01-02', '2026-03-02');
  await correct(2, '2026-03-02', '2026-01-02');
  // Before migration 076.
  await correct(3, '2026-01-03', '2026-03-03');
  await client.query('delete from usage_night_versions where night_id = 3');
  // To a date that is assigned now.
  await correct(4, '2026-01-04', '2026-03-04');
  await client.query(
    `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date) values (1, 3, 1, 1, '2026-01-04', '2026-01-05')`,
  );
  // Of a patient with an assignment of the machine, which ended before the date since.
  await correct(6, '2026-01-01', '2026-03-01');
  await client.query(`update device_history set start_date = '2026-01-02' where id = 2`);

  await migrateTo(unmigrated(), '077');
  const { rows } = await client.query(
    'select night_id::int as night, usage_date::text as date, machine_id as machine, patient_id as patient from usage_night_returns order by night_id',
  );
  expect(rows).toEqual([
    { night: 1, date: '2026-01-01', machine: 1, patient: 1 },
    { night: 2, date: '2026-03-02', machine: 1, patient: null },
    { night: 3, date: '2026-01-03', machine: 1, patient: null },
    { night: 4, date: '2026-01-04', machine: 1, patient: 3 },
    { night: 6, date: '2026-01-01', machine: 2, patient: null },
  ]);
  await client.query('update usage_nights set usage_date = night');
  expect(
    (await client.query('select patient_id as patient from usage_nights order by id')).rows.map(
      ({ patient }) => patient,
    ),
  ).toEqual([1, null, null, 3, 1, null]);
});
