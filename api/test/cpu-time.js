import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The file in which the workers of a run note their CPU time; its name is inherited. */
const FILE = 'AIRLOG_TEST_CPU';
const PROCESSES = '/proc'; // only Linux has it
const TICKS_PER_SECOND = 100;

/** CPU seconds of a process and of those that it started and that have ended; none where that is not known. */
function secondsOf(pid) {
  const file = join(PROCESSES, String(pid), 'stat');
  if (!existsSync(file)) return { own: 0, ended: 0 };
  const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ').map(Number);
  return { own: (fields[11] + fields[12]) / TICKS_PER_SECOND, ended: (fields[13] + fields[14]) / TICKS_PER_SECOND };
}

/** CPU seconds of this process, and on Linux of the programs that it started and that have ended, such as Chromium. */
export function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOf('self').ended;
}

/** CPU seconds of a PostgreSQL: of its first process, and of those which that started and which run or have ended. */
function spentBy(postmaster) {
  const children = join(PROCESSES, String(postmaster), 'task', String(postmaster), 'children');
  const running = existsSync(children) ? readFileSync(children, 'utf8').split(' ').filter(Boolean) : [];
  const { own, ended } = secondsOf(postmaster);
  return running.reduce((sum, pid) => sum + secondsOf(pid).own, own + ended);
}

let noted = 0;

/** Notes what a worker has used since it last did, for the project of the test file that has ended. */
export function noteCpuTime(project) {
  const total = spent();
  if (process.env[FILE]) appendFileSync(process.env[FILE], `${project} ${total - noted}\n`);
  noted = total;
}

/** The variable with the process of the run's own PostgreSQL. It ends after the count. */
const POSTMASTER = 'AIRLOG_TEST_POSTMASTER';

/** Begins to collect what the workers of this run note. Returns a function that gives the seconds by project, once. */
export function collectCpuTime() {
  const file = join(mkdtempSync(join(tmpdir(), 'airlog-cpu-')), 'seconds');
  process.env[FILE] = file;
  return () => {
    const seconds = new Map();
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) {
      const [project, used] = line.split(' ');
      seconds.set(project, (seconds.get(project) ?? 0) + Number(used));
    }
    const postmaster = process.env[POSTMASTER];
    if (postmaster) seconds.set('postgresql', spentBy(postmaster));
    rmSync(dirname(file), { recursive: true, force: true });
    return seconds;
  };
}
