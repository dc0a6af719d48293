import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Figure } from './figures.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Nights of each patient, of which two in three are compliant. */
const NIGHTS = 90;
const START = '2026-01-01';

// Without triggers, as the demo data is written.
const PATIENTS = `
  insert into patients (org_id, first_name, last_name, therapy_start, visible_org_ids)
  select 1, 'Bench', n::text, $1::date, array[1] from generate_series(1, $2::int) n returning id`;
const ROWS = `
  insert into usage_nights (org_id, patient_id, machine_org_id, machine_id, night, usage_date, source, minutes)
  select 1, p.id, 1, 1000000 + p.id, $1::date + n, $1::date + n, 'wireless', case when (p.id + n) % 3 = 0 then 60 else 400 end
    from unnest($2::int[]) p (id) cross join generate_series(0, ${NIGHTS - 1}) n`;

/** Adds patients with nights, until there are `count` patients in therapy. */
async function addPatients(admin: pg.Client, count: number): Promise<void> {
  const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from patients');
  for (let missing = count - rows[0]!.n; missing > 0; missing -= 5000) {
    await admin.query('begin');
    await admin.query('set local session_replication_role = replica');
    const made = await admin.query<{ id: number }>(PATIENTS, [START, Math.min(5000, missing)]);
    await admin.query(ROWS, [START, made.rows.map(({ id }) => id)]);
    await admin.query('commit');
  }
  await admin.query('vacuum analyze usage_nights, patients, compliance_results');
}

/** Runs the command, and returns its last line, its seconds and the most memory that it held, in megabytes. */
async function command(argument: string, databaseUrl: string): Promise<{ line: string; seconds: number; mb: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'api/scripts/compliance.ts'), argument], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const ended = new Promise<void>((done) => void child.once('close', () => done()));
  let mb = 0;
  let isRunning = true;
  void ended.then(() => (isRunning = false));
  while (isRunning) {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      mb = Math.max(mb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has ended.
    }
    await Promise.race([ended, wait(100)]);
  }
  return { line: text.trim().split('\n').at(-1) ?? '', seconds: (performance.now() - started) / 1000, mb };
}

/** Measures the calculation of all patients' compliance from 90 nights each, with storing it and with comparing it. */
export async function benchCompliance(adminUrl: string, count: number): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await addPatients(admin, count);
    const figures: Figure[] = [];
    for (const [argument, name] of [
      ['--rebuild', 'computed and stored'],
      ['--verify', 'computed and compared'],
    ] as const) {
      const { line, seconds, mb } = await command(argument, adminUrl);
      figures.push({
        name: `Compliance of ${count} patients, ${name}`,
        value: `${Math.round(count / seconds)} patients a second, at most ${Math.round(mb)} MB (${line})`,
      });
    }
    return figures;
  } finally {
    await admin.end();
  }
}
