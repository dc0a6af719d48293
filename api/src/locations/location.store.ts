import { write } from '../db/write.ts';
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

type LocationRow = { [Field in keyof LocationInput as (typeof COLUMNS)[Field]]: LocationInput[Field] };

/** Adds a location to an organization and returns its id. The first one is the primary one. */
export async function insertLocation({ em }: Context, orgId: number, input: LocationInput): Promise<number> {
  const row = Object.fromEntries(LOCATION_FIELDS.map((field) => [COLUMNS[field], input[field]])) as LocationRow;
  const { id } = await write(em)
    .insertInto('locations')
    .values({ org_id: orgId, ...row })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
