import type { Random } from './random.ts';

type Row = Record<string, unknown>;

/** Serial prefix of each model; A39 is reserved for the devices that the manual names. */
const PREFIX: Record<number, string> = { 1: 'A31', 2: 'A20', 3: 'A38', 4: 'B25', 5: 'B30', 6: 'Y30' };

/** Returns the serial of the nth machine: 11 characters, unique for every n below 100 million, and not consecutive. */
export const serialOf = (model: number, number: number): string =>
  `${PREFIX[model]}${String((number * 76_543_217) % 100_000_000).padStart(8, '0')}`;

/** Returns the digits followed by their Luhn check digit, as on every SIM. */
export function withLuhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Returns the serial number of the module in the nth machine, and its 20-digit ICCID (89 for telecommunications, 01 for the US). */
export const moduleNumbers = (number: number, sim: boolean): { serial: string; iccid: string | null } => ({
  serial: `M${String((number * 7_654_321) % 1_000_000_000).padStart(9, '0')}`,
  iccid: sim ? withLuhn(`8901240410${String((number * 48_271_003) % 1_000_000_000).padStart(9, '0')}`) : null,
});

/** Returns a cellular module, or one without a SIM. */
export function demoModule(random: Random, machine: { id: number; orgId: number }, number: number, sim: boolean): Row {
  return {
    org_id: machine.orgId,
    machine_id: machine.id,
    ...moduleNumbers(number, sim),
    version: `2.${random.int(0, 9)}.${random.int(10, 48)}`,
    type: sim ? random.pick(['LTE Cat-M1', 'LTE Cat-1', '3G']) : 'Wi-Fi',
  };
}
