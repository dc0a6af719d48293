import { Agent } from 'node:http';
import type { SimulatedMachine } from '../simulate/machines.ts';
import type { BenchClient } from './client.ts';
import { percentile, type Figure } from './figures.ts';
import { paced, show, timed } from './paced.ts';
import { PATIENT_PAGE_QUERY } from './patient-page.ts';

/** An eighth of the 210 a second of a morning's peak: two cores have the database, the load and other work besides the node. */
const CONNECTIONS_PER_SECOND = 26;
const SECONDS = 20;
const PAGES_PER_SECOND = 10;

/** Each has a new night once. */
export const DEVICES_DURING = CONNECTIONS_PER_SECOND * SECONDS;

/** Measures a patient page of staff while devices connect at an even pace, each with a night, and without them. */
export async function benchPagesDuring(
  client: BenchClient,
  machines: readonly SimulatedMachine[],
  connect: (machine: SimulatedMachine) => Promise<void>,
): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ query: PATIENT_PAGE_QUERY, variables: { id: '1' } });
  const page = () => timed(agent, `${client.origin}/graphql`, client.headers, body);
  const pages = () => paced(PAGES_PER_SECOND, SECONDS, page);
  const connection = async (nth: number) => {
    const started = performance.now();
    await connect(machines[nth]!);
    return performance.now() - started;
  };
  try {
    await pages(); // warms up
    const idle = await pages();
    const [busy, connections] = await Promise.all([pages(), paced(CONNECTIONS_PER_SECOND, SECONDS, connection)]);
    const name = `${CONNECTIONS_PER_SECOND} connections/s of devices, each with a night`;
    return [
      { name: `Patient page, ${PAGES_PER_SECOND}/s: no devices`, value: show(idle) },
      { name: `Patient page, ${PAGES_PER_SECOND}/s: ${name}`, value: show(busy) },
      {
        name: 'Patient page: p99 with devices ÷ p99 without (target ≤ 1.5×)',
        value: `${(percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(1)}×`,
      },
      { name, value: show(connections) },
    ];
  } finally {
    agent.destroy();
  }
}
