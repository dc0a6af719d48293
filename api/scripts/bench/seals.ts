import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SEALED_LOGS, isUnsealed, rowsSql } from '../../src/activity/audit-chain.ts';
import { TAKE_TURN } from '../../src/activity/audit-seals.ts';
import { gql, type BenchClient } from './client.ts';
import { cpuDuring } from './cpu.ts';
import { percentile, type Figure } from './figures.ts';

/** Lines that are there at once. */
const LINES = 100_000;
/** 10,000 lines a minute, for half a minute. */
const [PER_TENTH, TENTHS] = [17, 300];
const WRITES = 1500;
const ROUNDS = 5;
const WRITE = 'mutation { updateViewer(input: { locale: EN }) { userErrors { code } } }';

const INSERT = `insert into audit_log (org_id, actor_user_id, operation, outcome, patient_ids, properties, ip, request_id)
  select 1, 1, 'Query.patient', 'read', array[n, n + 1], jsonb_build_object('id', n), '10.0.0.1', gen_random_uuid()::text from generate_series(1, $1) n`;
const UNSEALED = `select ${SEALED_LOGS.map((log) => `(select count(*) from ${rowsSql(log)} and ${isUnsealed(log)})`).join(' + ')} as lines`;

/** Kilobytes of memory that a process holds. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

async function untilSealed(admin: pg.Client, each: () => void = () => undefined): Promise<void> {
  for (;;) {
    each();
    const { rows } = await admin.query<{ lines: string }>(UNSEALED);
    if (rows[0]!.lines === '0') return;
    await wait(100);
  }
}

/** Keeps every node from sealing while `work` runs. */
async function unsealedDuring<T>(admin: pg.Client, work: () => Promise<T>): Promise<T> {
  await admin.query('begin');
  await admin.query(TAKE_TURN.replace(' skip locked', ''));
  try {
    return await work();
  } finally {
    await admin.query('rollback');
  }
}

/** Sends writes one after the other, and returns the milliseconds of each. */
async function writes(client: BenchClient): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < WRITES / ROUNDS; nth += 1) {
    const started = performance.now();
    await gql(client, WRITE);
    times.push(performance.now() - started);
  }
  return times;
}

/**
 * Measures how the portal seals lines of the log: many at once, 10,000 a minute, and what sealing adds to requests that
 * write a line, in CPU time and while many lines are sealed.
 */
export async function benchSeals(client: BenchClient, portal: ChildProcess, adminUrl: string): Promise<Figure[]> {
  const program = { pid: portal.pid!, application: 'airlog' };
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await untilSealed(admin);
    const quiet = memoryOf(program.pid);
    let most = quiet;
    const many = await cpuDuring(program, admin, async () => {
      await admin.query(INSERT, [LINES]);
      await untilSealed(admin, () => (most = Math.max(most, memoryOf(program.pid))));
    });
    const {
      rows: [speed],
    } = await admin.query<{ lines: number }>(
      `select (count(*) filter (where sealed_at > first) / extract(epoch from max(sealed_at) - min(sealed_at)))::float as lines
         from (select sealed_at, min(sealed_at) over () as first from audit_seals order by seq desc limit $1) s`,
      [LINES],
    );

    const { rows: before } = await admin.query<{ seq: string }>('select max(seq) as seq from audit_seals');
    for (let tenth = 0; tenth < TENTHS; tenth += 1) {
      await admin.query(INSERT, [PER_TENTH]);
      await wait(100);
    }
    await untilSealed(admin);
    const {
      rows: [pace],
    } = await admin.query<{ longest: number }>(
      `select extract(epoch from max(s.sealed_at - l.created_at))::float as longest
         from audit_seals s join audit_log l on l.id = s.row_id where s.log = 'audit_log' and s.seq > $1`,
      [before[0]!.seq],
    );

    const [plain, during]: [number[], number[]] = [[], []];
    const cpu = { writing: 0, sealing: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      await unsealedDuring(admin, async () => {
        const used = await cpuDuring(program, admin, async () => void plain.push(...(await writes(client))));
        cpu.writing += used.node + used.pg;
      });
      const used = await cpuDuring(program, admin, () => untilSealed(admin));
      cpu.sealing += used.node + used.pg;
      await admin.query(INSERT, [LINES / ROUNDS]);
      during.push(...(await writes(client)));
      await untilSealed(admin);
    }
    const perThousand = (ms: number) => (ms / LINES) * 1000;
    const [alone, among] = [percentile(plain, 0.5), percentile(during, 0.5)];
    return [
      { name: `Seals: ${LINES} lines at once`, value: `${Math.round(speed!.lines)} lines a second` },
      {
        name: 'Seals: CPU of 1,000 lines',
        value: `${(perThousand(many.node) + perThousand(many.pg)).toFixed(1)} ms (${perThousand(many.node).toFixed(1)} node + ${perThousand(many.pg).toFixed(1)} PostgreSQL)`,
      },
      {
        name: 'Seals: memory of the portal, before / at most',
        value: `${[quiet, most].map((kb) => `${Math.round(kb / 1024)} MB`).join(' / ')}`,
      },
      {
        name: 'Seals: 10,000 lines a minute, the longest wait for a seal (target 5 s)',
        value: `${pace!.longest.toFixed(1)} s`,
      },
      {
        name: 'Seals: CPU of a request that writes a line, with its seal ÷ without',
        value: `${((cpu.writing + cpu.sealing) / cpu.writing).toFixed(2)}×`,
      },
      {
        name: `Seals: p50 of such a request while ${LINES / ROUNDS} lines are sealed ÷ while none are`,
        value: `${among.toFixed(1)} ÷ ${alone.toFixed(1)} ms, ${(among / alone).toFixed(2)}×`,
      },
    ];
  } finally {
    await admin.end();
  }
}
