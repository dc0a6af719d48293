import autocannon from 'autocannon';
import { gql, type BenchClient } from './client.ts';
import type { Figure } from './figures.ts';
import { PATIENT_PAGE } from './patient-page.ts';

const SECONDS = 6;
const CONNECTIONS = 10;

interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

async function load(options: autocannon.Options): Promise<Load> {
  const run = (duration: number) => autocannon({ connections: CONNECTIONS, duration, ...options });
  await run(2); // warms up plans, caches and the compiler
  const { requests, latency, non2xx, errors } = await run(SECONDS);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}

function figures(name: string, portal: Load, bare: Load): Figure[] {
  if (portal.failed + bare.failed > 0)
    throw new Error(`${name}: ${portal.failed} requests of the portal and ${bare.failed} of the bare server failed`);
  const show = ({ perSecond, p50, p99 }: Load) => `${perSecond.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms`;
  return [
    { name: `${name}: portal`, value: show(portal) },
    { name: `${name}: bare pg + http`, value: show(bare) },
    { name: `${name}: bare ÷ portal`, value: `${(bare.perSecond / portal.perSecond).toFixed(1)}×` },
  ];
}

/** Measures the patients datatable and the patient page with ten connections each, portal and bare server in turn. */
export async function benchReads(client: BenchClient, bareOrigin: string): Promise<Figure[]> {
  const patientPage = { query: PATIENT_PAGE, variables: { id: '1' } };
  const { patient } = await gql<{ patient: { devices: unknown[] } }>(client, patientPage.query, patientPage.variables);
  if (patient.devices.length === 0) throw new Error('The patient of the benchmark has no device');
  const table = await load({ url: `${client.origin}/api/patients/datatable`, headers: client.headers });
  const bareTable = await load({ url: `${bareOrigin}/datatable` });
  const page = await load({
    url: `${client.origin}/graphql`,
    method: 'POST',
    headers: client.headers,
    body: JSON.stringify(patientPage),
  });
  const barePage = await load({ url: `${bareOrigin}/patient/1` });
  return [
    ...figures('Patients datatable, 50 rows', table, bareTable),
    ...figures('Patient page query', page, barePage),
  ];
}
