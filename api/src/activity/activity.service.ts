import type { Context } from '../shared/context.ts';
import { connection, newestFirst, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import { authorize } from '../shared/errors.ts';
import { Patient } from '../patients/patient.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import type { ListSource } from '../shared/list.ts';
import { loadAll } from '../shared/load-all.ts';
import { findAccount } from '../users/users.service.ts';
import type { User } from '../users/user.entity.ts';
import type { ActivityLine } from './activity-line.entity.ts';
import { activityList, activityOf, userChangesOf, loginsOf } from './activity.list.ts';
import { canReadLogs } from './activity.policy.ts';
import type { Login } from './login.entity.ts';
import type { UserChange } from './user-change.entity.ts';

/** "Audit log: 25 per page, sort created_at descending" (document 001, section 9); the other logs are read the same way. */
export const LOG_PAGE = 25;

/**
 * Returns a user whose logs the viewer may read. Throws NotFound for a user that the viewer may not see, Forbidden
 * without the permission.
 */
export async function findLoggedUser(ctx: Context, id: string): Promise<User> {
  const { user, account } = await findAccount(ctx, id);
  authorize(canReadLogs(ctx.viewer, account));
  return user;
}

async function listOf<T extends object>(
  ctx: Context,
  userId: string,
  args: ListArgs,
  source: (user: User) => ListSource<T>,
): Promise<ConnectionShape<T>> {
  return connection(ctx, source(await findLoggedUser(ctx, userId)), newestFirst(args, LOG_PAGE));
}

/** Returns a page of a user's sign-ins, newest first. */
export const listLogins = (ctx: Context, userId: string, args: ListArgs): Promise<ConnectionShape<Login>> =>
  listOf(ctx, userId, args, loginsOf);

/** Returns a page of what was done to a user, newest first. */
export const listChanges = (ctx: Context, userId: string, args: ListArgs): Promise<ConnectionShape<UserChange>> =>
  listOf(ctx, userId, args, userChangesOf);

/** States the patients of the lines that the viewer may see. They are read with one query for the page. */
async function statingPatients(ctx: Context, page: ConnectionShape<ActivityLine>) {
  await Promise.all(page.edges.map(({ node }) => propertiesOf(ctx, node)));
  return page;
}

/** Returns a page of what a user did, newest first. */
export const listActivity = async (
  ctx: Context,
  userId: string,
  args: ListArgs,
): Promise<ConnectionShape<ActivityLine>> => statingPatients(ctx, await listOf(ctx, userId, args, activityOf));

/** Returns a page of what all users did, newest first. */
export const listEveryActivity = async (ctx: Context, args: ListArgs): Promise<ConnectionShape<ActivityLine>> =>
  statingPatients(ctx, await connection(ctx, activityList, newestFirst(args, LOG_PAGE)));

/** Returns for each id whether the viewer may see the patient, in the order of the ids. For `ctx.loader`. */
export async function visiblePatients({ em, viewer }: Context, ids: readonly number[]): Promise<boolean[]> {
  if (!canReadPatients(viewer)) return ids.map(() => false);
  const found = await em.find(Patient, { id: { $in: [...ids] } }, { fields: ['id'] });
  const visible = new Set(found.map(({ id }) => id));
  return ids.map((id) => visible.has(id));
}

/** Returns the details of a line as `propertiesOf`, for a file: its own line has no ids of patients (decisions/038). */
export async function filedProperties(ctx: Context, line: ActivityLine): Promise<Record<string, unknown>> {
  const seen = await loadAll(ctx, visiblePatients, line.patientIds);
  const isHidden = seen.includes(false);
  const details = Object.entries(line.properties).map(([name, value]) => [name, isHidden ? null : value]);
  return {
    ...Object.fromEntries(details),
    ...(line.patientIds.length > 0 && { patients: isHidden ? null : line.patientIds }),
  };
}

/**
 * Returns the details of a line with the ids of its patients: the names of all of them, and the values only when the
 * viewer may see each patient of the line. A hidden value is null. States the patients that it shows.
 */
export async function propertiesOf(ctx: Context, line: ActivityLine): Promise<Record<string, unknown>> {
  const seen = await loadAll(ctx, visiblePatients, line.patientIds);
  ctx.shows(line.patientIds.filter((_id, at) => seen[at]));
  return filedProperties(ctx, line);
}
