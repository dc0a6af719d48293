import type { AnyObjectSchema } from 'yup';
import { createOrganizationRules, updateOrganizationRules } from '#rules/organizations/organization';
import { displayPhone } from '#rules/shared/phone';
import { emptyLocation, type LocationValues } from '../../components/LocationFields.tsx';
import { isStateOf } from '#rules/shared/address';
import type { CreateOrganizationInput } from '../../gql/schema.ts';

/** The name of the organization type that is migrated from the legacy system (document 001, section 3). */
const EQUIPMENT_PROVIDER = 'Equipment Provider';

/** A type of organization, as the form offers it. */
export interface TypeChoice {
  databaseId: number;
  type: string;
  isClinical: boolean;
}

/** What the form of a new organization holds. Ids are the texts of selects, empty for none. */
export interface OrganizationValues {
  name: string;
  typeId: string;
  clinicalTypeId: string;
  /** Of the location that is migrated; empty for none. */
  dmeId: string;
  locations: LocationValues[];
}

/** A location of the legacy system that was selected. */
export interface SelectedLocation {
  dmeId: string;
  name: string;
  address1: string | null;
  address2: string | null;
  zip: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  phone: string | null;
}

export const emptyOrganization = (): OrganizationValues => ({
  name: '',
  typeId: '',
  clinicalTypeId: '',
  dmeId: '',
  locations: [emptyLocation()],
});

const factsOf = (types: readonly TypeChoice[]) =>
  types.map(({ databaseId, isClinical }) => ({ id: databaseId, isClinical }));

/** The rules of a new organization with these types. */
export const createRules = (types: readonly TypeChoice[]) =>
  createOrganizationRules(factsOf(types)) as unknown as AnyObjectSchema;

/** The rules of an organization that exists. */
export const updateRules = (types: readonly TypeChoice[]) =>
  updateOrganizationRules(factsOf(types)) as unknown as AnyObjectSchema;

const typeWith = (types: readonly TypeChoice[], typeId: unknown) =>
  types.find(({ databaseId }) => String(databaseId) === String(typeId));

/** Whether the chosen type is that of clinics, which have a clinical type. */
export const isClinicalType = (types: readonly TypeChoice[], typeId: unknown): boolean =>
  typeWith(types, typeId)?.isClinical ?? false;

/** Whether the chosen type is that of equipment providers, which are migrated from the legacy system. */
export const isProviderType = (types: readonly TypeChoice[], typeId: unknown): boolean =>
  typeWith(types, typeId)?.type === EQUIPMENT_PROVIDER;

/** Returns the value of a select as an id; null for none. */
export const idOf = (value: unknown): number | null => Number(value) || null;

/** Returns the input of the mutation and its check, from what is entered or from what the rules made of it. */
export const organizationInputOf = (values: OrganizationValues): CreateOrganizationInput => ({
  name: values.name,
  typeId: idOf(values.typeId),
  clinicalTypeId: idOf(values.clinicalTypeId),
  dmeId: values.dmeId || null,
  locations: values.locations,
});

/** Returns the fields of a form for which a location has values. The second line of an address belongs to the first. */
function fieldsOf({
  name,
  address1,
  address2,
  country,
  state,
  city,
  zip,
  phone,
}: SelectedLocation): Partial<LocationValues> {
  const values = { name, address1, address2, country, state, city, zip, phone: displayPhone(phone ?? '') };
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
  return address1 ? { address2: '', ...known } : known;
}

/**
 * Returns the form with a selected location: its name, address and DME ID, and the type of equipment providers. A field
 * for which the location has no value keeps what was typed, but not the value of `before`, the one selected before it.
 */
export function withLocation(
  values: OrganizationValues,
  types: readonly TypeChoice[],
  location: SelectedLocation,
  before: SelectedLocation | null,
): OrganizationValues {
  const provider = types.find(({ type }) => type === EQUIPMENT_PROVIDER);
  // oxlint-disable-next-line no-console -- documented: a console warning alone
  if (!provider) console.warn(`There is no organization type ${EQUIPMENT_PROVIDER}.`);
  const typed = Object.entries(values.locations[0] ?? {});
  const filled: Partial<Record<string, string>> = before ? fieldsOf(before) : {};
  const kept = { ...emptyLocation(), ...Object.fromEntries(typed.filter(([field, value]) => filled[field] !== value)) };
  const place: LocationValues = { ...kept, ...fieldsOf(location) };
  return {
    ...values,
    name: location.name,
    typeId: provider ? String(provider.databaseId) : values.typeId,
    clinicalTypeId: '',
    dmeId: location.dmeId,
    locations: [{ ...place, state: isStateOf(place.country, place.state) ? place.state : '' }],
  };
}
