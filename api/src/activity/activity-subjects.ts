import { Location } from '../locations/location.entity.ts';
import { machinesById } from '../machines/machines.service.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { rowOfEach } from '../shared/list.ts';
import { loadAll } from '../shared/load-all.ts';
import { translate } from '../shared/messages.ts';
import { usersById } from '../users/users.service.ts';
import type { ActivityLine } from './activity-line.entity.ts';

/** Users that a sentence names; of more it has the number. */
const MAX_NAMES = 3;

/** The details of a line as the viewer may see them: null for a hidden one. */
export type Details = Readonly<Record<string, unknown>>;

/** The values of a sentence; empty for what the line does not name. */
export interface Subjects {
  user: string;
  users: string;
  organization: string;
  location: string;
  /** The patients and the device, behind the sentence. */
  others: string[];
}

async function locationsById({ em }: Context, ids: readonly number[]): Promise<(Location | null)[]> {
  const locations = await em.find(Location, { id: { $in: [...ids] } });
  return rowOfEach(ids, locations, ({ id }) => id);
}

/** Returns the ids of one type that a line names: in the detail with its name, or among the rows of the answer. */
function idsOf(details: Details, detail: string, type: string): number[] {
  const noted = details[detail];
  if (typeof noted === 'number') return [noted];
  const rows = Array.isArray(details.subjects) ? details.subjects.map(String) : [];
  return rows.filter((row) => row.startsWith(`${type}:`)).map((row) => Number(row.slice(type.length + 1)));
}

const numbersOf = (value: unknown): number[] | null =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : null;

/** Returns the names of users; of one whose name the viewer may not see, the id. */
async function namesOf(ctx: Context, ids: readonly number[]): Promise<string[]> {
  const users = await loadAll(ctx, usersById, ids);
  return users.map((user, at) =>
    user ? `${user.firstName} ${user.lastName}` : translate(ctx.locale, 'activity.user', { id: ids[at]! }),
  );
}

async function manyOf(ctx: Context, details: Details): Promise<string> {
  const ids = numbersOf(details.users) ?? idsOf(details, '', 'User');
  if (ids.length > MAX_NAMES) return translate(ctx.locale, 'activity.users', { count: ids.length });
  return ids.length === 0 ? translate(ctx.locale, 'activity.some_users') : (await namesOf(ctx, ids)).join(', ');
}

/** Returns the patients of a line by number: how many when there are several. */
function patientsOf({ locale }: Context, { patientIds }: ActivityLine, details: Details): string[] {
  if (patientIds.length === 0) return [];
  if (details.patients === null) return [translate(locale, 'activity.hidden_patients')];
  const [id] = patientIds;
  return patientIds.length === 1
    ? [translate(locale, 'activity.patient', { id: id! })]
    : [translate(locale, 'activity.patients', { count: patientIds.length })];
}

/** Returns the persons and objects that a line names, by name. Rows that many lines name are read in one query. */
export async function subjectsOf(ctx: Context, line: ActivityLine, details: Details): Promise<Subjects> {
  const [userId] = idsOf(details, 'user', 'User');
  const [organizationId] = idsOf(details, 'organization', 'Organization');
  const [locationId] = idsOf(details, 'location', 'Location');
  const [machineId] = idsOf(details, 'machine', 'Machine');
  const [user, users, organization, location, machine] = await Promise.all([
    userId === undefined ? [translate(ctx.locale, 'activity.a_user')] : namesOf(ctx, [userId]),
    manyOf(ctx, details),
    organizationId === undefined ? null : ctx.loader(organizationsById).load(organizationId),
    locationId === undefined ? null : ctx.loader(locationsById).load(locationId),
    machineId === undefined ? null : ctx.loader(machinesById).load(machineId),
  ]);
  return {
    user: user[0]!,
    users,
    organization: organization?.name ?? String(organizationId ?? ''),
    location: location?.name ?? String(locationId ?? ''),
    others: [
      ...patientsOf(ctx, line, details),
      ...(machine ? [translate(ctx.locale, 'activity.machine', { serial: machine.serial })] : []),
    ],
  };
}
