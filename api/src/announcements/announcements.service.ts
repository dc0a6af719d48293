import type { InferType } from 'yup';
import { cleanHtml, isBlank } from '../org-messages/org-messages-html.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { findOrganizations } from '../organizations/organizations.service.ts';
import { Role } from '../roles/role.entity.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { type CurrentRow, refuseContradiction, refuseOlder } from '../shared/conflict.ts';
import { authorize, refuse, type Refusal } from '../shared/errors.ts';
import { columnOf } from '../shared/list-text.ts';
import { fromGlobalId, rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { Announcement } from './announcement.entity.ts';
import { announcementsList } from './announcements.list.ts';
import { canManageAnnouncements } from './announcements.policy.ts';
import { announcementChangeRules, announcementRules } from './announcements.rules.ts';
import type { AnnouncementState } from './announcements.types.ts';

type Written = Pick<
  Announcement,
  'audienceOrgId' | 'audienceRoles' | 'title' | 'body' | 'titleEs' | 'bodyEs' | 'fromDate' | 'untilDate'
>;
const WRITTEN = [
  'audienceOrgId',
  'audienceRoles',
  'title',
  'body',
  'titleEs',
  'bodyEs',
  'fromDate',
  'untilDate',
] as const satisfies readonly (keyof Written)[];

/** Names in an input of what a change can name. */
const SENT = [
  'organizationId',
  'roles',
  'title',
  'body',
  'titleEs',
  'bodyEs',
  'fromDate',
  'untilDate',
  'withdrawn',
] as const;

/** Returns a page of the announcements of all organizations. Refuses unknown columns, conditions, sizes and cursors. */
export const listAnnouncements = (ctx: Context, args: ListArgs): Promise<ConnectionShape<Announcement>> =>
  connection(ctx, announcementsList, args);

/** Returns at most 20 active organizations whose name has every search word, by name; none for an empty search. */
export const findAudiences = async (ctx: Context, search: string): Promise<Organization[]> =>
  search.trim() === '' ? [] : findOrganizations(ctx, search, { active: true });

/** Returns whether users are shown an announcement, by the calendar of the viewer's organization. */
export function announcementStateOf(
  ctx: Context,
  { withdrawnAt, fromDate, untilDate }: Announcement,
): AnnouncementState {
  if (withdrawnAt) return 'withdrawn';
  if (fromDate > ctx.today) return 'scheduled';
  return untilDate !== null && untilDate < ctx.today ? 'over' : 'shown';
}

/** Returns the announcement as it will be stored, with sanitized HTML; refuses what has no text, and an unknown audience. */
async function clean(ctx: Context, form: InferType<typeof announcementRules>): Promise<Written> {
  const { organizationId, roles, ...texts } = form;
  const written = { ...texts, body: cleanHtml(texts.body), bodyEs: texts.bodyEs && cleanHtml(texts.bodyEs) };
  const audienceRoles = [...new Set(roles)].sort();
  const refusals: Refusal[] = (['body', 'bodyEs'] as const)
    .filter((field) => written[field] !== null && isBlank(written[field]))
    .map((field) => ({ field, code: 'announcement.empty', message: 'announcement.empty' }));
  const known = await ctx.em.find(Role, { name: { $in: audienceRoles } });
  if (known.length < audienceRoles.length) refusals.push({ field: 'roles', code: 'invalid', message: 'invalid' });
  const audienceOrgId = organizationId === null ? null : idOf(organizationId);
  if (audienceOrgId !== null && !(await ctx.em.findOne(Organization, { id: audienceOrgId })))
    refusals.push({ field: 'organizationId', code: 'invalid', message: 'invalid' });
  refuse(refusals);
  return { ...written, audienceOrgId, audienceRoles };
}

/** Returns the integer of the id of an organization; 0, which no organization has, for anything else. */
function idOf(organizationId: string): number {
  if (/^\d{1,9}$/.test(organizationId)) return Number(organizationId);
  const global = fromGlobalId(organizationId);
  return global?.type === 'Organization' ? global.id : 0;
}

/** Runs every check of a new announcement without writing; returns it as it will be stored. */
export async function checkCreateAnnouncement(ctx: Context, raw: unknown): Promise<Written> {
  authorize(canManageAnnouncements(ctx.viewer));
  return clean(ctx, await validate(announcementRules, raw));
}

const AUDIENCE = `select count(*)::int as users from user_accounts u join organizations o on o.id = u.org_id
   where u.active and o.active and coalesce(u.org_id = ?, true)
     and (? or exists (select from user_roles m join roles r on r.id = m.role_id where m.user_id = u.id and r.name = any (?::text[])))`;

/** Returns the number of active users that an announcement concerns. */
export async function countAudience(
  ctx: Context,
  { audienceOrgId, audienceRoles }: Pick<Announcement, 'audienceOrgId' | 'audienceRoles'>,
): Promise<number> {
  const roles = `{${audienceRoles.map((role) => JSON.stringify(role)).join(',')}}`;
  const [counted] = await ctx.em.execute<{ users: number }[]>(AUDIENCE, [
    audienceOrgId,
    audienceRoles.length === 0,
    roles,
  ]);
  return counted!.users;
}

/** Returns the new announcement. A trigger notifies the pages of the users it concerns. */
export async function createAnnouncement(ctx: Context, raw: unknown): Promise<Announcement> {
  const written = await checkCreateAnnouncement(ctx, raw);
  const { orgId, userId } = ctx.viewer;
  const announcement = ctx.em.create(Announcement, {
    ...written,
    version: 1,
    withdrawnAt: null,
    createdByOrgId: orgId,
    createdById: userId,
    createdAt: ctx.app.now(),
  });
  await ctx.em.flush();
  return announcement;
}

/** An announcement and the columns that a change gives another value. */
interface Change {
  announcement: Announcement;
  changed: Partial<Written & Pick<Announcement, 'withdrawnAt'>>;
}

/**
 * Runs every check of a change without writing. A field that is omitted stays. Throws Conflict for an older
 * version, and for an input without a version that contradicts a newer value.
 */
export async function checkUpdateAnnouncement(
  ctx: Context,
  { announcementId, ...raw }: { announcementId: string } & Record<string, unknown>,
): Promise<Change> {
  const id = rowId('Announcement', announcementId);
  const announcement = await findVisible(ctx, Announcement, { id }, { refresh: true });
  authorize(canManageAnnouncements(ctx.viewer));
  const { version, audienceOrgId, audienceRoles } = announcement;
  const current: CurrentRow<Announcement> = { row: announcement, version, message: 'conflict.announcement' };
  refuseOlder(raw, current);
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));
  const before = { ...announcement, organizationId: audienceOrgId && String(audienceOrgId), roles: audienceRoles };
  const { withdrawn, ...form } = await validate(announcementChangeRules, { ...before, withdrawn: null, ...given });
  const written = await clean(ctx, form);
  const changed: Change['changed'] = Object.fromEntries(
    WRITTEN.filter((name) => JSON.stringify(written[name]) !== JSON.stringify(announcement[name])).map((name) => [
      name,
      written[name],
    ]),
  );
  if (typeof withdrawn === 'boolean' && withdrawn !== (announcement.withdrawnAt !== null))
    changed.withdrawnAt = withdrawn ? ctx.app.now() : null;
  const change = {
    id,
    sent: SENT.filter((name) => given[name] !== undefined),
    different: Object.keys(changed).map(columnOf),
  };
  await refuseContradiction(ctx, 'announcements', raw, change, current);
  return { announcement, changed };
}

/**
 * Changes an announcement, and withdraws it or undoes that. Users who have read it are not shown it again. The audit
 * line has each changed field with its value before and after.
 */
export async function updateAnnouncement(
  ctx: Context,
  input: { announcementId: string } & Record<string, unknown>,
): Promise<Announcement> {
  const { id } = await findVisible(ctx, Announcement, { id: rowId('Announcement', input.announcementId) });
  authorize(canManageAnnouncements(ctx.viewer));
  // Locked first: of two changes at the same time the second sees the version of the first.
  await ctx.em.execute('select from announcements where id = ? for update', [id]);
  const { announcement, changed } = await checkUpdateAnnouncement(ctx, input);
  const names = Object.keys(changed) as (keyof Change['changed'])[];
  if (names.length === 0) return announcement;
  ctx.note({
    announcement: announcement.id,
    changes: Object.fromEntries(names.map((name) => [name, [announcement[name], changed[name]]])),
  });
  Object.assign(announcement, changed);
  announcement.version += 1;
  await ctx.em.flush();
  return announcement;
}
