import { addDays, daysBetween, instant } from './calendar.ts';
import type { Random } from './random.ts';
import type { Sources } from './stories.ts';

type Row = Record<string, unknown>;

/** Sessions are kept for this many days; a module connects once a day. */
const KEPT_DAYS = 30;

export interface ConnectionOwner {
  orgId: number;
  patientId: number;
  machineOrgId: number;
  machineId: number;
  start: string;
  /** Last night of the device's data: the day of its last contact. */
  last: string;
}

const WIRELESS = 1;
const TERMINAL: Record<Sources, number | null> = {
  none: null,
  wireless: WIRELESS,
  'wireless+sd': WIRELESS,
  sd: 3,
  qr: 2,
  'sd+qr': 3,
};

/**
 * Returns the sessions of one assignment, oldest first; the last is on the last day of its data. Devices without a
 * module rarely connect, through a PC or an app.
 */
export function demoConnections(
  random: Random,
  owner: ConnectionOwner,
  sources: Sources,
  terminals: readonly (number | null)[],
): Row[] {
  const usual = TERMINAL[sources];
  const every = usual === WIRELESS ? 1 : 28;
  const span = Math.min(daysBetween(owner.start, owner.last), every * KEPT_DAYS);
  const rows: Row[] = [];
  for (let back = span - (span % every); back >= 0; back -= every) {
    if (back > 0 && random.chance(0.06)) continue; // no coverage that day
    const others = terminals.length > 0 && random.chance(0.3);
    const begin = random.int(58_000, 79_000); // early afternoon to early evening in New York, after the noon-to-noon day ended
    const broken = random.chance(0.02);
    rows.push({
      org_id: owner.orgId,
      patient_id: owner.patientId,
      machine_org_id: owner.machineOrgId,
      machine_id: owner.machineId,
      start_time: instant(addDays(owner.last, -back), begin),
      end_time: broken ? null : instant(addDays(owner.last, -back), begin + random.int(20, 400)),
      exit_flag: broken ? null : random.chance(0.93) ? 'ok' : random.pick(['timeout', 'signal_lost']),
      terminal_type: others ? random.pick(terminals) : usual,
    });
  }
  return rows;
}
