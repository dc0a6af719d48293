import pg from 'pg';
import { insertRows, machineRow, patientRow } from '../../src/db/factories.ts';
import type { BenchClient } from './client.ts';
import { percentile, type Figure } from './figures.ts';

const ATTEMPTS = 10_000;
const CONNECTIONS = 50;
const ORGANIZATION = 1; // of the signed-in demo user

/** 10,000 conflicting assignments (3 patients × 3 devices) over 50 connections, then the state of the ledger. */
export async function benchLedger(client: BenchClient, adminUrl: string): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await attempts(client, admin);
  } finally {
    await admin.end();
  }
}

async function attempts(client: BenchClient, admin: pg.Client): Promise<Figure[]> {
  const patients = await insertRows(
    admin,
    'patients',
    Array.from({ length: 3 }, () => patientRow(ORGANIZATION)),
  );
  const serials = Array.from({ length: 3 }, (_, index) => `B0000000${index}00`);
  await insertRows(
    admin,
    'machines',
    serials.map((serial) => machineRow(ORGANIZATION, Buffer.alloc(32), { serial, pin: null })),
  );
  const today = new Date().toISOString().slice(0, 10);
  const times: number[] = [];
  const answers = new Map<string, number>();
  let next = 0;
  const worker = async () => {
    while (next < ATTEMPTS) {
      const attempt = next++;
      // Every twentieth request ends an assignment, so that some requests can still succeed.
      if (attempt % 20 === 19) await admin.query('delete from device_history where patient_id = any ($1)', [patients]);
      const patient = patients[attempt % patients.length]!;
      const serial = serials[Math.floor(attempt / 3) % serials.length]!;
      const started = performance.now();
      const response = await fetch(`${client.origin}/api/patients/${patient}/devices`, {
        method: 'POST',
        headers: client.headers,
        body: JSON.stringify({ serial_number: serial, start_date: today }),
      });
      const { code } = (await response.json()) as { code?: string };
      times.push(performance.now() - started);
      const kind = response.status === 201 ? '201' : `${response.status} ${code ?? ''}`.trim();
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const {
    rows: [bad],
  } = await admin.query<{ overlaps: string; doubles: string }>(`
    select (select count(*) from device_history a join device_history b on a.id < b.id and (a.machine_id = b.machine_id or a.patient_id = b.patient_id)
              and daterange(a.start_date, a.end_date) && daterange(b.start_date, b.end_date)) as overlaps,
           (select count(*) from (select patient_id from device_history where end_date is null group by 1 having count(*) > 1) d) as doubles`);
  await admin.query('delete from device_history where patient_id = any ($1)', [patients]);
  return [
    {
      name: `Ledger: ${ATTEMPTS} conflicting assignments over ${CONNECTIONS} connections, p50`,
      value: `${percentile(times, 0.5).toFixed(0)} ms`,
    },
    { name: 'Ledger: p99', value: `${percentile(times, 0.99).toFixed(0)} ms` },
    { name: 'Ledger: overlaps / second active devices left', value: `${bad!.overlaps} / ${bad!.doubles}` },
    { name: 'Ledger: answers', value: [...answers].map(([kind, count]) => `${kind}: ${count}`).join(', ') },
  ];
}
