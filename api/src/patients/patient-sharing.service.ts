import { organizationsById } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { refusalsOfDeclines } from '../patient-declines/patient-declines.service.ts';
import type { Refusal } from '../shared/errors.ts';
import type { PatientField, PatientValues } from './patient-form-fields.ts';
import { clinicianById, isChoosable, providerById } from './patient-form-options.ts';
import type { EditedPatient } from './patient-form.store.ts';
import type { PatientAccessChange, PatientOrganization } from './patient-form.types.ts';

/** What an input makes of the organizations that see a patient. */
export interface Sharing {
  refusals: Refusal[];
  access: PatientAccessChange;
}

const refusal = (field: PatientField, message: Refusal['message']): Refusal => ({ field, code: message, message });

/** The organizations by their ids. Null: not known, because the user or provider was refused. */
type Organizations = Map<number, string | null>;

const addTo = (organizations: Organizations, id: number | null | undefined, name: string | null = null): void => {
  if (id != null) organizations.set(id, name ?? organizations.get(id) ?? null);
};

/**
 * Returns why the viewer cannot choose the provider, clinician, physician or location, and whose access to the patient
 * would begin or end. What stays is not checked again. `edited`: null for a new patient.
 */
export async function sharingOf(
  ctx: Context,
  changes: Partial<PatientValues>,
  edited: EditedPatient | null,
): Promise<Sharing> {
  const refusals: Refusal[] = [];
  const before: Organizations = new Map();
  const after: Organizations = new Map();
  const owner = edited?.orgId ?? ctx.viewer.workOrgId;
  /** Organizations that the input connects, with the field that does. */
  const asked: [PatientField, number][] = [];
  for (const side of [before, after]) addTo(side, owner);
  addTo(before, edited?.values.dmeId);
  addTo(before, edited?.clinicianOrgId);
  addTo(before, edited?.physicianOrgId);

  if (changes.dmeId === undefined) addTo(after, edited?.values.dmeId);
  else if (changes.dmeId !== null) {
    const provider = await providerById(ctx, changes.dmeId);
    if (provider) {
      addTo(after, provider.databaseId, provider.name);
      asked.push(['dmeId', provider.databaseId]);
    } else refusals.push(refusal('dmeId', 'patient.unknown_provider'));
  }
  for (const [field, stored] of [
    ['clinicianId', edited?.clinicianOrgId],
    ['physicianId', edited?.physicianOrgId],
  ] as const) {
    const chosen = changes[field];
    if (chosen === undefined) addTo(after, stored);
    else if (chosen !== null) {
      const user = await clinicianById(ctx, chosen);
      if (user) {
        addTo(after, user.orgId);
        asked.push([field, user.orgId]);
      } else refusals.push(refusal(field, 'patient.unknown_clinician'));
    }
  }
  if (edited)
    refusals.push(
      ...(await refusalsOfDeclines(
        ctx,
        edited.id,
        asked.filter(([, id]) => !before.has(id)),
      )),
    );
  refusals.push(...(await refusalsOfLocation(ctx, changes.locationId, edited)));
  return { refusals, access: await accessChange(ctx, before, after) };
}

/** Staff of locations and groups adds patients to one of its own locations, and keeps them there. */
async function refusalsOfLocation(
  ctx: Context,
  locationId: number | null | undefined,
  edited: EditedPatient | null,
): Promise<Refusal[]> {
  const isLimited = ctx.viewer.facts.locationIds !== null;
  if (locationId === undefined) return isLimited && !edited ? [refusal('locationId', 'required')] : [];
  if (locationId === null) return isLimited ? [refusal('locationId', 'required')] : [];
  return (await isChoosable(ctx, locationId)) ? [] : [refusal('locationId', 'patient.unknown_location')];
}

async function accessChange(ctx: Context, before: Organizations, after: Organizations): Promise<PatientAccessChange> {
  const named = async (these: Organizations, others: Organizations): Promise<PatientOrganization[]> => {
    const ids = [...these.keys()].filter((id) => !others.has(id));
    const found = await Promise.all(ids.map((id) => ctx.loader(organizationsById).load(id)));
    return ids
      .map((databaseId, index) => ({ databaseId, name: these.get(databaseId) ?? found[index]?.name ?? '' }))
      .toSorted((one, other) => one.name.localeCompare(other.name) || one.databaseId - other.databaseId);
  };
  return { gains: await named(after, before), loses: await named(before, after) };
}
