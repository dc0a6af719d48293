import { machineRow } from '../db/factories.ts';
import { addDays, instant } from './calendar.ts';
import { demoModule, serialOf } from './machines.ts';
import { locationOf, type Ownership } from './people.ts';
import type { Random } from './random.ts';
import { COHORT, MACHINES_OF, type Story } from './stories.ts';
import { EXAMPLE_SERIAL } from './tour.ts';

type Row = Record<string, unknown>;

/** The last id used in each numbered table before this cohort. */
export interface IdBase {
  patient: number;
  machine: number;
  history: number;
}

/** Rows of one cohort by table. A machine's `pin` is plain text here; `machineRow` encrypts it. */
export interface DemoCohort {
  patients: Row[];
  machines: DemoMachine[];
  modules: Row[];
  histories: Row[];
  settings: Row[];
  connections: Row[];
  nights: Row[];
  reports: Row[];
  compliance: Row[];
  uploads: Row[];
  uploadFiles: Row[];
}

export type DemoMachine = Row & {
  id: number;
  org_id: number;
  serial: string;
  pin: string | null;
  visible_org_ids: number[];
  visible_location_ids: number[];
};

/** As the triggers store them: distinct, ascending. */
export const sorted = (ids: (number | null)[]): number[] =>
  [...new Set(ids)].filter((id) => id !== null).sort((a, b) => a - b);

/** Number of machines before the next one of this cohort, over all cohorts. */
export const machineNumber = (cohort: number, rows: DemoCohort) =>
  (cohort - 1) * COHORT.machines + rows.machines.length;

/** Adds a machine to the cohort and returns it. */
export function addMachine(
  rows: DemoCohort,
  random: Random,
  cohort: number,
  base: IdBase,
  model: number,
  orgId: number,
  today: string,
): DemoMachine {
  const location = locationOf(random, orgId);
  const machine = {
    id: base.machine + rows.machines.length + 1,
    org_id: orgId,
    location_id: location,
    guid: random.uuid(),
    serial: serialOf(model, machineNumber(cohort, rows) + 1),
    model_id: model,
    pin: String(random.int(0, 9999)).padStart(4, '0'),
    created_at: instant(addDays(today, -random.int(340, 700)), random.int(46_800, 75_600)),
    visible_org_ids: [orgId],
    visible_location_ids: sorted([location]),
  };
  rows.machines.push(machine);
  return machine;
}

/** Adds the machines of one patient's story, with their modules, and returns them in order. */
export function ownMachines(
  rows: DemoCohort,
  random: Random,
  cohort: number,
  story: Story,
  base: IdBase,
  owner: Ownership,
  today: string,
): DemoMachine[] {
  const count = MACHINES_OF[story.shape];
  return Array.from({ length: count }, (_, nth) => {
    const isLast = nth === count - 1;
    const machine = addMachine(
      rows,
      random,
      cohort,
      base,
      !isLast && story.model === 3 ? 2 : story.model,
      owner.machineOrgId,
      today,
    );
    if (cohort === 1 && story.shape === 'replaced' && isLast) machine.serial = EXAMPLE_SERIAL;
    if (story.pin === 'unknown') machine.pin = null;
    const wireless = story.sources.startsWith('wireless');
    // Some devices without a cellular module have one for the home network.
    if (wireless || story.sources === 'sd+qr')
      rows.modules.push(
        demoModule(random, { id: machine.id, orgId: machine.org_id }, machineNumber(cohort, rows), wireless),
      );
    return machine;
  });
}

/** Returns the row of a demo machine with its PIN encrypted. */
export const encryptedMachine = ({ org_id: orgId, ...machine }: DemoMachine, key: Buffer): Row =>
  machineRow(orgId, key, machine);
