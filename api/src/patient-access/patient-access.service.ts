import type { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { findPatient } from '../patients/patients.service.ts';
import { roleLabel } from '../roles/role-label.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { sqlOf } from '../shared/list-conditions.ts';
import { loadAll } from '../shared/load-all.ts';
import { usersById, usersOfAccounts } from '../users/users.service.ts';
import { usersList } from '../users/users.list.ts';
import { canListAccess } from './patient-access.policy.ts';
import type {
  AccessReason,
  OrganizationAccess,
  PatientAccess,
  PatientReader,
  UserAccess,
} from './patient-access.types.ts';

/** The columns of a patient that decide who sees it. `visible`: what row-level security compares. */
interface Sharing {
  id: number;
  visible: number[];
  locationId: number | null;
  owner: number;
  provider: number | null;
  clinician: number | null;
  physician: number | null;
}
const REASONS = ['owner', 'provider', 'clinician', 'physician'] as const satisfies AccessReason[];

/** Permissions of which each shows patients (patients.policy.ts). */
const READS = "('view.patient', 'viewAny.patient')";
/** Operations that open the record of one patient. */
const OPENS = ['Query.patient', 'GET /api/patients/{id}'];
/** Days, and users, of who opened a record lately. */
const LATELY = { days: 30, users: 20 };

/** Returns what decides who sees a patient; throws NotFound for a patient that the viewer may not see. */
async function findSharing(ctx: Context, patientId: number): Promise<Sharing> {
  const { id } = await findPatient(ctx, patientId);
  const [row] = await ctx.em.execute<Sharing[]>(
    `select id, visible_org_ids as visible, location_id as "locationId", org_id as owner, dme_id as provider,
            clinician_org_id as clinician, physician_org_id as physician from patients where id = ?`,
    [id],
  );
  return row!;
}

/**
 * Returns the organizations that see a patient, with the reasons, and the roles of support staff that do. Throws NotFound
 * for a patient that the viewer may not see.
 */
export async function accessOf(ctx: Context, patientId: number): Promise<PatientAccess> {
  const sharing = await findSharing(ctx, patientId);
  const ids = [...new Set([...REASONS.flatMap((reason) => sharing[reason] ?? []), ...sharing.visible])];
  const organizations = await loadAll(
    ctx,
    organizationsById,
    ids.filter((id) => sharing.visible.includes(id)),
  );
  const roles = await ctx.em.execute<{ name: string; label: string }[]>(
    `select r.name, r.label from roles r where r.host = 'support' and exists (
       select from role_permissions p where p.role_id = r.id and p.permission in ${READS}) order by r.id`,
  );
  return {
    organizations: organizations
      .filter((one) => one !== null)
      .map((organization) => withReasons(organization, sharing)),
    supportRoles: roles.map((role) => roleLabel(ctx.locale, role)),
    viewerCanListUsers: canListAccess(ctx.viewer),
    listsEveryUser: ctx.viewer.facts.locationIds === null,
  };
}

const withReasons = (organization: Organization, sharing: Sharing): OrganizationAccess => ({
  organization,
  reasons: REASONS.filter((reason) => sharing[reason] === organization.id),
});

/**
 * The users of an organization that see a patient, as SQL of an account: those whose requests row-level security shows
 * it (`patients.visible`, `patients.location`, and the locations of VIEWER_FACTS), with a role that reads patients.
 */
function seeing({ visible, locationId }: Sharing, orgId: number): (account: string) => string {
  const isThere = (column: string) => (locationId === null ? 'false' : `${column} = ${locationId}`);
  if (!visible.includes(orgId)) return () => 'false';
  return (
    account,
  ) => `${account}.active and exists (select from organizations o where o.id = ${account}.org_id and o.active) and exists (
      select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id where ur.user_id = ${account}.id and rp.permission in ${READS})
    and case ${account}.user_type when 'Organization' then true
      when 'Location' then exists (select from user_locations ul where ul.user_id = ${account}.id and ${isThere('ul.location_id')})
      else exists (select from user_groups ug join org_group_locations gl on gl.group_id = ug.group_id
        where ug.user_id = ${account}.id and ${isThere('gl.location_id')}) end`;
}

/**
 * The organization whose users are listed: the viewer's own, or the one in which support staff acts; of support staff of
 * all organizations that of the patient.
 */
const listedOrganization = ({ viewer }: Context, { owner }: Sharing): number =>
  viewer.isSupport && viewer.actingOrgId === null ? owner : viewer.workOrgId;

/**
 * Returns a page of the users of the viewer's organization who see the patient, by name. Throws NotFound for a patient
 * that the viewer may not see, Forbidden for a viewer who may not list users.
 */
export async function listUsersWithAccess(
  ctx: Context,
  patientId: number,
  args: ListArgs,
): Promise<ConnectionShape<UserAccess>> {
  authorize(canListAccess(ctx.viewer));
  const sharing = await findSharing(ctx, patientId);
  const orgId = listedOrganization(ctx, sharing);
  const within = { $and: [{ orgId }, sqlOf(seeing(sharing, orgId))] };
  const { edges, ...page } = await connection(
    ctx,
    { list: usersList, within },
    { ...args, orderBy: args.orderBy ?? { field: 'name' } },
  );
  const users = await usersOfAccounts(
    ctx,
    edges.map(({ node }) => node),
  );
  const places = await placesOf(
    ctx,
    sharing,
    users.map(({ id }) => id),
  );
  return {
    ...page,
    edges: edges.map(({ cursor }, at) => ({
      cursor,
      node: { user: users[at]!, places: places.get(users[at]!.id) ?? [] },
    })),
  };
}

/** Returns by user the names of the locations or groups by which they see the patient; of users of these types alone. */
async function placesOf(
  { em }: Context,
  { locationId }: Sharing,
  userIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (locationId === null || userIds.length === 0) return new Map();
  const ids = `{${userIds.join(',')}}`;
  const rows = await em.execute<{ userId: number; names: string[] }[]>(
    `select a.id as "userId", case a.user_type
         when 'Location' then array(select l.name from locations l join user_locations ul on ul.location_id = l.id where ul.user_id = a.id and l.id = ?)
         when 'Group' then array(select g.name from org_groups g join user_groups ug on ug.group_id = g.id join org_group_locations gl on gl.group_id = g.id
           where ug.user_id = a.id and gl.location_id = ? order by g.name)
         else '{}' end as names
       from user_accounts a where a.id = any (?)`,
    [locationId, locationId, ids],
  );
  return new Map(rows.map(({ userId, names }) => [userId, names]));
}

/**
 * Returns the users who opened the record of a patient in the last 30 days, the last one first, as far as the viewer may
 * read their lines of the audit log. Throws NotFound for a patient that the viewer may not see, Forbidden for a viewer
 * who may not list users.
 */
export async function readersOf(ctx: Context, patientId: number): Promise<PatientReader[]> {
  authorize(canListAccess(ctx.viewer));
  const { id } = await findPatient(ctx, patientId);
  const rows = await ctx.em.execute<{ userId: number; last: string; times: number }[]>(
    `select l.actor_user_id as "userId", max(l.created_at) as last, count(*)::int as times from audit_log l
      where l.patient_ids @> array[?::int] and l.outcome = 'read' and l.operation = any (?)
        and l.created_at > now() - make_interval(days => ?) and l.actor_user_id is not null
      group by l.actor_user_id order by 2 desc limit ?`,
    [id, `{${OPENS.map((name) => `"${name}"`).join(',')}}`, LATELY.days, LATELY.users],
  );
  const users = await loadAll(
    ctx,
    usersById,
    rows.map(({ userId }) => userId),
  );
  return rows.map(({ last, times }, at) => ({ user: users[at] ?? null, lastOpened: new Date(last), times }));
}
