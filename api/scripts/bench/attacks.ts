import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ATTACKS } from './attack-list.ts';
import type { Attacker } from './attacker.ts';
import type { BenchClient } from './client.ts';
import { percentile, type Figure } from './figures.ts';

const QUIET_MS = 1500;
const ATTACK_MS = 3000;
const TABLE = '/api/patients/datatable';

/** Asks for an address again and again until `over`; returns the milliseconds of each answer. */
async function sampled(client: BenchClient, path: string, over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!over()) {
    const started = performance.now();
    const answer = await fetch(`${client.origin}${path}`, { headers: client.headers });
    await answer.arrayBuffer();
    times.push(performance.now() - started);
    await wait(10);
  }
  return times;
}

/** Returns the times of another organization's list and of /healthz while the work runs, and its result. */
async function observed<T>(other: BenchClient, work: () => Promise<T>) {
  let done = false;
  // The observers go on until the last attack is answered, also when it stalls the node.
  const observers = Promise.all([TABLE, '/healthz'].map((path) => sampled(other, path, () => done)));
  const result = await work();
  done = true;
  const [list, health] = (await observers) as [number[], number[]];
  return { result, p50: percentile(list, 0.5), health: Math.max(...health) };
}

/** Runs an attack in a thread of its own, so that it does not delay the observers; returns what was answered. */
async function attack(data: Attacker): Promise<string> {
  const thread = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: data });
  const [answers] = (await once(thread, 'message')) as [string];
  await thread.terminate();
  return answers;
}

/**
 * Measures each attack by one user or address: how much it raises another organization's p50, against the time right
 * before it, and the longest that /healthz waited. The target of the ratio is 3×.
 */
export async function benchAttacks(attacker: BenchClient, other: BenchClient, adminUrl: string): Promise<Figure[]> {
  const quietly = () => observed(other, () => wait(QUIET_MS));
  await quietly(); // warms up
  const figures: Figure[] = [];
  for (const [nth, { name }] of ATTACKS.entries()) {
    const quiet = await quietly();
    const during = await observed(other, () => attack({ nth, attacker, adminUrl, ms: ATTACK_MS }));
    figures.push({
      name: `Attack: ${name}`,
      value: `${(during.p50 / quiet.p50).toFixed(1)}× (p50 ${during.p50.toFixed(0)} ms), /healthz at most ${during.health.toFixed(0)} ms; ${during.result}`,
    });
  }
  return figures;
}
