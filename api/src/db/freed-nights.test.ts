import { expect, test } from '@jest/globals';
import { migrateTo, useUnmigrated } from '../../test/migrations.ts';
import { installQueue } from '../queue/job-queue.ts';

// Migration 072 on a database that has nights of before.

const unmigrated = useUnmigrated();

test('migration 072 lets the nights of a deleted assignment count again, and recalculates their patient', async () => {
  const { database, client } = unmigrated();
  await migrateTo(unmigrated(), '071');
  await installQueue(database.url);
  await client.query(`select pgboss.create_queue('recompute-compliance', '{"policy": "short"}')`);
  await client.query(`
    insert into organizations (id, name, type_id) overriding system value select 1, 'Lakeside', min(id) from organization_types;
    insert into patients (id, org_id, first_name, last_name, therapy_start) overriding system value
      values (1, 1, 'Ada', 'Former', '2026-01-01'), (2, 1, 'Ben', 'Present', '2026-01-01');
    insert into machines (id, org_id, serial, model_id) overriding system value
      select n, 1, 'A000000' || n, min(m.id) from machine_models m, generate_series(1, 2) n group by n;
    insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date) values (1, 2, 1, 2, '2026-01-01');`);
  // Machine 1 has had patient 1, whose assignment was deleted; machine 2 has patient 2.
  const night = (machine: number, source: string, date: string, patient: number | null) =>
    client.query(
      `insert into usage_nights (machine_org_id, machine_id, night, source, minutes, org_id, patient_id) values (1, $1, $2, $3, 300, $4, $5)`,
      [machine, date, source, patient && 1, patient],
    );
  await night(1, 'sd', '2026-01-05', 1);
  await night(1, 'wireless', '2026-01-05', null);
  await night(1, 'qr', '2026-01-06', 1);
  await night(1, 'sd', '2026-01-06', 1);
  await night(2, 'sd', '2026-01-05', 2);
  await night(2, 'wireless', '2026-01-05', 2);
  const overruled = async () =>
    (
      await client.query<{ night: string }>(
        `select concat_ws(' ', machine_id, source, night) as night from usage_nights where overruled order by id`,
      )
    ).rows.map((row) => row.night);
  expect(await overruled()).toEqual(['1 sd 2026-01-05', '1 qr 2026-01-06', '2 sd 2026-01-05']);
  await client.query('delete from pgboss.job');

  await migrateTo(unmigrated(), '072');
  expect(await overruled()).toEqual(['1 qr 2026-01-06', '2 sd 2026-01-05']);
  const { rows } = await client.query(`select singleton_key from pgboss.job where name = 'recompute-compliance'`);
  expect(rows).toEqual([{ singleton_key: '1' }]);
});
