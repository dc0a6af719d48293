import type { Context } from '../shared/context.ts';
import type { LocationInput } from './location.rules.ts';

const COLUMNS = {
  name: 'name',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
  phone: 'phone',
  customId: 'custom_id',
} as const satisfies Record<keyof LocationInput, string>;
/** The fields of the form of a location. */
export const LOCATION_FIELDS = Object.keys(COLUMNS) as (keyof LocationInput)[];

/** Adds a location to an organization and returns its id. The first one is the primary one. */
export async function insertLocation({ em }: Context, orgId: number, input: LocationInput): Promise<number> {
  const [made] = await em.execute<[{ id: number }]>(
    `insert into locations (org_id, ${LOCATION_FIELDS.map((field) => COLUMNS[field]).join(', ')})
       values (?, ${LOCATION_FIELDS.map(() => '?').join(', ')}) returning id`,
    [orgId, ...LOCATION_FIELDS.map((field) => input[field])],
  );
  return made.id;
}
