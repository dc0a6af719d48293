import type pg from 'pg';
import { insertRows } from '../db/factories.ts';
import { addDays } from './calendar.ts';
import { COAST, STREETS, UPSTATE, type City } from './names.ts';
import { emailOf, nameOf } from './people.ts';
import { Random } from './random.ts';

type Row = Record<string, unknown>;

const LOCATIONS = 40;
const PATIENTS_EACH = 75;
const SEED = 9_001_988;
/** The location that the demo has migrated (migrations.ts). */
export const MIGRATED = 'DME-1007';
const KINDS = ['Home Medical', 'Respiratory Care', 'Sleep Supply', 'Oxygen & CPAP'] as const;
const ONTARIO: City = { city: 'Kingston', state: 'ON', zip: 'K7L 1A1', areaCode: '613' };

/** Patients that the migration refuses, by their number in a location: one fault each. */
const FAULTS: Record<number, Row> = {
  31: { birth_date: '1961-02-29' },
  43: { last_name: 'Long'.repeat(75) },
  59: { state: 'XX' },
};

/** Of 40 locations 4 are children, 4 were migrated, and 6 have API keys. */
const stateOf = (number: number): Row => ({
  is_child: number % 10 === 4,
  migrated: number % 10 === 7,
  has_api_key: number % 10 === 2 || number % 20 === 9,
});

const phoneOf = (random: Random, { areaCode }: City) =>
  `(${areaCode}) 555-${String(random.int(100, 199)).padStart(4, '0')}`;

/** The directory of the legacy system: 40 locations with 3,000 patients, a quarter of them inactive. */
export function demoLegacy(today: string): { locations: Row[]; patients: Row[] } {
  const random = new Random(SEED);
  const locations: Row[] = [];
  const patients: Row[] = [];
  for (let number = 1; number <= LOCATIONS; number += 1) {
    const town = number % 13 === 0 ? ONTARIO : random.pick([...UPSTATE, ...COAST]);
    const country = town === ONTARIO ? 'CA' : 'US';
    const id = `DME-${1000 + number}`;
    locations.push({
      id,
      name: `${town.city} ${random.pick(KINDS)} ${number}`,
      address1: `${random.int(1, 400)} ${random.pick(STREETS)}`,
      address2: random.chance(0.2) ? `Suite ${random.int(2, 40)}` : null,
      zip: town.zip,
      city: town.city,
      state: town.state,
      country,
      phone: phoneOf(random, town),
      ...stateOf(number),
    });
    for (let nth = 1; nth <= PATIENTS_EACH; nth += 1)
      patients.push(legacyPatient(random, today, { location: id, town, country, nth, number: patients.length + 1 }));
  }
  return { locations, patients };
}

interface Place {
  location: string;
  town: City;
  country: string;
  nth: number;
  number: number;
}

function legacyPatient(random: Random, today: string, { location, town, country, nth, number }: Place): Row {
  const sex = random.chance(0.45) ? 'f' : 'm';
  const [first_name, last_name] = nameOf(random, sex);
  return {
    location_id: location,
    id: String(700_000 + number),
    is_active: nth % 4 !== 0,
    first_name,
    last_name,
    email: random.chance(0.7) ? emailOf(first_name, last_name, 700_000 + number) : null,
    assigned_id: `L-${String(number).padStart(5, '0')}`,
    birth_date: addDays(today, -random.int(25 * 365, 85 * 365)),
    sex,
    therapy_start: null,
    note: null,
    address1: `${random.int(1, 900)} ${random.pick(STREETS)}`,
    address2: null,
    city: town.city,
    state: town.state,
    zip: town.zip,
    country,
    phone: phoneOf(random, town),
    mobile_phone: null,
    ...(number % 5 === 0 ? {} : { therapy_start: addDays(today, -random.int(20, 900)) }),
    // The demo has migrated these, and nothing of theirs is computed.
    ...(location === MIGRATED && { therapy_start: null }),
    ...FAULTS[nth],
  };
}

/** Writes the directory of the legacy system. */
export async function writeLegacy(client: pg.ClientBase, { locations, patients }: ReturnType<typeof demoLegacy>) {
  await insertRows(client, 'legacy_locations', locations);
  await insertRows(client, 'legacy_patients', patients);
}
