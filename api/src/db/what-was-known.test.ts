import { expect, test } from '@jest/globals';
import { migrateTo, useUnmigrated } from '../../test/migrations.ts';
import { installQueue } from '../queue/job-queue.ts';

// Migration 081 on a database with corrections, longer nights and deleted assignments of before.

const unmigrated = useUnmigrated();

test('migration 081 leaves what was known of the nights at any time as it was answered before', async () => {
  const { database, client } = unmigrated();
  await migrateTo(unmigrated(), '077');
  await installQueue(database.url);
  await client.query(`select pgboss.create_queue('recompute-compliance', '{"policy": "short"}')`);
  await client.query(`
    insert into organizations (id, name, type_id) overriding system value select 1, 'Lakeside', min(id) from organization_types;
    insert into users (id, org_id, email, first_name, last_name, user_type, locale) overriding system value
      values (1, 1, 'kim@example.test', 'Kim', 'Staff', 'Organization', 'en');
    insert into patients (id, org_id, first_name, last_name, therapy_start, created_at) overriding system value
      values (1, 1, 'Ada', 'Former', '2026-01-01', '2026-01-01'), (2, 1, 'Ben', 'Present', '2026-01-01', '2026-01-01'), (3, 1, 'Cy', 'None', null, '2026-01-01');
    insert into machines (id, org_id, serial, model_id) overriding system value
      select n, 1, 'A000000' || n, min(m.id) from machine_models m, generate_series(1, 2) n group by n;
    insert into device_history (id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, created_by, created_at) overriding system value
      values (1, 1, 1, 1, 1, '2026-01-01', '2026-02-01', 1, '2026-01-01'), (2, 1, 2, 1, 2, '2026-01-01', '2026-02-01', null, '2026-01-01');`);
  let moment = 0;
  /** Each act is an hour after the one before; the times of the log and of the versions are set to it. */
  const act = async (...statements: [string, ...unknown[]][]) => {
    const at = new Date(Date.UTC(2026, 2, 1, (moment += 1)));
    await client.query('begin');
    for (const [sql, ...values] of statements) await client.query(sql, values);
    await client.query('commit');
    await client.query("update usage_night_versions set until = $1 where until > '2026-08-01'", [at]);
    await client.query("update usage_date_changes set created_at = $1 where created_at > '2026-08-01'", [at]);
  };
  const night = (id: number, machine: number, date: string) =>
    client.query(
      `insert into usage_nights (id, machine_org_id, machine_id, night, source, minutes, arrived_at) values ($1, 1, $2, $3, 'wireless', $4, $3::date + 1)`,
      [id, machine, date, 100 + id],
    );
  const move = (id: number, from: string, to: string): [string, ...unknown[]][] => [
    ['update usage_nights set usage_date = $2 where id = $1', id, to],
    [
      `insert into usage_date_changes (machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
         select 1, machine_id, id, source, night, $2, $3, 1, 'a@b.test' from usage_nights where id = $1`,
      id,
      from,
      to,
    ],
  ];
  for (let id = 1; id <= 9; id += 1) await night(id, 1, `2026-01-0${id}`);
  for (let id = 11; id <= 15; id += 1) await night(id, 2, `2026-01-${id}`);
  await act(...move(1, '2026-01-01', '2026-01-02'));
  await act(['update usage_nights set minutes = 400 where id in (1, 2)']);
  await act(...move(1, '2026-01-02', '2026-03-01'), ...move(11, '2026-01-11', '2026-01-30'));
  await act(['delete from device_history where id = 1']);
  await act(...move(3, '2026-01-03', '2026-03-03'), ...move(4, '2026-01-04', '2026-03-04'));
  await act(...move(3, '2026-03-03', '2026-01-03'));
  // To the other patient, by a correction and by an assignment.
  await act([
    `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date) values (1, 2, 1, 1, '2026-02-02', '2026-02-10')`,
  ]);
  await act(...move(5, '2026-01-05', '2026-02-05'));
  await act(['update usage_nights set minutes = 500 where id in (3, 5, 15)']);
  await act(["update device_history set end_date = '2026-01-14' where id = 2"]);
  await act(...move(12, '2026-01-12', '2026-01-20'));
  // Before migration 076.
  await act(...move(6, '2026-01-06', '2026-01-16'), ...move(13, '2026-01-13', '2026-01-09'));
  await client.query('delete from usage_night_versions where night_id in (6, 13)');
  // A night that did not arrive before it changed, as a clock set back has it.
  await act(['update usage_nights set minutes = 600 where id = 14']);
  await client.query("update usage_nights set arrived_at = '2026-04-01' where id = 14");

  const known = async () => {
    await client.query('begin');
    await client.query('set local role airlog_jobs');
    const answers: unknown[][] = [];
    for (let hour = 0; hour <= moment + 1; hour += 1)
      for (const minute of [0, 30])
        answers.push(
          (
            await client.query('select * from nights_known($1, 0, 90, $2) order by dated, recorded, machine', [
              [1, 2, 3],
              new Date(Date.UTC(2026, 2, 1, hour, minute)),
            ])
          ).rows,
        );
    await client.query('rollback');
    return answers;
  };
  const before = await known();
  expect(new Set(before.map((rows) => JSON.stringify(rows))).size).toBeGreaterThan(9);
  await migrateTo(unmigrated(), '081');
  expect(await known()).toEqual(before);

  const { rows: starts } = await client.query(
    `select patient_id as patient, therapy_start::text as start, known = tstzrange('2026-01-01', null, '(]') as "isSinceEntered", actor_user_id as by
       from therapy_start_versions order by 1`,
  );
  expect(starts).toEqual([
    { patient: 1, start: '2026-01-01', isSinceEntered: true, by: null },
    { patient: 2, start: '2026-01-01', isSinceEntered: true, by: null },
  ]);
  const { rows: assignments } = await client.query(
    `select history_id as history, act, lower(known) < now() - interval '1 day' as "isOfBefore", actor_name as name from assignment_versions order by 1`,
  );
  expect(assignments).toEqual([
    { history: 1, act: 'made', isOfBefore: false, name: null },
    { history: 2, act: 'made', isOfBefore: true, name: null },
  ]);
});
