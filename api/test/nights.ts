import { beforeAll, expect } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortalHere,
  type Ref,
  type TestViewer,
} from './harness.ts';

/** A row of usage_nights, read without the portal. */
export interface Raw {
  id: string;
  patient: number | null;
  machine: number;
  night: string;
  date: string;
  source: 'wireless' | 'sd' | 'qr';
  minutes: number;
  state: number;
}
type Named = Ref & { serial: string };

/** Administrators of the organization with the first three patients, and of the partner with the last one, who also sees the third. */
export let staff: TestViewer, partner: TestViewer;
/** Of the location of the first patient. */
export let limited: TestViewer;
export let one: Ref, next: Ref, shared: Ref, foreign: Ref;
/** The device of the first patient, and then of the next one, who has the second device after it; those of the others. */
export let moved: Named, steady: Named, own: Named, other: Named;
/** Every night of the table. */
export let raw: Raw[];

export const dates = (from: string, to: string) => ({ date: { greaterThan: from, lessThan: to } });
export const FEBRUARY = dates('2026-01-31', '2026-03-01');

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = (seed * 16_807) % 2_147_483_647;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Two weeks of a device: sources agree, differ by a minute or are missing; some are invalid, voided, or have a new date. */
async function addNights(machine: Ref, seed: number): Promise<void> {
  const below = numbers(seed);
  for (let day = 1; day <= 14; day += 1)
    for (const source of ['wireless', 'sd', 'qr']) {
      const [kind, minutes, move] = [below(12), [0, 300, 300, 301][below(4)], below(5) === 0];
      if (kind < 2) continue;
      const date = (nth: number) => `2026-02-${String(nth).padStart(2, '0')}`;
      await make('usage_nights', {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: date(day),
        usage_date: date(move ? day + 1 : day),
        source,
        state: kind === 3 ? 2 : kind === 4 && source === 'sd' ? 9 : 1,
        minutes,
        ahi: source === 'qr' ? null : 3.5,
      });
    }
}

/** A night of a device whose assignment was deleted stays with its patient; what arrives later for the date has none. */
async function addLateNight(machine: Ref): Promise<void> {
  const history = await makeHistory(one, machine, { start_date: '2026-02-16' });
  const night = { machine_org_id: machine.orgId, machine_id: machine.id, night: '2026-02-20' };
  await make('usage_nights', { ...night, source: 'wireless', minutes: 300 });
  await admin.query('delete from device_history where id = $1', [history]);
  await make('usage_nights', { ...night, source: 'sd', minutes: 100 });
}

async function makeNights(): Promise<void> {
  staff = await asViewer();
  const { orgId } = staff;
  const partnerOrg = await makeOrganization('ep', { name: 'Northern Sleep' });
  partner = await asViewer({ orgId: partnerOrg });
  const [place, elsewhere] = [
    await make('locations', { org_id: orgId, name: 'here', country: 'US', is_primary: false }),
    await make('locations', { org_id: orgId, name: 'there', country: 'US', is_primary: false }),
  ];
  limited = await asViewer({ orgId, locationIds: [place] });
  [one, next, shared, foreign] = [
    await makePatient(orgId, { location_id: place, dme_id: orgId, last_name: 'One' }),
    await makePatient(orgId, { location_id: elsewhere, dme_id: orgId, last_name: 'Next' }),
    await makePatient(orgId, { location_id: elsewhere, dme_id: partnerOrg, last_name: 'Shared' }),
    await makePatient(partnerOrg, { last_name: 'Foreign' }),
  ];
  [moved, steady, own, other] = [
    await makeMachine(orgId),
    await makeMachine(orgId),
    await makeMachine(orgId),
    await makeMachine(partnerOrg),
  ];
  await makeHistory(one, moved, { start_date: '2026-01-01', end_date: '2026-02-08' });
  await makeHistory(next, moved, { start_date: '2026-02-08', end_date: '2026-02-13' });
  await makeHistory(next, steady, { start_date: '2026-02-13' });
  await makeHistory(shared, own, { start_date: '2026-01-01' });
  await makeHistory(foreign, other, { start_date: '2026-01-01' });
  for (const [nth, machine] of [moved, steady, own, other].entries()) await addNights(machine, 4716 + nth);
  await addLateNight(await makeMachine(orgId));
  ({ rows: raw } = await admin.query<Raw>(
    `select id::text, patient_id as patient, machine_id as machine, night::text, usage_date::text as date, source, minutes, state
       from usage_nights order by usage_date, id`,
  ));
}

/** Starts a portal of the file, with two weeks of nights of four patients. */
export function useNights(): void {
  usePortalHere();
  beforeAll(makeNights);
}

/** The valid readings of each night of a patient, by hand. */
export function validOfNights(): Raw[][] {
  const valid = raw.filter(({ patient, state }) => patient !== null && state === 1);
  return [...Map.groupBy(valid, ({ patient, machine, date }) => `${patient} ${machine} ${date}`).values()];
}
export const PRIORITY = ['wireless', 'sd', 'qr'];
/** The one that counts, by hand: the highest source, then the longer night, then the one of that date, then the earlier. */
export const counting = (readings: Raw[]) =>
  [...readings].sort(
    (a, b) =>
      PRIORITY.indexOf(a.source) - PRIORITY.indexOf(b.source) ||
      b.minutes - a.minutes ||
      Number(a.night !== a.date) - Number(b.night !== b.date) ||
      a.night.localeCompare(b.night),
  )[0]!;
/** Whether two sources differ, by hand: each by its longest reading. */
export function differ(readings: Raw[]): boolean {
  const longest: Record<string, number> = {};
  for (const { source, minutes } of readings) longest[source] = Math.max(longest[source] ?? 0, minutes);
  return Object.values(longest).some((minutes) => minutes !== Object.values(longest)[0]);
}
const inOrder = (rows: Raw[]) => rows.sort((a, b) => a.date.localeCompare(b.date) || Number(a.id) - Number(b.id));
/** The ids of the nights that count, of these patients, in the order of the list. */
export const expected = (patients: Ref[], isWanted: (night: Raw, readings: Raw[]) => boolean = () => true) =>
  inOrder(
    validOfNights().flatMap((readings) => {
      const night = counting(readings);
      return patients.some(({ id }) => id === night.patient) && isWanted(night, readings) ? night : [];
    }),
  ).map(({ id }) => id);

interface Refusal {
  code: string;
  field: string;
  message: string;
}

export const LIST = `query ($where: NightsWhere, $first: Int, $after: String, $last: Int, $before: String, $orderBy: NightsOrder, $search: String) {
  nights(where: $where, first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy, search: $search) {
    totalCount pageInfo { hasNextPage endCursor startCursor } edges { node { databaseId } } } }`;
export async function ids(where: object, viewer = staff, variables: object = {}): Promise<string[]> {
  const { data, errors } = await viewer.gql(LIST, { where, first: 200, ...variables });
  expect(errors).toBeUndefined();
  return data.nights.edges.map(({ node }: { node: { databaseId: string } }) => node.databaseId);
}
export async function refusal(where: object | undefined, variables: object = {}): Promise<Refusal[] | undefined> {
  const { errors } = await staff.gql(LIST, { where, ...variables });
  return errors?.[0]?.extensions.userErrors as Refusal[] | undefined;
}
