import pg from 'pg';
import { g3xCard } from '../../src/demo/cards/g3x-card.ts';
import { deviceHistoryRow, insertRows, machineRow, patientRow } from '../../src/db/factories.ts';
import type { Config } from '../../src/shared/config.ts';
import { readCard } from '../../src/uploads/cards/card-reading.ts';
import type { BenchClient } from './client.ts';
import type { Figure } from './figures.ts';

const NIGHTS = 30;
const FIRST = '2026-01-01';
const ORG = 1;
/** A user has two places for files. */
const SENDERS = 2;
const POLL_MS = 100;

/** The nights of a card as one statement, with the indexes and triggers of the table. */
const BARE = `
  insert into usage_nights (machine_org_id, machine_id, night, source, minutes, sessions, obstructive_apneas, central_apneas,
         unclassified_apneas, hypopneas, reras, ahi, pressure, p95, arrived_at)
  select ${ORG}, $1, night, 'sd', minutes, sessions, "obstructiveApneas", "centralApneas", "unclassifiedApneas", hypopneas, reras, ahi, pressure, p95, now()
    from jsonb_to_recordset($2::jsonb) as n (night date, minutes int, sessions int, "obstructiveApneas" int, "centralApneas" int,
         "unclassifiedApneas" int, hypopneas int, reras int, ahi numeric, pressure numeric, p95 numeric)`;

/** Adds patients with a device each, from before the first night on, and returns the serial numbers by machine. */
async function addDevices(admin: pg.Client, key: Buffer, letter: string, count: number): Promise<Map<number, string>> {
  const serials = Array.from({ length: count }, (_, nth) => `${letter}${String(nth).padStart(10, '0')}`);
  const machines = await insertRows(
    admin,
    'machines',
    serials.map((serial) => machineRow(ORG, key, { serial })),
  );
  const patients = await insertRows(
    admin,
    'patients',
    machines.map(() => patientRow(ORG, { therapy_start: FIRST })),
  );
  const ofDevice = (id: number, nth: number) =>
    deviceHistoryRow({ id: patients[nth]!, orgId: ORG }, { id, orgId: ORG }, { start_date: FIRST });
  await insertRows(admin, 'device_history', machines.map(ofDevice));
  return new Map(machines.map((id, nth) => [id, serials[nth]!]));
}

async function send({ origin, headers }: BenchClient, files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('sd_uploads[]', new Blob([new Uint8Array(bytes)]), name);
  const { 'content-type': _, ...others } = headers;
  const answer = await fetch(`${origin}/api/uploads`, { method: 'POST', headers: others, body: form });
  if (answer.status !== 201) throw new Error(`A card was answered with ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/**
 * Measures cards from their upload to their nights: sent over HTTP, stored, read by jobs and added. `count` devices, each with a
 * card of 30 nights; against the same nights in one statement of the driver for each card, on other devices.
 */
export async function benchCardImports(
  client: BenchClient,
  adminUrl: string,
  { encryptionKey }: Pick<Config, 'encryptionKey'>,
  count: number,
): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const devices = await addDevices(admin, encryptionKey, 'V', count);
    const others = await addDevices(admin, encryptionKey, 'W', count);
    const { files } = g3xCard(1, { serial: 'V0000000000', first: FIRST, days: NIGHTS, missed: 0 });
    // The cards differ by the serial number in the index: a generated card takes longer than its import.
    const [idx, evt, set] = files as [(typeof files)[0], (typeof files)[0], (typeof files)[0]];
    const cardOf = (serial: string) => {
      const bytes = idx.bytes.slice();
      bytes.set(new TextEncoder().encode(serial), 0x30);
      return [
        { name: `${serial}.idx`, bytes },
        { ...evt, name: `${serial}.evt` },
        { ...set, name: `${serial}.set` },
      ];
    };
    const { nights } = readCard(cardOf('V0000000000'), new Date().toISOString().slice(0, 10));

    const bare = performance.now();
    for (const id of others.keys()) await admin.query(BARE, [id, JSON.stringify(nights)]);
    const bareMs = performance.now() - bare;

    const waiting = [...devices.values()];
    const started = performance.now();
    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (let serial = waiting.pop(); serial; serial = waiting.pop()) await send(client, cardOf(serial));
      }),
    );
    const sentMs = performance.now() - started;
    const open = "select count(*)::int as n from uploads where state in ('queued', 'parsing')";
    while ((await admin.query(open)).rows[0].n > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const allMs = performance.now() - started;

    const added = await admin.query<{ n: number }>(
      "select count(*)::int as n from usage_nights where source = 'sd' and machine_id = any($1)",
      [[...devices.keys()]],
    );
    const total = count * nights.length;
    if (added.rows[0]!.n !== total) throw new Error(`${added.rows[0]!.n} of ${total} nights were added.`);
    const perSecond = (ms: number) => Math.round(total / (ms / 1000));
    const size = (idx.bytes.length + evt.bytes.length + set.bytes.length) / 1e6;
    return [
      {
        name: `Cards: ${count} of ${nights.length} nights (${size.toFixed(1)} MB) from their upload to their nights`,
        value: `${perSecond(allMs)} nights a second, ${(count / (allMs / 1000)).toFixed(1)} cards a second`,
      },
      { name: 'Cards: sent and stored', value: `${(count / (sentMs / 1000)).toFixed(1)} cards a second` },
      {
        name: 'Cards: the same nights by bare `pg`, one statement a card',
        value: `${perSecond(bareMs)} nights a second`,
      },
      { name: 'Cards: import ÷ bare insert', value: `${(allMs / bareMs).toFixed(1)}×` },
    ];
  } finally {
    await admin.end();
  }
}
