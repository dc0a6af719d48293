import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/db/embedded/embedded.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { ended, findPrograms, started, untilAnswers } from './programs.ts';
import { cellsConfig } from './proxy.ts';
import { Session } from './session.ts';

type Headers = Record<string, string>;

const hostOf = (cell: string, port: number) => `${cell}.localhost:${port}`;

/** Starts two portals that know nothing of each other, and the proxy that leads their names to them. */
export async function startCells(say: (line: string) => void): Promise<{ cells: Cluster[]; stop(): Promise<void> }> {
  const port = await freePort();
  const cells: Cluster[] = [];
  const closing: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    for (const cell of ['north', 'south']) {
      cells.push(await startCluster(say, `http://${hostOf(cell, port)}`));
      closing.push(cells.at(-1)!.stop);
    }
    closing.push(await startRouter(port, { north: cells[0]!, south: cells[1]! }));
    return { cells, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startRouter(port: number, { north, south }: { north: Cluster; south: Cluster }) {
  const dir = mkdtempSync(join(tmpdir(), 'airlog-cells-'));
  const file = cellsConfig(dir, port, { north: north.port, south: south.port });
  const router = started(findPrograms().haproxy, ['-f', file, '-q']);
  const stop = async () => {
    await ended(router);
    rmSync(dir, { recursive: true, force: true });
  };
  await untilAnswers(async () => {
    const statuses = await Promise.all(['north', 'south'].map((cell) => statusAt(port, cell, '/readyz')));
    if (statuses.join() !== '200,200') throw new Error(`The cells answer ${statuses.join()}.`);
  });
  return stop;
}

/** Returns the status of a read through the router. Names below `localhost` have an address in browsers only. */
async function statusAt(port: number, cell: string, path: string, headers: Headers = {}): Promise<number> {
  const sent = request({ host: '127.0.0.1', port, path, headers: { ...headers, host: hostOf(cell, port) } });
  sent.end();
  const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

/**
 * Adds a second portal next to a portal that is in use, asks both by their names, and ends it. Returns what was wrong: a
 * session or a name that leads to the other one, or a portal that notices that the other one is gone.
 */
export async function besideAnother(north: Cluster, session: Session): Promise<string[]> {
  const port = await freePort();
  const south = await startCluster(() => undefined, `http://${hostOf('south', port)}`);
  const stopRouter = await startRouter(port, { north, south });
  const faults: string[] = [];
  const expect = async (wanted: number, cell: string, whose: string, headers: Headers) => {
    const status = await statusAt(port, cell, '/api/patients/datatable', headers);
    if (status !== wanted) faults.push(`${whose} at ${cell}: ${status} and not ${wanted}`);
  };
  try {
    const ofSouth = await Session.make(south);
    await expect(200, 'north', 'a user of north', session.headers);
    await expect(401, 'south', 'a user of north', session.headers);
    await expect(200, 'south', 'a user of south', ofSouth.headers);
    await expect(401, 'north', 'a user of south', ofSouth.headers);
    await expect(404, 'east', 'a user of north', session.headers);
    await south.stop();
    await untilAnswers(async () => {
      if ((await statusAt(port, 'south', '/readyz')) !== 503) throw new Error('A cell that is gone still answers.');
    });
    await expect(200, 'north', 'a user of north, without south', session.headers);
    return faults;
  } finally {
    await stopRouter();
    await south.stop();
  }
}
