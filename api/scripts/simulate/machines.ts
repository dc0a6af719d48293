import type pg from 'pg';
import type { ModelKind, SettingValue } from '../../src/device-settings/settings-catalog.rules.ts';
import { normalizeSerial } from '../../src/shared/text.rules.ts';
import { readOnly } from './database.ts';

/** Initial state of a simulated device: its identity, its module, and its last reported settings. */
export interface SimulatedMachine {
  serial: string;
  model: string;
  kind: ModelKind;
  /** SIM of its module; null for a device without one, which connects through a PC. */
  iccid: string | null;
  /** Null when its settings are unknown, as for a new device. */
  values: Record<string, SettingValue> | null;
}

const MACHINES = `
  select m.serial, m.simulated, k.name as model, k.kind, mo.iccid, s.values
    from machines m join machine_models k on k.id = m.model_id left join modules mo on mo.machine_id = m.id
    left join device_history h on h.machine_id = m.id and h.end_date is null
    left join settings_records s on s.history_id = h.id and s.status in ('current', 'defaults')`;

/**
 * Returns the first simulated devices that are assigned to patients, those with a pending change first. Throws, with
 * one readable line, when there are too few.
 */
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

/**
 * Returns one simulated device by its serial. Throws, with one readable line, for an unknown serial and for a real
 * device.
 */
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
