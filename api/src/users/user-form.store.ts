import type { Organization } from '../organizations/organization.entity.ts';
import type { Context } from '../shared/context.ts';
import type { UserAccount } from './user-account.entity.ts';
import type { NewUser, UserUpdate } from './user-form.rules.ts';

/** The changed fields of a user, each with its values before and after, for the audit line. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** Fields of the form that are stored, and so can change. */
const STORED = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'userType',
  'role',
  'locations',
  'groups',
  'isClinician',
  'notificationType',
] as const;

type Stored = Partial<Record<(typeof STORED)[number], unknown>>;

const comparable = (value: unknown) => (Array.isArray(value) ? value.toSorted((a, b) => a - b).join() : value);

/** Returns what an input changes. A field that is missing or null, except the phone number, stays as it is. */
export function changesOf(before: Stored | null, input: Stored): Changes {
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
export async function insertUser(ctx: Context, organization: Organization, input: NewUser): Promise<number> {
  const { em } = ctx;
  // Drawn first: staff of a location does not see the row until its location is stored.
  const [drawn] = await em.execute<{ id: number }[]>(
    `select nextval(pg_get_serial_sequence('users', 'id'))::int as id`,
  );
  const { id } = drawn!;
  await em.execute(
    `insert into users (id, org_id, email, first_name, last_name, phone, user_type, locale, is_clinician, notification_type)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      id,
      organization.id,
      input.email,
      input.firstName,
      input.lastName,
      input.phone ?? null,
      input.userType,
      organization.locale,
      input.isClinician ?? true,
      input.notificationType ?? 'Email',
    ],
  );
  const user = { id, orgId: organization.id };
  await addPlaces(ctx, user, { locations: input.locations, groups: input.groups });
  await addRole(ctx, user, input.role);
  return id;
}

interface Places {
  locations?: readonly number[];
  groups?: readonly number[];
}
type Key = Pick<UserAccount, 'id' | 'orgId'>;

async function addPlaces({ em }: Context, { id, orgId }: Key, { locations = [], groups = [] }: Places): Promise<void> {
  if (locations.length > 0)
    await em.execute(
      'insert into user_locations (org_id, user_id, location_id) select ?, ?, unnest(?::int[]) on conflict do nothing',
      [orgId, id, list(locations)],
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
    await em.execute('delete from user_locations where user_id = ? and location_id <> all (?::int[])', [
      id,
      list(locations),
    ]);
  if (groups)
    await em.execute('delete from user_groups where user_id = ? and group_id <> all (?::int[])', [id, list(groups)]);
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
  await ctx.em.execute(
    `update users set first_name = ?, last_name = ?, phone = ?, user_type = ?, is_clinician = ?, notification_type = ?,
       version = version + 1 where id = ?`,
    [
      input.firstName,
      input.lastName,
      input.phone ?? null,
      input.userType,
      input.isClinician ?? user.isClinician,
      input.notificationType ?? user.notificationType,
      user.id,
    ],
  );
  const { locations, groups } = changes;
  const places = { locations: locations && input.locations, groups: groups && input.groups };
  // First what is new: staff of a location sees the user by one of its locations.
  await addPlaces(ctx, user, places);
  if (changes.role) {
    await ctx.em.execute('delete from user_roles where user_id = ?', [user.id]);
    await addRole(ctx, user, input.role);
  }
  await keepPlaces(ctx, user, places);
}
