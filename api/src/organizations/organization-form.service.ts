import { write } from '../db/write.ts';
import { ALREADY_MIGRATED, dmeIdRefusals } from '../migration/migration.service.ts';
import { refuseOlder } from '../shared/conflict.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, refuse, type Refusal } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { asks, readForm } from '../shared/read-form.ts';
import { findVisible } from '../shared/visible-row.ts';
import {
  createOrganizationRules,
  updateOrganizationRules,
  type NewOrganization,
  type OrganizationUpdate,
} from './organization.rules.ts';
import { ClinicalType, Organization, type OrganizationType } from './organization.entity.ts';
import { insertLocation } from '../locations/location.store.ts';
import { canCreateOrganization, canUpdateOrganization } from './organizations.policy.ts';
import { findOrganizationTypes, lockOrganization } from './organizations.service.ts';

const UNIQUE_DME_ID = 'organizations_dme';

const ONLY_PROVIDERS = { code: 'migration.type', message: 'migration.type' } as const;

/** Whether an organization of the type can be migrated. "Selecting a location sets the type to Equipment Provider" (document 001, section 4). */
const isMovableType = (types: readonly OrganizationType[], typeId: number | null | undefined): boolean =>
  types.every(({ id, kind }) => id !== typeId || kind === 'ep');

/** Runs every check of a new organization without writing; returns the clean input. `only`: the fields to check. */
export async function checkCreateOrganization(
  ctx: Context,
  raw: unknown,
  only?: string[],
): Promise<Partial<NewOrganization>> {
  authorize(canCreateOrganization(ctx.viewer));
  const types = await findOrganizationTypes(ctx);
  const input = await readForm(createOrganizationRules(types), withCountry(ctx, raw), only);
  const refusals = await unknownClinicalType(ctx, input);
  if (input.dmeId && asks(only, 'dmeId'))
    refusals.push(
      ...(isMovableType(types, input.typeId)
        ? await dmeIdRefusals(ctx, input.dmeId)
        : [{ field: 'dmeId', ...ONLY_PROVIDERS }]),
    );
  refuse(refusals.filter(({ field }) => asks(only, field)));
  return input;
}

/** A location without a country has that of the portal's region: "defaults from the app region setting" (document 001, section 3). */
function withCountry({ app }: Context, raw: unknown): unknown {
  const { locations } = (raw ?? {}) as { locations?: unknown };
  if (!Array.isArray(locations)) return raw;
  const country = app.config.appRegion.toUpperCase();
  return {
    ...(raw as object),
    locations: locations.map((place: { country?: unknown } | null) =>
      place !== null && typeof place === 'object' && place.country === undefined ? { ...place, country } : place,
    ),
  };
}

async function unknownClinicalType(
  { em }: Context,
  { clinicalTypeId }: { clinicalTypeId?: number | null },
): Promise<Refusal[]> {
  const isKnown = clinicalTypeId == null || (await em.findOne(ClinicalType, { id: clinicalTypeId }));
  return isKnown ? [] : [{ field: 'clinicalTypeId', code: 'invalid', message: 'invalid' }];
}

/**
 * Returns the new organization: a draft, which no user can enter until it is activated, with its primary location. Who
 * migrates it is written by the migration, whatever the input has.
 */
export async function createOrganization(ctx: Context, raw: unknown): Promise<Organization> {
  const { name, typeId, clinicalTypeId, dmeId, locations } = (await checkCreateOrganization(
    ctx,
    raw,
  )) as NewOrganization;
  const { id } = await write(ctx.em)
    .insertInto('organizations')
    .values({ name, type_id: typeId!, clinical_type_id: clinicalTypeId, dme_id: dmeId })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      // Another request may have taken the DME ID after the check.
      throw (error as { constraint?: string }).constraint === UNIQUE_DME_ID
        ? new InvalidInput([ALREADY_MIGRATED])
        : error;
    });
  await insertLocation(ctx, id, locations[0]);
  ctx.note({ organization: id, changes: { name: [null, name], typeId: [null, typeId], dmeId: [null, dmeId] } });
  return findVisible(ctx, Organization, { id });
}

/** What an update may change. */
const FIELDS = ['name', 'typeId', 'clinicalTypeId'] as const;

/** The form's values of an organization. */
const valuesOf = ({ name, organizationType, clinicalTypeId }: Organization): OrganizationUpdate => ({
  name,
  typeId: organizationType.id,
  clinicalTypeId,
});

async function findToUpdate(ctx: Context, organizationId: string): Promise<Organization> {
  const where = { id: rowId('Organization', organizationId) };
  const organization = await findVisible(ctx, Organization, where, { refresh: true });
  authorize(canUpdateOrganization(ctx.viewer, organization));
  return organization;
}

/**
 * Runs every check of a changed organization without writing. A field that is omitted stays as it is; the type is
 * changed only while the organization is a draft. Throws Conflict for an older version.
 */
export async function checkUpdateOrganization(
  ctx: Context,
  organizationId: string,
  { version, ...raw }: Record<string, unknown>,
  only?: string[],
): Promise<{ organization: Organization; input: Partial<OrganizationUpdate> }> {
  const organization = await findToUpdate(ctx, organizationId);
  if (asks(only, 'version'))
    refuseOlder({ version }, { row: organization, version: organization.version, message: 'conflict.organization' });
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined && value !== null));
  const types = await findOrganizationTypes(ctx);
  const present = valuesOf(organization);
  const input = await readForm(updateOrganizationRules(types), { ...present, ...given }, only);
  const refusals = await unknownClinicalType(ctx, input);
  if (input.typeId !== undefined && input.typeId !== organization.organizationType.id) {
    if (!organization.draft)
      refusals.push({ field: 'typeId', code: 'organization.type_fixed', message: 'organization.type_fixed' });
    else if (organization.dmeId && !isMovableType(types, input.typeId))
      refusals.push({ field: 'typeId', ...ONLY_PROVIDERS });
  }
  refuse(refusals.filter(({ field }) => asks(only, field)));
  return { organization, input };
}

/** Changes the name and the types of an organization. The audit line has each changed field before and after. */
export async function updateOrganization(
  ctx: Context,
  organizationId: string,
  raw: Record<string, unknown>,
): Promise<Organization> {
  const { id } = await findToUpdate(ctx, organizationId);
  // Of two changes at once the second one keeps what the first has changed.
  await lockOrganization(ctx, id);
  const { organization, input } = await checkUpdateOrganization(ctx, organizationId, raw);
  const before = valuesOf(organization);
  const changed = FIELDS.filter((field) => input[field] !== before[field]);
  if (changed.length === 0) return organization;
  await write(ctx.em)
    .updateTable('organizations')
    .set((eb) => ({
      name: input.name,
      type_id: input.typeId!,
      clinical_type_id: input.clinicalTypeId,
      settings_version: eb('settings_version', '+', 1),
    }))
    .where('id', '=', organization.id)
    .execute();
  ctx.note({
    organization: organization.id,
    changes: Object.fromEntries(changed.map((field) => [field, [before[field], input[field]]])),
  });
  return findVisible(ctx, Organization, { id: organization.id }, { refresh: true });
}
