import { Location } from '../locations/location.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, type Refusal } from '../shared/errors.ts';
import { wordsOf } from '../shared/list-price.ts';
import type { MessageKey } from '../shared/messages.ts';
import { legacyOf } from './legacy-directory.ts';
import { LegacyUnavailable, MAX_PAGE, type LegacyLocationRow, type LegacySearchBy } from './legacy.ts';
import { MAX_PATIENTS } from './migration.access.ts';
import type { LegacyPatientRow } from './patient-migrations.rules.ts';

/** "Patient tables in migration: 10 rows per page." */
const PATIENTS_PAGE = 10;
const LAST_PAGE = 100_000;

type DmeIdRefusal = Extract<MessageKey, `migration.${string}`>;

const atDmeId = (message: MessageKey): Refusal => ({ field: 'dmeId', code: message, message });
const refused = (message: DmeIdRefusal) => new InvalidInput([atDmeId(message)]);

/** The refusal of a DME ID that a location or an organization here has. */
export const ALREADY_MIGRATED: Refusal = atDmeId('migration.already');

/** Returns those of the ids with which an organization here exists; `migrated`: that was migrated. */
async function knownHere({ em }: Context, dmeIds: readonly string[], migrated = false): Promise<Set<string>> {
  if (dmeIds.length === 0) return new Set();
  const rows = await em.execute<{ dme_id: string }[]>(
    `select dme_id from organizations where dme_id in (${dmeIds.map(() => '?').join(', ')}) and (not ?::boolean or migrated_at is not null)`,
    [...dmeIds, migrated],
  );
  return new Set(rows.map(({ dme_id: dmeId }) => dmeId));
}

/**
 * Asks the legacy system for locations. A name without a letter or digit finds none, and nothing has a NUL, which no
 * database stores: such a question is not asked.
 */
async function locationsOf(ctx: Context, query: string, by: LegacySearchBy): Promise<LegacyLocationRow[]> {
  if (query.includes('\0') || (by === 'NAME' && wordsOf(query).length === 0)) return [];
  return legacyOf(ctx).search(query, by);
}

/** Returns locations of the legacy system; one that was migrated here says so. Throws LegacyUnavailable. */
export async function searchLegacyLocations(
  ctx: Context,
  query: string,
  by: LegacySearchBy,
): Promise<LegacyLocationRow[]> {
  const found = await locationsOf(ctx, query, by);
  const here = await knownHere(
    ctx,
    found.map(({ dmeId }) => dmeId),
    true,
  );
  return found.map((location) => ({ ...location, migrated: location.migrated || here.has(location.dmeId) }));
}

/**
 * Returns the location of the legacy system with this DME ID. Refuses `dmeId` when there is none, and when it is a child
 * location or was migrated before (document 001, section 4).
 */
async function movableLocation(ctx: Context, dmeId: string): Promise<LegacyLocationRow> {
  const [location] = await locationsOf(ctx, dmeId, 'DME_ID');
  if (!location || location.dmeId !== dmeId) throw refused('migration.unknown');
  if (location.isChild) throw refused('migration.child');
  if (location.migrated) throw refused('migration.already');
  return location;
}

/** Whether an organization or a location here has the DME ID. */
const isTaken = async ({ em }: Context, dmeId: string): Promise<boolean> =>
  (
    await em.execute<unknown[]>(
      'select from organizations where dme_id = ? union all select from locations where dme_id = ? limit 1',
      [dmeId, dmeId],
    )
  ).length > 0;

/**
 * Returns why no organization can be created with a DME ID: it is unknown, of a child location, migrated before, or of an
 * organization or a location that exists. While the legacy system gives no usable answer, it is refused with that: nothing
 * is known of it.
 */
export async function dmeIdRefusals(ctx: Context, dmeId: string): Promise<Refusal[]> {
  try {
    await movableLocation(ctx, dmeId);
  } catch (error) {
    if (error instanceof InvalidInput) return error.refusals;
    if (error instanceof LegacyUnavailable) return [atDmeId(error.reason)];
    throw error;
  }
  return (await isTaken(ctx, dmeId)) ? [ALREADY_MIGRATED] : [];
}

const REFUSAL_OF: Record<string, DmeIdRefusal> = {
  absent: 'migration.not_created',
  migrated: 'migration.already',
  type: 'migration.type',
  location: 'migration.no_location',
};

/** Refuses what `migrateOrganization` refuses, as far as it can be known before. */
export async function checkMigrateOrganization(ctx: Context, dmeId: string): Promise<void> {
  await movableLocation(ctx, dmeId);
  if (!(await knownHere(ctx, [dmeId])).has(dmeId)) throw refused('migration.not_created');
  if ((await knownHere(ctx, [dmeId], true)).has(dmeId)) throw refused('migration.already');
}

/** An organization that was migrated, and its primary location. */
export interface Migrated {
  organization: Organization;
  location: Location;
}

/**
 * Marks the organization that was created with a DME ID as migrated, and gives its primary location the id. Refuses
 * `dmeId`: of parallel calls one succeeds, and the others learn that the location has been migrated.
 */
export async function migrateOrganization(ctx: Context, dmeId: string): Promise<Migrated> {
  await movableLocation(ctx, dmeId); // before any row is locked
  const [done] = await ctx.em.execute<{ organization: number; location: number; outcome: string }[]>(
    'select * from migrate_organization(?)',
    [dmeId],
  );
  if (done!.outcome !== 'done') throw refused(REFUSAL_OF[done!.outcome]!);
  ctx.note({ organization: done!.organization, location: done!.location, dme: dmeId });
  return migratedOrganization(ctx, done!.organization);
}

/** Returns an organization that was migrated, with its primary location. */
export async function migratedOrganization({ em }: Context, id: number): Promise<Migrated> {
  const organization = await em.findOneOrFail(Organization, { id }, { refresh: true });
  const location = await em.findOneOrFail(Location, { orgId: id, isPrimary: true }, { refresh: true });
  return { organization, location };
}

/** Returns the id of the location here with a DME ID. Refuses `dmeId` when no location has it. */
export async function locationOfDmeId({ em }: Context, dmeId: string): Promise<number> {
  if (dmeId.includes('\0')) throw refused('migration.unknown');
  const [found] = await em.execute<{ id: number }[]>('select id from locations where dme_id = ?', [dmeId]);
  if (!found) throw refused('migration.unknown');
  return found.id;
}

/** Returns ten patients of a location of the legacy system; a page past the end is empty. Throws LegacyUnavailable. */
export async function legacyPatientPage(
  ctx: Context,
  dmeId: string,
  active: boolean,
  page: number,
): Promise<{ rows: LegacyPatientRow[]; total: number }> {
  if (dmeId.includes('\0')) return { rows: [], total: 0 };
  const offset = (Math.min(Math.max(page, 1), LAST_PAGE) - 1) * PATIENTS_PAGE;
  const { patients, total } = await legacyOf(ctx).patients(dmeId, { active, limit: PATIENTS_PAGE, offset });
  return { rows: patients, total };
}

/** Yields all patients of a location that are active, or not, a page at a time: a location has 50,000. */
export async function* allLegacyPatients(
  ctx: Context,
  dmeId: string,
  active: boolean,
): AsyncGenerator<LegacyPatientRow[]> {
  if (dmeId.includes('\0')) return;
  const legacy = legacyOf(ctx);
  let found = 0;
  for (let after: string | null = null; ;) {
    const { patients } = await legacy.patients(dmeId, { active, after, limit: MAX_PAGE });
    // A system that repeats its pages would be read forever.
    if ((found += patients.length) > MAX_PATIENTS) throw new LegacyUnavailable('broken');
    if (patients.length > 0) yield patients;
    const last = patients.at(-1)?.id ?? null;
    if (patients.length < MAX_PAGE || last === after) return;
    after = last;
  }
}
