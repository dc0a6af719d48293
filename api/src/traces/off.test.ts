import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { calling, during, endWork, nameWork, workOfNow } from '../shared/work.ts';

const SOURCE = join(import.meta.dirname, '..');

/** What a node has loaded of the traces when it has read its server, and then with them. */
const LOADS = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  const isTraces = (url) => /src\\/traces\\/|@opentelemetry\\/(?!api\\/)/.test(url);
  registerHooks({ load: (url, context, next) => (isTraces(url) && loaded.push(url), next(url, context)) });
  await import(${JSON.stringify(join(SOURCE, 'start.ts'))});
  const off = [...loaded];
  await import(${JSON.stringify(join(SOURCE, 'traces/traces.ts'))});
  console.log(JSON.stringify({ off, on: loaded }));`;

test('a node without traces loads nothing of them; prom-client alone loads the interfaces of OpenTelemetry', () => {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', LOADS], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { off, on } = JSON.parse(printed) as { off: string[]; on: string[] };
  expect(off).toEqual([]);
  expect(on.length).toBeGreaterThan(10);
});

test('work that is not traced runs as it would', async () => {
  await during({ id: '1' }, async () => {
    nameWork('operation', { any: 'thing' });
    expect(await calling('system', async () => 7)).toBe(7);
    await expect(calling('system', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    endWork();
    expect(workOfNow()).toEqual({ id: '1', operation: 'operation', span: undefined });
  });
  nameWork('outside');
  endWork();
  expect(workOfNow()).toBeUndefined();
});
