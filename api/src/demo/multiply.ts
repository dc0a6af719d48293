import type pg from 'pg';
import { insertRows } from '../db/factories.ts';
import { addDays } from './calendar.ts';
import { encryptedMachine, type DemoCohort, type IdBase } from './cohort-machines.ts';
import { moduleNumbers, serialOf } from './machines.ts';
import { emailOf, nameOf } from './people.ts';
import { Random } from './random.ts';
import { COHORT } from './stories.ts';

type Row = Record<string, unknown>;

/** Cohorts that were generated once and are copied under other names: the source of a large set. */
export interface Template {
  cohorts: number;
  people: { sex: string; hasEmail: boolean }[];
  machines: { model: number; module: 'none' | 'sim' | 'wifi' }[];
  /** Columns of each temporary table. */
  columns: Record<string, string[]>;
}

const TABLES = {
  patients: 'patients',
  machines: 'machines',
  modules: 'modules',
  histories: 'device_history',
  settings: 'settings_records',
  connections: 'connections',
  nights: 'usage_nights',
  compliance: 'compliance_results',
} as const;
/** The tables that copies are written to. */
export const COPIED_TABLES: readonly string[] = Object.values(TABLES);
const STATEMENT_ROWS = 4000;

/** The column of a reading's time. */
const TIME: Partial<Record<keyof typeof TABLES, string>> = { connections: 'start_time', nights: 'night' };

/** Returns the readings of each machine's last days; all rows of another table. */
function latest(name: keyof typeof TABLES, rows: readonly Row[], days: number): readonly Row[] {
  const time = TIME[name];
  if (!time) return rows;
  const dateOf = (row: Row) => String(row[time]).slice(0, 10);
  const last = new Map<unknown, string>();
  for (const row of rows) if (dateOf(row) > (last.get(row.machine_id) ?? '')) last.set(row.machine_id, dateOf(row));
  return rows.filter((row) => dateOf(row) > addDays(last.get(row.machine_id)!, -days));
}

/**
 * Writes cohorts, numbered from id 1 in every table, to temporary tables that end with the connection. Of the nights
 * and sessions of a device, those of its last `readingDays` days are kept. iCode reports are left out: a code belongs
 * to the serial number of its device.
 */
export async function makeTemplate(
  client: pg.ClientBase,
  cohorts: readonly DemoCohort[],
  key: Buffer,
  readingDays: number,
): Promise<Template> {
  const columns: Record<string, string[]> = {};
  const machines = cohorts.flatMap((cohort) => cohort.machines);
  for (const [name, table] of Object.entries(TABLES) as [keyof typeof TABLES, string][]) {
    const rows: Row[] =
      name === 'machines'
        ? machines.map((machine) => encryptedMachine(machine, key))
        : cohorts.flatMap((cohort) => latest(name, cohort[name], readingDays));
    await client.query(`create temp table seed_${table} as select * from ${table} with no data`);
    for (let from = 0; from < rows.length; from += STATEMENT_ROWS)
      await insertRows(client, `seed_${table}`, rows.slice(from, from + STATEMENT_ROWS), 'org_id');
    columns[table] = Object.keys(rows[0]!);
  }
  for (const table of Object.values(TABLES)) await client.query(`analyze seed_${table}`);
  const modules = new Map(cohorts.flatMap((cohort) => cohort.modules).map((row) => [row.machine_id, row]));
  return {
    cohorts: cohorts.length,
    people: cohorts.flatMap(({ patients }) =>
      patients.map(({ sex, email }) => ({ sex: sex as string, hasEmail: email !== null })),
    ),
    machines: machines.map(({ id, model_id: model }) => {
      const module = modules.get(id);
      return { model: model as number, module: !module ? 'none' : module.iccid ? 'sim' : 'wifi' };
    }),
    columns,
  };
}

/** Copies all columns of a template's table; `changed` maps a column to its SQL, in which `t` is the template's row. */
function copyOf({ columns }: Template, table: string, changed: Record<string, string>, from: string): string {
  const names = columns[table]!;
  const values = names.map((name) => changed[name] ?? `t."${name}"`);
  return `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) select ${values.join(', ')} from seed_${table} t ${from}`;
}

/**
 * Writes copies of the template's first `count` cohorts as the cohorts `first`, `first + 1` …, with names, e-mail
 * addresses, birth dates, serial numbers and modules of their own. Pure but for `base`: the same numbers give the same
 * rows.
 */
export async function writeCopy(
  client: pg.ClientBase,
  template: Template,
  first: number,
  count: number,
  base: IdBase,
): Promise<void> {
  const patientsBefore = (first - 1) * COHORT.patients;
  const machinesBefore = (first - 1) * COHORT.machines;
  const patients = count * COHORT.patients;
  const random = new Random(first * 100 + 99);
  const people = template.people.slice(0, patients).map(({ sex, hasEmail }, index) => {
    const [firstName, lastName] = nameOf(random, sex);
    return { firstName, lastName, email: hasEmail ? emailOf(firstName, lastName, patientsBefore + index + 1) : null };
  });
  const machines = template.machines.slice(0, count * COHORT.machines).map(({ model, module }, index) => {
    const number = machinesBefore + index + 1;
    const { serial: moduleSerial, iccid } = moduleNumbers(number, module === 'sim');
    return { serial: serialOf(model, number), moduleSerial, iccid };
  });
  const serials = machines.map(({ serial }) => serial);
  const ofPatient = { patient_id: `t.patient_id + ${base.patient}` };
  const ofMachine = { machine_id: `t.machine_id + ${base.machine}` };
  const some = `where t.patient_id <= ${patients}`;

  await client.query(
    copyOf(
      template,
      'patients',
      {
        id: `t.id + ${base.patient}`,
        assigned_id: `'AL-' || lpad((t.id + ${patientsBefore})::text, 7, '0')`,
        first_name: 'v.first',
        last_name: 'v.last',
        email: 'v.email',
        birth_date: `t.birth_date + ${first % 365}`,
        current_serial: 'm.serial',
      },
      `join unnest($1::text[], $2::text[], $3::text[]) with ordinality v(first, last, email, id) on v.id = t.id
       left join seed_device_history h on h.patient_id = t.id and h.end_date is null
       left join unnest($4::text[]) with ordinality m(serial, id) on m.id = h.machine_id order by t.id`,
    ),
    [
      people.map(({ firstName }) => firstName),
      people.map(({ lastName }) => lastName),
      people.map(({ email }) => email),
      serials,
    ],
  );
  await client.query(
    copyOf(
      template,
      'machines',
      { id: `t.id + ${base.machine}`, serial: 'v.serial', guid: "md5('guid of ' || v.serial)::uuid" },
      'join unnest($1::text[]) with ordinality v(serial, id) on v.id = t.id order by t.id',
    ),
    [serials],
  );
  await client.query(
    copyOf(
      template,
      'modules',
      { ...ofMachine, serial: 'v.serial', iccid: 'v.iccid' },
      'join unnest($1::text[], $2::text[]) with ordinality v(serial, iccid, id) on v.id = t.machine_id',
    ),
    [machines.map(({ moduleSerial }) => moduleSerial), machines.map(({ iccid }) => iccid)],
  );
  const history = { ...ofPatient, ...ofMachine, id: `t.id + ${base.history}` };
  await client.query(copyOf(template, 'device_history', history, `${some} order by t.id`));
  const record = { ...ofPatient, history_id: `t.history_id + ${base.history}` };
  await client.query(copyOf(template, 'settings_records', record, some));
  await client.query(copyOf(template, 'connections', { ...ofPatient, ...ofMachine }, some));
  await client.query(copyOf(template, 'usage_nights', { ...ofPatient, ...ofMachine }, some));
  await client.query(copyOf(template, 'compliance_results', ofPatient, some));
}
