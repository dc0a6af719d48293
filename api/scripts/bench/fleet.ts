import { Agent } from 'node:http';
import pg from 'pg';
import { deviceAuthorization } from '../../src/auth/device.ts';
import type { Config } from '../../src/shared/config.ts';
import { assignedMachines, type SimulatedMachine } from '../simulate/machines.ts';
import type { BenchClient } from './client.ts';
import { percentile, type Figure } from './figures.ts';
import { paced, show, timed } from './paced.ts';
import { PATIENT_PAGE_QUERY } from './patient-page.ts';

/** 10,000 devices per minute, for half a minute. */
const REPORTS_PER_SECOND = 167;
const SECONDS = 30;
const PAGES_PER_SECOND = 10;
const WARM_UP_SECONDS = 5;
const DEVICES = 4000;
/** One device in this many was changed by hand since its last contact: a new record, announced. */
const CHANGED = 10;

// Separate connections, so that no page request waits behind a report before it is sent.
const agents = { page: new Agent({ keepAlive: true }), report: new Agent({ keepAlive: true, maxSockets: 200 }) };

async function devicesOf(adminUrl: string): Promise<SimulatedMachine[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await assignedMachines(admin, DEVICES);
  } finally {
    await admin.end();
  }
}

/** Measures a patient page while a fleet reports its settings, and without reports. */
export async function benchFleet(
  client: BenchClient,
  config: Pick<Config, 'encryptionKey'>,
  adminUrl: string,
): Promise<Figure[]> {
  const calls = (await devicesOf(adminUrl)).map((machine, nth) => {
    const values = machine.values ?? { mode: 'AutoCPAP' };
    return {
      authorization: deviceAuthorization(config, machine.serial),
      body: JSON.stringify({
        values: nth % CHANGED ? values : { ...values, humidifier: values.humidifier === 1 ? 2 : 1 },
      }),
    };
  });
  const report = (nth: number) => {
    const { authorization, body } = calls[nth % calls.length]!;
    return timed(agents.report, `${client.origin}/device/v1/settings/report`, { authorization }, body);
  };
  const page = () =>
    timed(
      agents.page,
      `${client.origin}/graphql`,
      client.headers,
      JSON.stringify({ query: PATIENT_PAGE_QUERY, variables: { id: '1' } }),
    );

  await Promise.all([
    paced(PAGES_PER_SECOND, WARM_UP_SECONDS, page),
    paced(REPORTS_PER_SECOND, WARM_UP_SECONDS, report),
  ]);
  const idle = await paced(PAGES_PER_SECOND, SECONDS, page);
  const [busy, reports] = await Promise.all([
    paced(PAGES_PER_SECOND, SECONDS, page),
    paced(REPORTS_PER_SECOND, SECONDS, report),
  ]);
  for (const agent of Object.values(agents)) agent.destroy();
  return [
    { name: `Patient page, ${PAGES_PER_SECOND}/s: no device reports`, value: show(idle) },
    {
      name: `Patient page, ${PAGES_PER_SECOND}/s: ${REPORTS_PER_SECOND} devices/s report settings (10,000 a minute, for ${SECONDS} s)`,
      value: show(busy),
    },
    {
      name: 'Patient page: p99 with reports ÷ p99 without (target ≤ 1.5×)',
      value: `${(percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(1)}×`,
    },
    { name: `Device reports, ${reports.length} of ${DEVICES} devices`, value: show(reports) },
  ];
}
