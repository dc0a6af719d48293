import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { deviceAuthorization } from '../../src/auth/device.ts';
import { runningNight } from '../../src/gateway/gateway-clock.ts';
import type { Config } from '../../src/shared/config.ts';
import { assignedMachines, type SimulatedMachine } from '../simulate/machines.ts';
import { cpuDuring, type Cpu } from './cpu.ts';
import type { Figure } from './figures.ts';

const AT_ONCE = [1, 3, 10];
/** Whole connections of each round; the first round warms up and is not counted. */
const CONNECTIONS = 150;

// The jobs that follow are held back while nights arrive, so that each is measured alone. Only in this database.
const HOLD = `
  create function pgboss.hold() returns trigger language plpgsql as $$ begin new.start_after := 'infinity'; return new; end $$;
  create trigger hold before insert on pgboss.job_common for each row when (new.name = 'recompute-compliance') execute function pgboss.hold()`;
const LET_GO = 'drop trigger if exists hold on pgboss.job_common; drop function if exists pgboss.hold()';
const START = `update pgboss.job_common set start_after = now() where name = 'recompute-compliance' and start_after = 'infinity'`;
const LEFT = `select count(*)::int as jobs from pgboss.job where name = 'recompute-compliance' and state < 'completed' and start_after < 'infinity'`;
const BARE = `insert into bare_nights (machine_id, night, minutes, ahi) values ($1, $2, 400, 2.1)`;

async function untilDone(admin: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await admin.query<{ jobs: number }>(LEFT);
    if (rows[0]!.jobs === 0) return;
    await wait(50);
  }
}

/** Runs `each` for all devices, so many at once. */
async function inTurns<T>(all: readonly T[], atOnce: number, each: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const turn = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await each(one);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
}

/** One whole connection of a device that has a new night: session, fetch, night, end. */
async function connect(origin: string, authorization: string, machine: SimulatedMachine, minutes: number) {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(`${origin}/device/v1${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const time = new Date().toISOString();
  const night = runningNight(time, new Date(time));
  const { iccid, serial } = machine;
  const { session } = await post<{ session: number }>('/sessions', {
    iccid,
    terminal_type: iccid === null ? 2 : 1,
    device_time: time,
  });
  await post('/settings/fetch', {});
  const nights = [{ night, minutes, record_no: 9000, sessions: 2, ahi: 2.1, pressure: 9, p95: 11, leak: 3 }];
  const [outcome] = await post<{ result: string }[]>('/nights', { device_time: time, nights });
  if (outcome!.result !== 'stored') throw new Error(`${serial}: ${outcome!.result}`);
  await post(`/sessions/${session}/end`, { exit_flag: 'normal' });
}

const show = ({ node, pg: database }: Cpu, nights: number): string =>
  `${((node + database) / nights).toFixed(1)} ms (node ${(node / nights).toFixed(1)}, PostgreSQL ${(database / nights).toFixed(1)})`;

/** Measures a bare insert of one row, one transaction each, from this process. */
async function bareInsert(admin: pg.Client, url: string): Promise<Figure> {
  await admin.query('create unlogged table bare_nights (machine_id int, night date, minutes int, ahi numeric)');
  await admin.query('alter table bare_nights set logged');
  const bare = new pg.Client({ connectionString: url, application_name: 'bench-bare' });
  await bare.connect();
  try {
    for (let nth = 0; nth < CONNECTIONS; nth += 1) await bare.query(BARE, [nth, '2026-01-01']);
    const used = await cpuDuring({ pid: process.pid, application: 'bench-bare' }, admin, async () => {
      for (let nth = 0; nth < CONNECTIONS; nth += 1) await bare.query(BARE, [nth, '2026-01-02']);
    });
    return { name: 'CPU of a bare insert of one row', value: show(used, CONNECTIONS) };
  } finally {
    await bare.end();
    await admin.query('drop table bare_nights');
  }
}

/**
 * Measures the CPU time of the node and of its backends for a night of a device that opens a session, fetches its changes,
 * sends the night and ends the session, and of the compliance that is computed afterwards. Every round has
 * devices of its own, whose night is new.
 */
export async function benchIngestion(
  origin: string,
  portal: ChildProcess,
  config: Pick<Config, 'encryptionKey'>,
  adminUrl: string,
): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'bench-admin' });
  await admin.connect();
  const node = { pid: portal.pid!, application: 'airlog' };
  try {
    const figures = [await bareInsert(admin, adminUrl)];
    const machines = await assignedMachines(admin, CONNECTIONS * (AT_ONCE.length + 1));
    await admin.query(HOLD);
    for (const [round, atOnce] of [1, ...AT_ONCE].entries()) {
      const devices = machines.slice(round * CONNECTIONS, (round + 1) * CONNECTIONS);
      const nights = await cpuDuring(node, admin, () =>
        inTurns(devices, atOnce, (machine) =>
          connect(origin, deviceAuthorization(config, machine.serial), machine, 400),
        ),
      );
      const jobs = await cpuDuring(node, admin, async () => {
        await admin.query(START);
        await untilDone(admin);
      });
      if (round === 0) continue;
      const name = `CPU of a night, whole connections, ${atOnce} at once`;
      figures.push(
        { name, value: show(nights, CONNECTIONS) },
        { name: `${name}: compliance afterwards`, value: show(jobs, CONNECTIONS) },
      );
    }
    return figures;
  } finally {
    await admin.query(LET_GO);
    await admin.end();
  }
}
