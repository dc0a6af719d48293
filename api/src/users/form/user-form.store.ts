import { sql } from 'kysely';
import { write } from '../../db/write.ts';
import type { Organization } from '../../organizations/organization.entity.ts';
import type { Context } from '../../shared/context.ts';
import type { UserAccount } from '../user-account.entity.ts';
import type { NewUser, UserUpdate } from './user-form.rules.ts';

/** The changed fields of a user, each with its values before and after, for the audit line. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** Fields of the form that are stored, and so can change. */
const STORED = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'country',
  'userType',
  'role',
  'locations',
  'groups',
  'isClinician',
  'notificationType',
] as const;

/** Names of these fields, and of `active`, in user_changes. The e-mail address is not changed here. */
export const LOGGED: Record<string, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  country: 'country',
  userType: 'user_type',
  role: 'roles',
  locations: 'locations',
  groups: 'groups',
  isClinician: 'is_clinician',
  notificationType: 'notification_type',
  active: 'active',
};

type Stored = Partial<Record<(typeof STORED)[number], unknown>>;

const comparable = (value: unknown) => (Array.isArray(value) ? value.toSorted((a, b) => a - b).join() : value);

/** Returns what an input changes. A field that is missing or null, except the phone number, stays as it is. */
export function storedChangesOf(before: Stored | null, input: Stored): Changes {
  const changes: Changes = {};
  for (const field of STORED) {
    const after = input[field];
    if (after === undefined || (after === null && (field !== 'phone' || !before))) continue;
    const now = before?.[field] ?? null;
    if (comparable(now) !== comparable(after)) changes[field] = [now, after];
  }
  return changes;
}

const list = (ids: readonly number[]) => `{${ids.join()}}`;

/** Adds a user with their role, locations and groups; returns the id. */
export const insertUser = async (ctx: Context, organization: Organization, input: NewUser): Promise<number> =>
  (await insertUsers(ctx, organization, [input]))[0]!;

/** Adds users with their roles, locations and groups, in a few statements; returns their ids in the same order. */
export async function insertUsers(
  { em }: Context,
  organization: Organization,
  inputs: readonly NewUser[],
): Promise<number[]> {
  // Drawn first: staff of a location does not see the row until its location is stored.
  const drawn = await em.execute<{ id: number }[]>(
    `select nextval(pg_get_serial_sequence('users', 'id'))::int as id from generate_series(1, ?::int)`,
    [inputs.length],
  );
  const ids = drawn.map(({ id }) => id);
  const users = inputs.map((input, index) => ({
    ...input,
    id: ids[index],
    phone: input.phone ?? null,
    country: input.country ?? 'US',
    isClinician: input.isClinician ?? true,
    notificationType: input.notificationType ?? 'Email',
  }));
  const values = JSON.stringify(users);
  await em.execute(
    `insert into users (id, org_id, email, first_name, last_name, phone, country, user_type, locale, is_clinician, notification_type)
     select u.id, ?, u.email, u."firstName", u."lastName", u.phone, u.country, u."userType", ?, u."isClinician", u."notificationType"
       from jsonb_to_recordset(?::jsonb) as u (id int, email text, "firstName" text, "lastName" text, phone text,
         country text, "userType" text, "isClinician" boolean, "notificationType" text)`,
    [organization.id, organization.locale, values],
  );
  for (const [table, column, list] of PLACES)
    if (inputs.some((input) => input[list].length > 0))
      await em.execute(
        `insert into ${table} (org_id, user_id, ${column})
         select ?, u.id, place::int from jsonb_to_recordset(?::jsonb) as u (id int, ${list} jsonb),
           jsonb_array_elements_text(u.${list}) place on conflict do nothing`,
        [organization.id, values],
      );
  await em.execute(
    `insert into user_roles (org_id, user_id, role_id)
     select ?, u.id, r.id from jsonb_to_recordset(?::jsonb) as u (id int, role text) join roles r on r.name = u.role`,
    [organization.id, values],
  );
  return ids;
}

/** Where the locations and groups of a user are stored. */
const PLACES = [
  ['user_locations', 'location_id', 'locations'],
  ['user_groups', 'group_id', 'groups'],
] as const;

interface Places {
  locations?: readonly number[];
  groups?: readonly number[];
}
type Key = Pick<UserAccount, 'id' | 'orgId'>;

async function addPlaces({ em }: Context, { id, orgId }: Key, { locations = [], groups = [] }: Places): Promise<void> {
  if (locations.length > 0)
    await em.execute(
      // Only what is new: a location that was closed since keeps its users, and takes no others.
      `insert into user_locations (org_id, user_id, location_id)
         select ?, ?, l from unnest(?::int[]) l where not exists (select from user_locations k where k.user_id = ? and k.location_id = l)
         on conflict do nothing`,
      [orgId, id, list(locations), id],
    );
  if (groups.length > 0)
    await em.execute(
      'insert into user_groups (org_id, user_id, group_id) select ?, ?, unnest(?::int[]) on conflict do nothing',
      [orgId, id, list(groups)],
    );
}

/** Removes the places of a user that are not in the lists. */
async function keepPlaces({ em }: Context, { id }: Key, { locations, groups }: Places): Promise<void> {
  if (locations)
    await write(em)
      .deleteFrom('user_locations')
      .where('user_id', '=', id)
      .where('location_id', '<>', sql<number>`all (${locations})`)
      .execute();
  if (groups)
    await write(em)
      .deleteFrom('user_groups')
      .where('user_id', '=', id)
      .where('group_id', '<>', sql<number>`all (${groups})`)
      .execute();
}

const addRole = ({ em }: Context, { id, orgId }: Key, role: string) =>
  em.execute('insert into user_roles (org_id, user_id, role_id) select ?, ?, r.id from roles r where r.name = ?', [
    orgId,
    id,
    role,
  ]);

/** Stores the changes of a user, and counts them as one. */
export async function storeUpdate(ctx: Context, user: UserAccount, input: UserUpdate, changes: Changes): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await write(ctx.em)
    .updateTable('users')
    .set((eb) => ({
      first_name: input.firstName,
      last_name: input.lastName,
      phone: input.phone ?? null,
      country: input.country ?? user.country,
      user_type: input.userType,
      is_clinician: input.isClinician ?? user.isClinician,
      notification_type: input.notificationType ?? user.notificationType,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', user.id)
    .execute();
  const { locations, groups } = changes;
  const places = { locations: locations && input.locations, groups: groups && input.groups };
  // First what is new: staff of a location sees the user by one of its locations.
  await addPlaces(ctx, user, places);
  if (changes.role) {
    await write(ctx.em).deleteFrom('user_roles').where('user_id', '=', user.id).execute();
    await addRole(ctx, user, input.role);
  }
  await keepPlaces(ctx, user, places);
}
