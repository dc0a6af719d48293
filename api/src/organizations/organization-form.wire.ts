import type { Context } from '../shared/context.ts';
import type { Refusal } from '../shared/errors.ts';
import { clinicalTypeOf, locationsOfOrganizations } from './organization-record.service.ts';
import type { Organization } from './organization.entity.ts';
import { locationToRest } from './organizations.wire.ts';

type Json = Record<string, unknown>;

/** Names of the form's fields in the documented draft payload (document 001, section 3). */
const WIRE: Record<string, string> = {
  typeId: 'type_id',
  clinicalTypeId: 'clinical_type_id',
  dmeId: 'dme_id',
  customId: 'custom_id',
};
const OURS = Object.fromEntries(Object.entries(WIRE).map(([ours, wire]) => [wire, ours]));

const renamed = (path: string, names: Record<string, string>) =>
  path
    .split('.')
    .map((part) => names[part] ?? part)
    .join('.');

/** The fields of a place in the draft payload. */
const PLACE = ['name', 'address1', 'address2', 'country', 'state', 'city', 'zip', 'phone', 'custom_id'];

const placeFromRest = (place: unknown): unknown =>
  place !== null && typeof place === 'object' && !Array.isArray(place)
    ? Object.fromEntries(PLACE.map((name) => [OURS[name] ?? name, (place as Json)[name]]))
    : place;

/**
 * Returns the input of a draft payload. What else it has (draft, org_type, migrated_at, migrated_by) is the server's to
 * say and is not read.
 */
export const organizationFromRest = ({ name, type_id, clinical_type_id, dme_id, locations }: Json): Json => ({
  name,
  typeId: type_id,
  clinicalTypeId: clinical_type_id,
  dmeId: dme_id,
  locations: Array.isArray(locations) ? locations.map(placeFromRest) : locations,
});

/** Returns the fields that a validate-only request names. */
export const fieldsOfOrganization = (only: string[] | undefined): string[] | undefined =>
  only?.map((path) => renamed(path, OURS));

/** A refusal at the documented name of its field. */
export const organizationRefusal = (refusal: Refusal): Refusal => ({
  ...refusal,
  field: renamed(refusal.field, WIRE),
});

/** Returns an organization in the fields of the draft payload, with its id, status and locations. */
export async function organizationToRest(ctx: Context, organization: Organization): Promise<Json> {
  return {
    id: organization.id,
    draft: organization.draft,
    status: organization.active,
    name: organization.name,
    type: organization.type,
    org_type: organization.type,
    type_id: organization.organizationType.id,
    is_clinical: organization.isClinical,
    clinical_type: await clinicalTypeOf(ctx, organization),
    clinical_type_id: organization.clinicalTypeId,
    dme_id: organization.dmeId,
    migrated_at: organization.migratedAt,
    migrated_by: organization.migratedById,
    created_at: organization.createdAt,
    locations: (await ctx.loader(locationsOfOrganizations).load(organization.id)).map(locationToRest),
  };
}
