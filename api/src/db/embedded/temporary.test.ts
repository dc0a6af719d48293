import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from './temporary.ts';

const SOURCE = join(import.meta.dirname, 'temporary.ts');

/** A process that has created a temporary folder. */
async function owner() {
  const code = `const { dir } = await (await import(${JSON.stringify(SOURCE)})).temporaryFolder(); console.log(dir); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, dir: String(line).trim() };
}

async function gone(dir: string): Promise<void> {
  while (existsSync(dir)) await new Promise((done) => setTimeout(done, 20));
}

test.each(['SIGINT', 'SIGKILL'] as const)('the folder of a run that %s ended is removed', async (signal) => {
  const { child, dir } = await owner();
  expect(existsSync(dir)).toBe(true);
  child.kill(signal);
  await gone(dir);
});

test('a new run removes the folders of ended runs that were not removed, and no others', async () => {
  const { child, dir: used } = await owner();
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  const left = join(dirname(used), `airlog-temporary-${ended.pid}-left`);
  const foreign = join(dirname(used), `airlog-temporary-name-${process.pid}`);
  for (const folder of [left, foreign]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'file'), '');
  }
  const own = await temporaryFolder();
  try {
    expect([left, foreign, used, own.dir].map((folder) => existsSync(folder))).toEqual([false, true, true, true]);
  } finally {
    await own.remove();
    child.kill();
    rmSync(foreign, { recursive: true });
  }
  expect(existsSync(own.dir)).toBe(false);
  await gone(used);
});
