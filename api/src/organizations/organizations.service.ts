import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize, NotFound } from '../shared/errors.ts';
import { inSearchText } from '../shared/list-text.ts';
import { wordsOf } from '../shared/list-price.ts';
import { rowOfEach } from '../shared/list.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { ClinicalType, Organization, OrganizationType } from './organization.entity.ts';
import { organizationsOf } from './organizations.list.ts';
import { canViewOrganization } from './organizations.policy.ts';

/** Organizations in the choice of a form. */
const MAX_CHOICES = 20;

/** Locks an organization with its locations and groups until the transaction ends: they change one after another. */
export const lockOrganization = ({ em }: Context, id: number): Promise<unknown> =>
  em.execute('select from organizations where id = ? for no key update', [id]);

/**
 * Returns the organizations whose name the viewer may see, in the order of the ids; null for any other. For
 * `ctx.loader`.
 */
export async function organizationsById({ em }: Context, ids: readonly number[]): Promise<(Organization | null)[]> {
  const organizations = await em.find(Organization, { id: { $in: [...ids] } });
  return rowOfEach(ids, organizations, ({ id }) => id);
}

/** Returns at most 20 organizations of `where` whose name has every search word, by name. */
export function findOrganizations({ em }: Context, search: string, where: object = {}): Promise<Organization[]> {
  const words = wordsOf(search).map((word) => inSearchText('nameKey', word));
  return em.find(
    Organization,
    { $and: [...words, where] },
    { orderBy: { name: 'asc', id: 'asc' }, limit: MAX_CHOICES },
  );
}

/**
 * Returns the organization of a patient or staff member, whose name is visible with them; throws NotFound otherwise.
 */
export async function organizationOf(
  ctx: Context,
  { organization }: { organization: { id: number } },
): Promise<Organization> {
  const found = await ctx.loader(organizationsById).load(organization.id);
  if (!found) throw new NotFound();
  return found;
}

/** Returns the organization that the viewer administers: the own one, or the one in which support staff acts. */
export const findWorkOrganization = (ctx: Context): Promise<Organization> =>
  organizationOf(ctx, { organization: { id: ctx.viewer.workOrgId } });

/**
 * Returns today's calendar date in the zone of a patient's organization; without a patient, in that of the viewer's. The
 * dates of an assignment, a night and an iCode are days of that zone, for every viewer: support staff and clinics may be
 * hours away.
 */
export const todayOfPatient = async (
  ctx: Context,
  patient: { organization: { id: number } } | null | undefined,
): Promise<string> => (patient ? ctx.todayIn((await organizationOf(ctx, patient)).timezone) : ctx.today);

/**
 * Returns the time zone in which the days of a patient's compliance end, for every viewer: of the provider, who answers for
 * the therapy, and of the patient's organization when there is none.
 */
export const timezoneOfPatient = async (
  ctx: Context,
  { provider, organization }: { provider: { id: number } | null; organization: { id: number } },
): Promise<string> => (await organizationOf(ctx, { organization: provider ?? organization })).timezone;

/** Returns a page of the organizations, for support staff. Refuses unknown columns, conditions, sizes and cursors. */
export const listOrganizations = (ctx: Context, args: ListArgs): Promise<ConnectionShape<Organization>> =>
  connection(ctx, organizationsOf(ctx.viewer), args);

/**
 * Returns an organization of which the viewer may see more than the name (`may`: its record). Throws NotFound for one
 * whose name the viewer may not see, Forbidden for a partner's.
 */
export async function findOrganization(ctx: Context, id: string, may = canViewOrganization): Promise<Organization> {
  const organization = await findVisible(ctx, Organization, { id: rowId('Organization', id) });
  authorize(may(ctx.viewer, organization));
  return organization;
}

/** Returns the types that an organization can have, by id; no second support organization is made. */
export const findOrganizationTypes = ({ em }: Context): Promise<OrganizationType[]> =>
  em.find(OrganizationType, { kind: { $ne: 'support' } }, { orderBy: { id: 'asc' } });

/** Returns the clinical types, by id. */
export const findClinicalTypes = ({ em }: Context): Promise<ClinicalType[]> =>
  em.find(ClinicalType, {}, { orderBy: { id: 'asc' } });
