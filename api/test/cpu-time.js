import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The file in which the workers of a run note their CPU time; its name is inherited. */
const FILE = 'AIRLOG_TEST_CPU';
const OF_CHILDREN = '/proc/self/stat'; // only Linux has it
const TICKS_PER_SECOND = 100;

/** CPU seconds of this process, and on Linux of the programs that it started and that have ended, such as Chromium. */
function spent() {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (!existsSync(OF_CHILDREN)) return own;
  const fields = readFileSync(OF_CHILDREN, 'utf8').split(') ')[1].split(' ');
  return own + (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

let noted = 0;

/** Notes what a worker has used since it last did, for the project of the test file that has ended. */
export function noteCpuTime(project) {
  const total = spent();
  if (process.env[FILE]) appendFileSync(process.env[FILE], `${project} ${total - noted}\n`);
  noted = total;
}

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
    rmSync(dirname(file), { recursive: true, force: true });
    return seconds;
  };
}
