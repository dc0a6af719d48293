import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../src/db/embedded/embedded.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from '../../src/demo/seed.ts';
import { signIn, type BenchClient } from './client.ts';
import { percentile, type Figure } from './figures.ts';
import { startProgram, stopProgram, untilReady } from './processes.ts';

const SIZES = ['38', '15'];
const ROUNDS = 5;
const ROUND_MS = 4000;
const PAGES = ['/api/patients/datatable', '/api/patients/1', '/api/devices/datatable', '/api/users/datatable'];
/** Of each user, as those of a browser with several open pages. */
const AT_ONCE = 4;

/** Asks for the pages again and again; adds the milliseconds of each answer. */
async function ask(client: BenchClient, until: number, times: number[], first: number): Promise<void> {
  for (let nth = first; performance.now() < until; nth += 1) {
    const started = performance.now();
    const answer = await fetch(`${client.origin}${PAGES[nth % PAGES.length]}`, { headers: client.headers });
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${answer.url} answered ${answer.status}.`);
    times.push(performance.now() - started);
  }
}

/**
 * Measures pages of all users at once over a node with few and one with many connections to the database, in turn, so that
 * both meet the same machine (decisions/160).
 */
export async function benchConnections(environment: Record<string, string>): Promise<Figure[]> {
  const nodes = await Promise.all(
    SIZES.map(async (size) => {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const portal = startProgram('api/src/main.ts', ['--no-web'], {
        ...environment,
        PORT: String(port),
        DATABASE_CONNECTIONS: size,
      });
      await untilReady(`${origin}/readyz`);
      const clients: BenchClient[] = [];
      for (const { email } of DEMO_LOGINS) clients.push(await signIn(origin, email, DEMO_PASSWORD));
      return { size, portal, clients, times: [] as number[] };
    }),
  );
  try {
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const node of round % 2 ? nodes : nodes.toReversed()) {
        const times = round === 0 ? [] : node.times; // the first round warms up
        const until = performance.now() + ROUND_MS;
        await Promise.all(
          node.clients.flatMap((client) => Array.from({ length: AT_ONCE }, (_, nth) => ask(client, until, times, nth))),
        );
        await wait(200);
      }
  } finally {
    await Promise.all(nodes.map(({ portal }) => stopProgram(portal)));
  }
  return nodes.map(({ size, times }) => ({
    name: `Pages of ${DEMO_LOGINS.length} users at once, a node with ${size} connections`,
    value: `${((times.length * 1000) / (ROUNDS * ROUND_MS)).toFixed(0)} a second, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  }));
}
