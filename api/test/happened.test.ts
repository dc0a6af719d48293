import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { happened, RECORDED_COLUMNS, RECORDED_TABLES, timeOfDatabase } from './happened.ts';
import { admin, asViewer, make, makeHistory, makeMachine, makePatient, usePortal } from './harness.ts';

usePortal();

/** Tables with times that say nothing of what was known: of rows that are read by their present value alone. */
const OTHER: Record<string, string> = {
  compliance_results: 'computed_at is of the stored result of now',
  machines: 'read for the serial number',
  organizations: 'read for the time zone',
  users: 'read for the name of who acts',
};
const READERS = ['versions_of_nights', 'night_history', 'nights_known', 'night_evidence'];

test('a moved clock moves every table with times that compliance reads', async () => {
  const { rows: functions } = await admin.query<{ text: string }>(
    "select prosrc as text from pg_proc where pronamespace = 'public'::regnamespace and proname = any ($1)",
    [READERS],
  );
  expect(functions).toHaveLength(READERS.length);
  const files = globSync('api/src/compliance/*.ts').filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(20);
  const texts = [...functions.map(({ text }) => text), ...files.map((file) => readFileSync(file, 'utf8'))];
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/\b(?:from|join) ([a-z_]+)\b/g)].map(([, name]) => name!)),
  );
  const { rows } = await admin.query<{ table: string }>(
    `select distinct c.table_name as table from information_schema.columns c
      where c.table_schema = 'public' and c.udt_name in ('timestamptz', 'timestamp', 'tstzrange') order by 1`,
  );
  const read = rows.map(({ table }) => table).filter((table) => named.has(table));
  expect(read).toEqual(expect.arrayContaining(['usage_nights', 'assignment_versions', 'uploads']));
  expect(read.filter((table) => !RECORDED_TABLES.includes(table) && !(table in OTHER))).toEqual([]);
});

test('in every column, for what was recorded since then, and nothing else', async () => {
  const { rows: columns } = await admin.query<{ table: string; column: string }>(RECORDED_COLUMNS, [RECORDED_TABLES]);
  expect(new Set(columns.map(({ table }) => table))).toEqual(new Set(RECORDED_TABLES));
  const timesOf = async () => {
    const times: string[] = [];
    for (const { table, column } of columns) {
      const { rows } = await admin.query<{ times: string }>(
        `select ${column}::text as times from ${table} where ${column} is not null order by ${column}`,
      );
      times.push(...rows.map((row) => `${table}.${column} ${row.times}`));
    }
    return times;
  };
  const viewer = await asViewer();
  const old = await timesOf();
  const before = await timeOfDatabase();
  const patient = await makePatient(viewer.orgId, { therapy_start: '2026-01-01' });
  const machine = await makeMachine(viewer.orgId);
  const id = await makeHistory(patient, machine, { start_date: '2026-01-01' });
  const night = await make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: '2026-01-02',
    source: 'wireless',
    minutes: 100,
  });
  await admin.query('update usage_nights set minutes = 200 where id = $1', [night]);
  await admin.query('update device_history set start_date = $2 where id = $1', [id, '2026-01-02']);
  await admin.query('update patients set therapy_start = $2 where id = $1', [patient.id, '2026-01-02']);
  await happened(before, '2026-02-03T12:00:00Z');
  const added = (await timesOf()).filter((time) => !old.includes(time));
  const tables = new Set(added.map((time) => time.split('.')[0]));
  expect([...tables].toSorted()).toEqual([
    'assignment_versions',
    'device_history',
    'patients',
    'therapy_start_versions',
    'usage_night_versions',
    'usage_nights',
  ]);
  for (const time of added) expect(time).toMatch(/2026-02-03 (?:07|12):0\d|\(,\)/);
});
