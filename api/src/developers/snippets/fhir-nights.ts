// Prints the use of each night of a month, page by page, as a client of FHIR R4 does: node fhir-nights.ts
import { env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const { AIRLOG_URL, TOKEN, MONTH, PAGE = '200' } = env;

interface Observation {
  subject: { reference: string };
  effectivePeriod: { start: string };
  valueQuantity?: { value: number; unit: string };
}
interface Bundle {
  link: { relation: string; url: string }[];
  entry?: { resource: Observation }[];
}

async function read(url: string): Promise<Bundle> {
  for (;;) {
    // An unknown parameter is refused, and not left out.
    const response = await fetch(url, { headers: { Authorization: `Bearer ${TOKEN}`, Prefer: 'handling=strict' } });
    if (response.status === 429 || response.status === 503) {
      await wait(Number(response.headers.get('Retry-After') ?? 1) * 1000);
      continue;
    }
    const body = (await response.json()) as Bundle;
    if (!response.ok) throw new Error(JSON.stringify(body));
    return body;
  }
}

let next: string | undefined = `${AIRLOG_URL}/fhir/r4/Observation?code=usage&date=${MONTH}&_count=${PAGE}`;
while (next) {
  const { link, entry = [] } = await read(next);
  for (const { resource } of entry) {
    const { subject, effectivePeriod, valueQuantity } = resource;
    console.log(subject.reference, effectivePeriod.start.slice(0, 10), valueQuantity?.value, valueQuantity?.unit);
  }
  next = link.find(({ relation }) => relation === 'next')?.url;
}
