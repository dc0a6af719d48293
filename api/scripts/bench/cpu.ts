import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** CPU milliseconds of a program and of its PostgreSQL backends. */
export interface Cpu {
  node: number;
  pg: number;
}

/** Returns the CPU time of all threads of a process in milliseconds; 0 for a process that has ended. */
function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  try {
    return readdirSync(tasks).reduce(
      (sum, task) => sum + Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    );
  } catch {
    return 0;
  }
}

async function backendsOf(admin: pg.Client, application: string): Promise<Map<number, number>> {
  const { rows } = await admin.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name like $1',
    [`${application}%`],
  );
  return new Map(rows.map(({ pid }) => [pid, cpuOf(pid)]));
}

/**
 * Returns the CPU time that a program and the backends with its application name use while `work` runs. CPU time and not
 * elapsed time: other programs on the machine change the one, not the other.
 */
export async function cpuDuring(
  { pid, application }: { pid: number; application: string },
  admin: pg.Client,
  work: () => Promise<unknown>,
): Promise<Cpu> {
  const [node, before] = [cpuOf(pid), await backendsOf(admin, application)];
  await work();
  const after = await backendsOf(admin, application);
  const pgMs = [...after].reduce((sum, [backend, used]) => sum + used - (before.get(backend) ?? 0), 0);
  return { node: cpuOf(pid) - node, pg: pgMs };
}
