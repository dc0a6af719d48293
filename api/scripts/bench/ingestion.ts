import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { deviceAuthorization } from '../../src/auth/device.ts';
import type { Config } from '../../src/shared/config.ts';
import { assignedMachines, type SimulatedMachine } from '../simulate/machines.ts';
import type { BenchClient } from './client.ts';
import { cpuDuring, type Cpu } from './cpu.ts';
import { connectWithNight } from './device-connection.ts';
import type { Figure } from './figures.ts';
import { benchPagesDuring, DEVICES_DURING } from './ingestion-pages.ts';

const AT_ONCE = [1, 3, 10];
/** Whole connections of each round. */
const CONNECTIONS = 150;
/** Connections of the first devices before, again and again with the same night: a node runs for days, and this one has just started. */
const WARM_UP = 1200;

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
async function inTurns<T>(all: readonly T[], atOnce: number, each: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const turn = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await each(one);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
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
  client: BenchClient,
  portal: ChildProcess,
  config: Pick<Config, 'encryptionKey'>,
  adminUrl: string,
): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'bench-admin' });
  await admin.connect();
  const node = { pid: portal.pid!, application: 'airlog' };
  try {
    const figures = [await bareInsert(admin, adminUrl)];
    const machines = await assignedMachines(admin, CONNECTIONS * (AT_ONCE.length + 1) + DEVICES_DURING);
    const connect = (machine: SimulatedMachine) =>
      connectWithNight(client.origin, deviceAuthorization(config, machine.serial), machine);
    const store = async (machine: SimulatedMachine) => {
      const result = await connect(machine);
      if (result !== 'stored') throw new Error(`${machine.serial}: ${result}`);
    };
    const repeated = Array.from({ length: WARM_UP }, (_, nth) => machines[nth % CONNECTIONS]!);
    await inTurns(repeated, Math.max(...AT_ONCE), connect);
    await untilDone(admin);
    await admin.query(HOLD);
    for (const [nth, atOnce] of AT_ONCE.entries()) {
      const devices = machines.slice((nth + 1) * CONNECTIONS, (nth + 2) * CONNECTIONS);
      const nights = await cpuDuring(node, admin, () => inTurns(devices, atOnce, store));
      const jobs = await cpuDuring(node, admin, async () => {
        await admin.query(START);
        await untilDone(admin);
      });
      const name = `CPU of a night, whole connections, ${atOnce} at once`;
      figures.push(
        { name, value: show(nights, CONNECTIONS) },
        { name: `${name}: compliance afterwards`, value: show(jobs, CONNECTIONS) },
      );
    }
    await admin.query(LET_GO);
    return [...figures, ...(await benchPagesDuring(client, machines.slice(-DEVICES_DURING), store))];
  } finally {
    await admin.query(LET_GO);
    await admin.end();
  }
}
