import { addDays, instant } from './calendar.ts';
import { COAST, FEMALE_NAMES, LAST_NAMES, MALE_NAMES, STREETS, UPSTATE } from './names.ts';
import { CLINICIANS, LOCATION, ORG, PHYSICIANS } from './logins.ts';
import type { Random } from './random.ts';
import { TOUR } from './tour.ts';
import { patientRow } from '../db/factories.ts';

type Row = Record<string, unknown>;

/** The organizations of a patient, and the owner of their machines. */
export interface Ownership {
  orgId: number;
  dmeId: number;
  machineOrgId: number;
}

/**
 * About 15 of 100 patients belong to the coast provider and 15 to the clinic itself; the two of the tour are
 * Northside's.
 */
export function ownershipOf(cohort: number, story: number): Ownership {
  const rank = (story * 7 + cohort * 3) % 20;
  if (rank < 3) return { orgId: ORG.harbor, dmeId: ORG.harbor, machineOrgId: ORG.harbor };
  return { orgId: rank < 6 ? ORG.lakeview : ORG.northside, dmeId: ORG.northside, machineOrgId: ORG.northside };
}

/**
 * Returns a location of the organization; the tour's patients and machine are in Albany, where location staff sees
 * them.
 */
export function locationOf(random: Random, orgId: number): number {
  if (orgId === ORG.harbor) return random.pick([LOCATION.newHaven, LOCATION.bridgeport]);
  if (orgId === ORG.lakeview) return random.pick([LOCATION.lakeview, LOCATION.troy]);
  return random.pick([LOCATION.albany, LOCATION.albany, LOCATION.saratoga, LOCATION.poughkeepsie]);
}

const NOTES = [
  'Prefers calls after 4 pm.',
  'Uses a nasal mask; full face caused leaks.',
  'Travels often, takes the device along.',
  'Hard of hearing: write, do not call.',
];

const ascii = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/** Returns an invented first and last name. */
export function nameOf(random: Random, sex: string): [first: string, last: string] {
  const first = random.pick(sex === 'f' ? FEMALE_NAMES : MALE_NAMES);
  const isDouble = random.chance(0.06);
  const last = random.pick(LAST_NAMES);
  return [first, isDouble ? `${last}-${random.pick(LAST_NAMES)}` : last];
}

/** Returns the e-mail address of the `number`th patient; no other patient has it. */
export const emailOf = (first: string, last: string, number: number): string =>
  `${ascii(first)}.${ascii(last)}${number}@example.test`;

/** The two patients whose names are in the manual. */
const KNOWN: Record<number, Row> = {
  [TOUR.patientId]: {
    first_name: 'Sofía',
    last_name: 'Ramírez-Nguyen',
    sex: 'f',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    location_id: LOCATION.albany,
    is_rules_active: true,
  },
  [TOUR.newPatientId]: {
    first_name: 'Walter',
    last_name: 'Lindqvist',
    sex: 'm',
    city: 'Albany',
    state: 'NY',
    zip: '12203',
    location_id: LOCATION.albany,
    is_rules_active: true,
  },
};

/**
 * Returns one invented patient, the `number`th of the generator. It includes the columns that triggers derive, for
 * writers without triggers.
 */
export function demoPatient(
  random: Random,
  number: number,
  id: number,
  owner: Ownership,
  therapy: { start: string | null; lastReport: string | null; serial: string | null },
  today: string,
): Row {
  const sex = random.chance(0.02) ? 'o' : random.chance(0.45) ? 'f' : 'm';
  const [first, last] = nameOf(random, sex);
  const { areaCode, ...place } = random.pick(owner.orgId === ORG.harbor ? COAST : UPSTATE);
  const phone = () => `${areaCode}55501${String(random.int(0, 99)).padStart(2, '0')}`;
  const partnered = number === TOUR.patientId || (owner.orgId !== ORG.harbor && random.chance(0.9));
  const clinician = partnered ? (number === TOUR.patientId ? CLINICIANS[0] : random.pick(CLINICIANS)) : null;
  const physician =
    partnered && (number === TOUR.patientId || random.chance(0.85))
      ? number === TOUR.patientId
        ? PHYSICIANS[0]
        : random.pick(PHYSICIANS)
      : null;
  const row = {
    id,
    location_id: random.chance(0.97) ? locationOf(random, owner.orgId) : null,
    dme_id: owner.dmeId,
    clinician_org_id: clinician && ORG.lakeview,
    clinician_id: clinician,
    physician_org_id: physician && ORG.lakeview,
    physician_id: physician,
    assigned_id: `AL-${String(number).padStart(7, '0')}`,
    is_rules_active: random.chance(0.95),
    first_name: first,
    last_name: last,
    birth_date: addDays('1940-01-01', random.int(0, 19_700)),
    sex,
    therapy_start: therapy.start,
    last_report: therapy.lastReport,
    note: random.chance(0.12) ? random.pick(NOTES) : null,
    address1: `${random.int(1, 990)} ${random.pick(STREETS)}`,
    address2: random.chance(0.2) ? `Apt ${random.int(1, 40)}` : null,
    ...place,
    phone: phone(),
    mobile_phone: random.chance(0.7) ? phone() : null,
    current_serial: therapy.serial,
    visible_org_ids: [...new Set([owner.orgId, owner.dmeId, ...(partnered ? [ORG.lakeview] : [])])].sort(
      (a, b) => a - b,
    ),
    created_at: instant(addDays(therapy.start ?? today, -random.int(1, 9)), random.int(46_800, 75_600)),
    ...KNOWN[number],
  };
  return patientRow(owner.orgId, {
    email: random.chance(0.92) || number in KNOWN ? emailOf(row.first_name, row.last_name, number) : null,
    ...row,
  });
}
