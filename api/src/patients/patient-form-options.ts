import type { Location } from '../locations/location.entity.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { escapeLike } from '../shared/list-text.ts';
import { wordsOf } from '../shared/list-price.ts';
import { loadAll } from '../shared/load-all.ts';
import { plainText } from '../shared/text.rules.ts';
import type { User } from '../users/user.entity.ts';
import { usersOfAccounts } from '../users/users.service.ts';
import { locationsById } from './patient-record.service.ts';
import type { PatientOrganization } from './patient-form.types.ts';
import { canCreatePatient, canUpdatePatients } from './patients.policy.ts';

/** Organizations and users in a choice of the form. */
const MAX_CHOICES = 20;
/** Locations in the form (document 001, section 9: multiselect options limit 1000). */
const MAX_LOCATIONS = 1000;
/** Letters from which on providers are found that share no patient with the organization yet. */
const MIN_LETTERS = 2;

const fillIn = ({ viewer }: Context): void => authorize(canCreatePatient(viewer) || canUpdatePatients(viewer));
const patternsOf = (search: string): string[] => wordsOf(search).map((word) => `%${escapeLike(plainText(word))}%`);

/**
 * Returns at most 20 active equipment providers whose name has every search word, by name. Their names are a directory
 * for who fills in the form: the first patient of a partnership names a provider that shares none yet (decisions/089).
 */
export async function findProviders(ctx: Context, search: string): Promise<PatientOrganization[]> {
  fillIn(ctx);
  const isTyped = wordsOf(search).join('').length >= MIN_LETTERS;
  return ctx.em.execute<PatientOrganization[]>(
    'select id as "databaseId", name from patient_providers(?::jsonb, ?, null, ?)',
    [JSON.stringify(patternsOf(search)), isTyped, MAX_CHOICES],
  );
}

/** Returns an active equipment provider; null when there is none with this id. */
export async function providerById({ em }: Context, id: number): Promise<PatientOrganization | null> {
  const [provider] = await em.execute<PatientOrganization[]>(
    `select id as "databaseId", name from patient_providers('[]', true, ?, 1)`,
    [id],
  );
  return provider ?? null;
}

/** The active clinicians of the own organization, and users of partners whose names are visible: they treat its patients. */
const CLINICIANS = `select u.id, u.org_id as "orgId" from users u left join user_accounts a on a.id = u.id
  where u.active and case when u.org_id = ? then a.is_clinician else u.org_id <> ? end`;

/** Returns at most 20 users who can be a clinician or physician and whose name has every search word, by name. */
export async function findClinicians(ctx: Context, search: string): Promise<User[]> {
  fillIn(ctx);
  const { workOrgId, orgId } = ctx.viewer;
  const words = patternsOf(search);
  const found = await ctx.em.execute<{ id: number }[]>(
    `${CLINICIANS} ${words.map(() => `and plain_text(u.first_name || ' ' || u.last_name) like ?`).join(' ')}
      order by u.last_name, u.first_name, u.id limit ${MAX_CHOICES}`,
    [workOrgId, ctx.viewer.isSupport ? orgId : workOrgId, ...words],
  );
  return usersOfAccounts(ctx, found);
}

/** Returns who can be a clinician or physician, with the organization; null when the viewer can name no such user. */
export async function clinicianById(ctx: Context, id: number): Promise<{ id: number; orgId: number } | null> {
  const { workOrgId, orgId } = ctx.viewer;
  const [found] = await ctx.em.execute<{ id: number; orgId: number }[]>(`${CLINICIANS} and u.id = ?`, [
    workOrgId,
    ctx.viewer.isSupport ? orgId : workOrgId,
    id,
  ]);
  return found ?? null;
}

/** The open locations of the organization; staff of locations and groups chooses among its own. */
const OPEN_LOCATIONS = `select l.id from locations l where l.org_id = ? and l.closed_at is null
  and (?::int[] is null or l.id = any (?::int[]))`;

function ownLocations({ viewer }: Context): unknown[] {
  const { locationIds } = viewer.facts;
  const own = locationIds && `{${locationIds.join()}}`;
  return [viewer.workOrgId, own, own];
}

/** Returns the open locations of the organization that the viewer can choose, the first 1000 by name. */
export async function findLocations(ctx: Context): Promise<Location[]> {
  fillIn(ctx);
  const found = await ctx.em.execute<{ id: number }[]>(
    `${OPEN_LOCATIONS} order by l.name, l.id limit ${MAX_LOCATIONS}`,
    ownLocations(ctx),
  );
  const locations = await loadAll(
    ctx,
    locationsById,
    found.map(({ id }) => id),
  );
  return locations.filter((location) => location !== null);
}

/** Whether the viewer can choose this location. */
export async function isChoosable(ctx: Context, locationId: number): Promise<boolean> {
  return (
    (await ctx.em.execute<unknown[]>(`${OPEN_LOCATIONS} and l.id = ?`, [...ownLocations(ctx), locationId])).length > 0
  );
}
