import type pg from 'pg';
import type { ModelKind, SettingValue } from '../../src/device-settings/settings-catalog.rules.ts';
import { normalizeSerial } from '../../src/shared/text.rules.ts';
import { readOnly } from './database.ts';

/** What a simulated device begins with: who it is, its module, and what it was last heard to use. */
export interface SimulatedMachine {
  serial: string;
  model: string;
  kind: ModelKind;
  /** SIM of its module; null for a device without one, which speaks through a PC. */
  iccid: string | null;
  /** Null when nothing is known of its settings: it comes from the factory. */
  values: Record<string, SettingValue> | null;
}

const MACHINES = `
  select m.serial, m.simulated, k.name as model, k.kind, mo.iccid, s.values
    from machines m join machine_models k on k.id = m.model_id left join modules mo on mo.machine_id = m.id
    left join device_history h on h.machine_id = m.id and h.end_date is null
    left join settings_records s on s.history_id = h.id and s.status in ('current', 'defaults')`;

/** The first so many simulated devices that patients have, those with a change that waits for them before the others. Throws, in one readable line, when there are fewer. */
export async function assignedMachines(client: pg.ClientBase, count: number): Promise<SimulatedMachine[]> {
  const { rows } = await readOnly(client, () =>
    client.query<SimulatedMachine>(
      `${MACHINES} where m.simulated and h.id is not null
      order by exists (select from settings_records p where p.history_id = h.id and p.status = 'pending') desc, m.id limit $1`,
      [count],
    ),
  );
  if (rows.length < count)
    throw new Error(
      `Only ${rows.length} simulated devices are assigned to patients. Ask for fewer, or make more: npm run seed -- --patients ${count * 2}`,
    );
  return rows;
}

/** One simulated device by its serial. Throws, in one readable line, for an unknown serial and for a real device. */
export async function machineOfSerial(client: pg.ClientBase, serial: string): Promise<SimulatedMachine> {
  const {
    rows: [machine],
  } = await readOnly(client, () =>
    client.query<SimulatedMachine & { simulated: boolean }>(`${MACHINES} where m.serial = $1`, [
      normalizeSerial(serial),
    ]),
  );
  if (!machine) throw new Error(`No device has the serial number "${serial}".`);
  if (!machine.simulated) throw new Error(`${machine.serial} is a real device: only simulated ones are played.`);
  return machine;
}
