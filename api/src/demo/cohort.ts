import type { DevicesAndCodes } from '../compliance/compliance-calls.ts';
import { addDays, instant } from './calendar.ts';
import { onCards, sendCards, sendRefused, withCards, type CardDevice } from './card-stories.ts';
import {
  addMachine,
  machineNumber,
  ownMachines,
  sorted,
  type DemoCohort,
  type DemoMachine,
  type IdBase,
} from './cohort-machines.ts';
import { demoCompliance, lastHeard } from './compliance.ts';
import { demoConnections } from './connections.ts';
import { demoSettings } from './device-settings.ts';
import { episodesOf, type Episode } from './episodes.ts';
import { demoReports } from './icode-reports.ts';
import { demoModule } from './machines.ts';
import { nightRows } from './night-rows.ts';
import { isAdherent, lastNight, runningTrial, therapyNights, TRIAL_DAYS, type TherapyNight } from './nights.ts';
import { LOCATION, ORG, STAFF } from './logins.ts';
import { demoPatient, ownershipOf } from './people.ts';
import { Random } from './random.ts';
import { COHORT, spareNightsOf, STOCK, STORIES, type Story } from './stories.ts';
import { TOUR } from './tour.ts';

type Row = Record<string, unknown>;

export interface CohortOptions {
  today: string;
  /** Nights older than this many days are left out. */
  nightDays: number;
}

/** The story whose device had a wrong clock for some days, in the first cohort. */
const CLOCK = 3;
/** The story with codes that cannot all be right, in the first cohort. */
const CONTRADICTION = 7;

/** The story whose trial ends soon, in the second cohort: nights are needed, and of its device, which sends nothing, no code was read. */
const UNREAD = 6;

const emptyCohort = (): DemoCohort => ({
  patients: [],
  machines: [],
  modules: [],
  histories: [],
  settings: [],
  connections: [],
  nights: [],
  reports: [],
  compliance: [],
  uploads: [],
  uploadFiles: [],
});

/**
 * Returns the nth group of twenty patients, one of each story, with their 26 machines and all related rows. Pure: the
 * same number, ids and date give the same rows.
 */
export function demoCohort(cohort: number, base: IdBase, options: CohortOptions): DemoCohort {
  const rows = emptyCohort();
  const random = new Random(cohort * 100);
  const handedOver = addDays(options.today, -random.int(100, 130));
  STORIES.forEach((story, index) => addPatient(rows, cohort, index, story, base, handedOver, options));
  STOCK.forEach((model, index) => {
    const machine = addMachine(
      rows,
      random,
      cohort,
      base,
      model,
      cohort % 2 === 0 && index === 2 ? ORG.harbor : ORG.northside,
      options.today,
    );
    if (cohort === 1 && index === 0)
      Object.assign(machine, {
        serial: TOUR.freeSerial,
        pin: TOUR.freePin,
        location_id: LOCATION.albany,
        visible_location_ids: [LOCATION.albany],
      });
    if (index < 2)
      rows.modules.push(
        demoModule(random, { id: machine.id, orgId: machine.org_id }, machineNumber(cohort, rows), index === 0),
      );
  });
  if (cohort === 1) sendRefused(rows, options.today);
  for (const module of rows.modules)
    module.last_connected_at = lastHeard(rows.connections, module.machine_id as number);
  return rows;
}

function addPatient(
  rows: DemoCohort,
  cohort: number,
  index: number,
  story: Story,
  base: IdBase,
  handedOver: string,
  { today, nightDays }: CohortOptions,
): void {
  const number = (cohort - 1) * COHORT.patients + index + 1;
  const random = new Random(cohort * 100 + index + 1);
  // Patients who hand over a machine belong to the same organization.
  const owner = ownershipOf(cohort, story.shape === 'taken-over' ? index : index + 1);
  const spare = spareNightsOf(number);
  const episodes: Episode[] =
    spare === undefined
      ? episodesOf(random, story.shape, today, handedOver)
      : [{ machine: 0, start: addDays(today, -TRIAL_DAYS), end: null }];
  const machines = ownMachines(rows, random, cohort, story, base, owner, today);
  const last = episodes.at(-1);
  const heard = last ? lastNight(random, story.sources, story.silent, last.end, today) : today;
  const planned = plannedNights(random, number, episodes[0]?.start, heard);
  const machineOf = ({ machine }: Episode) => (machine === 'handed-over' ? rows.machines.at(-2)! : machines[machine]!);
  const cards =
    cohort === 1 && last ? sendCards(rows, index, cardDevice(owner.orgId, machineOf(last), last, heard)) : undefined;
  const nights = cards ? withCards(planned, cards) : planned;

  const id = base.patient + rows.patients.length + 1;
  const patient = demoPatient(
    random,
    number,
    id,
    owner,
    {
      start: episodes[0]?.start ?? null,
      lastReport: nights.findLast(({ minutes }) => minutes !== null)?.date ?? null,
      serial: last && last.end === null ? machineOf(last).serial : null,
    },
    today,
  );
  if (cohort === 2 && index === UNREAD) patient.therapy_start = addDays(today, -69);
  rows.patients.push(patient);
  const visible = patient.visible_org_ids as number[];
  const submitter = STAFF[owner.orgId as keyof typeof STAFF];
  const earliest = addDays(today, -nightDays);
  const firstNight = rows.nights.length;

  for (const episode of episodes) {
    const machine = machineOf(episode);
    const isLast = episode === last;
    const historyId = base.history + rows.histories.length + 1;
    const own = nights.filter(({ date }) => date >= episode.start && (episode.end === null || date < episode.end));
    const spoken = own.at(-1)?.date;
    const keys = {
      orgId: owner.orgId,
      patientId: id,
      machineOrgId: machine.org_id,
      machineId: machine.id,
      start: episode.start,
    };
    machine.visible_org_ids = sorted([...machine.visible_org_ids, ...visible]);
    machine.visible_location_ids = sorted([...machine.visible_location_ids, patient.location_id as number | null]);
    rows.histories.push({
      id: historyId,
      org_id: owner.orgId,
      patient_id: id,
      machine_org_id: machine.org_id,
      machine_id: machine.id,
      start_date: episode.start,
      end_date: episode.end,
      has_pin: story.pin === 'confirmed' || (story.pin === 'odd-unconfirmed' && cohort % 2 === 0),
      created_by: STAFF[machine.org_id as keyof typeof STAFF].id,
      created_at: instant(episode.start, random.int(46_800, 75_600)),
    });
    if (spoken === undefined) continue;
    const clock = cohort === 1 && index === CLOCK;
    const made = nightRows(historyId, own, isLast ? story.sources : 'wireless', keys, { earliest, clock });
    rows.nights.push(...(cards ? onCards(made, cards) : made));
    rows.connections.push(
      ...demoConnections(
        random,
        { ...keys, last: spoken },
        isLast ? story.sources : 'wireless',
        isLast ? story.terminals : [],
      ),
    );
    const statuses = isLast ? story.settings : (['current'] as const);
    rows.settings.push(
      ...demoSettings(
        random,
        { ...keys, historyId, model: machine.model_id as number, sources: story.sources, last: spoken, submitter },
        statuses,
        isLast ? story.undelivered : [],
      ),
    );
    // A visit of today may be this afternoon, which has not come yet.
    const visited = spoken < addDays(today, -1) ? addDays(spoken, 1) : addDays(today, -1);
    if (isLast)
      rows.reports.push(
        ...visits(
          random,
          { ...keys, serial: machine.serial, visibleOrgIds: visible },
          own,
          visited,
          story.icodes,
          submitter,
          cohort === 1 && index === CONTRADICTION,
        ),
      );
  }
  const own = rows.nights.slice(firstNight);
  const counted = own.map((row) => ({ ...row, night: row.usage_date }));
  const { patientDates, result } = demoCompliance(patient, counted, today, devicesAndCodes(rows, id, own));
  Object.assign(patient, patientDates);
  if (result) rows.compliance.push(result);
}

function plannedNights(random: Random, number: number, start: string | undefined, last: string): TherapyNight[] {
  const spare = spareNightsOf(number);
  if (start === undefined) return [];
  return spare === undefined
    ? therapyNights(random, start, last, isAdherent(number))
    : runningTrial(random, start, spare);
}

/** Returns the devices and codes of a patient, as the rule reads them. */
function devicesAndCodes(
  { histories, machines, reports }: DemoCohort,
  patientId: number,
  nights: readonly Row[],
): DevicesAndCodes {
  const own = histories.filter((row) => row.patient_id === patientId);
  const codes = reports.filter((row) => row.patient_id === patientId);
  const recorded = nights.filter(({ source, night, usage_date }) => source !== 'qr' && night === usage_date);
  return {
    devices: own.map(({ machine_id, start_date, end_date }) => ({
      serial: machines.find(({ id }) => id === machine_id)!.serial,
      startDate: start_date as string,
      endDate: end_date as string | null,
      nights: recorded
        .filter((night) => night.machine_id === machine_id)
        .map(({ night, minutes }) => ({ night: night as string, minutes: minutes as number })),
    })),
    codes: codes.map((row, id) => ({
      id,
      serial: row.serial as string,
      collected: row.collected as string,
      icodePeriod: row.icode_period as number,
      compliantDays: row.compliant_days as number,
      best30: row.best30 as number,
      minutes: row.minutes as number,
    })),
  };
}

const cardDevice = (
  orgId: number,
  { id, org_id, serial }: DemoMachine,
  { start }: Episode,
  last: string,
): CardDevice => ({
  orgId,
  machineOrgId: org_id,
  machineId: id,
  serial,
  start,
  last,
});

/** The last visit, and one per month before it: the oldest of them are from the legacy system. */
function visits(
  random: Random,
  owner: Parameters<typeof demoReports>[1],
  nights: readonly TherapyNight[],
  last: string,
  count: number,
  submitter: { id: number; name: string },
  contradicts: boolean,
): Row[] {
  return Array.from({ length: count }, (_, back) => {
    const collected = addDays(last, -30 * back);
    const author = count > 1 && back === count - 1 ? null : submitter;
    return demoReports(random, owner, nights, collected, author, contradicts && back === 0);
  }).flat();
}
