import pg from 'pg';
import { WELL_BEHAVED, type Behavior } from '../../api/scripts/simulate/behavior.ts';
import { SimulatedDevice } from '../../api/scripts/simulate/device.ts';
import { Gateway } from '../../api/scripts/simulate/gateway.ts';
import { machineOfSerial } from '../../api/scripts/simulate/machines.ts';
import { printICodes } from '../../api/scripts/simulate-icode.ts';
import { deviceAuthorization } from '../../api/src/auth/device.ts';
import { insertRows, machineRow } from '../../api/src/db/factories.ts';
import { TEST_KEY, testConfig } from '../../api/test/secrets.ts';
import { database } from './stage.ts';

async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs one statement as the owner of the stage's database. */
export const arrange = (sql: string, values: unknown[] = []) => connected((client) => client.query(sql, values));

/** Returns an unassigned device of an organization. */
export const addMachine = (orgId: number, overrides: { serial: string; pin: string; simulated: boolean }) =>
  connected((client) => insertRows(client, 'machines', [machineRow(orgId, TEST_KEY, overrides)]));

/** Stores 6 hours 40 minutes of use for every night of the assignment until last night. */
export const wearEveryNight = (serial: string) =>
  arrange(
    `insert into usage_nights (org_id, patient_id, machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, leak)
   select h.org_id, h.patient_id, h.machine_org_id, h.machine_id, night, 'wireless', 400, 3.2, 9.5, 11.0, 12.0
     from device_history h join machines m on m.id = h.machine_id
     cross join generate_series(h.start_date::timestamp, (now() at time zone 'America/New_York')::date - 1, '1 day') as night
    where m.serial = $1 and h.end_date is null`,
    [serial],
  );

/**
 * Returns the lines with codes that `npm run simulate -- icode` prints for a device, one per period: 1, 7, 30, 60, 90 …
 * days.
 */
export async function printedCodes(serial: string): Promise<string[]> {
  const lines: string[] = [];
  await connected((client) => printICodes(client, serial, undefined, (line) => lines.push(line)));
  return lines.filter((line) => /(\d{4} ){4}\d/.test(line));
}

/** Returns the line with the first two different adjacent digits of its code swapped. */
export const swapDigits = (line: string) => line.replace(/(?<=\d{4} ?)(\d)(?!\1)(\d)/, '$2$1');

/** Connects the device to the portal once: it applies or refuses the pending change, and reports its settings. */
export const connectDevice = (origin: string, serial: string, behavior: Behavior = WELL_BEHAVED) =>
  connected(async (client) => {
    const machine = await machineOfSerial(client, serial);
    return new SimulatedDevice(
      machine,
      behavior,
      1,
      new Gateway(origin),
      deviceAuthorization(testConfig(database()), machine.serial),
    ).connect();
  });
