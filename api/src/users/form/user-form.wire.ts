import { organizationsById } from '../../organizations/organizations.service.ts';
import { referenceToRest } from '../../organizations/organizations.wire.ts';
import { showingConflict } from '../../rest/conflict.ts';
import { roleLabel } from '../../roles/role-label.ts';
import type { Context } from '../../shared/context.ts';
import { refuse, renameRefusals, type Refusal } from '../../shared/errors.ts';
import { flagOf } from '../../shared/flag.ts';
import type { UserAccount } from '../user-account.entity.ts';
import { allRoles, placesNamed, roleOfUser } from './user-form-options.ts';
import { USER_TYPES, type UserType } from './user-form.rules.ts';
import type { UserFormValues } from './user-form.service.ts';

/** Names of the form's fields in REST bodies. */
const FIELDS: Record<string, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  confirmEmail: 'confirm_email',
  phone: 'phone',
  country: 'country',
  userType: 'user_type',
  role: 'roles',
  locations: 'roleLocations',
  groups: 'roleGroups',
  isClinician: 'is_clinician',
  notificationType: 'notification_type',
  version: 'version',
};
/** The same of the page's form "Edit Password". */
const PASSWORD_FIELDS: Record<string, string> = {
  currentPassword: 'current_password',
  password: 'password',
  passwordConfirmation: 'password_confirmation',
};
/** The same of the acts on a user. */
const ACT_FIELDS: Record<string, string> = { userId: 'id' };
const FIELDS_FROM_REST = Object.fromEntries(
  Object.entries({ ...FIELDS, ...PASSWORD_FIELDS }).map(([ours, wire]) => [wire, ours]),
);

/** What existing clients send with the user and this form does not read: labels, flags of the page, the password pair. */
const IGNORED = new Set([
  'org_name',
  'org',
  'name',
  'role',
  'location',
  'status',
  'org_location_id',
  'org_group_id',
  'locationsChanged',
  'groupsChanged',
  'roleChanged',
  'userTypeChanged',
  'current_password',
  'password',
  'password_confirmation',
  'resend_email',
  'unlock',
]);

/**
 * What only other operations change: sent back with its value of now, or refused. The values are those of a new user.
 * Another `active` of an existing user is such an operation itself (user-form.routes.ts).
 */
const READ_ONLY: Record<string, unknown> = {
  id: null,
  active: true,
  locked: false,
  email_verified_at: null,
  two_factor_app_enabled: false,
  two_factor_sms_enabled: false,
  has_api: false,
  last_successful_login: null,
  created: null,
  mvc_settings: { enabled: false },
};

/** Returns `active` of a body, 1 or 0; null for a body without it, or with what is neither. */
export const activeIn = ({ active }: Record<string, unknown>): boolean | null => flagOf(active);

const present = (value: unknown) => value !== undefined && value !== null && value !== '';
/** 1 and true are the same, and so are an absent value and null. */
const plain = (value: unknown): string =>
  JSON.stringify(present(value) ? value : null, (_key, one: unknown) => (typeof one === 'boolean' ? Number(one) : one));

/** Refuses unknown fields, and fields that differ from what other operations keep. `now`: the user; null for a new one. */
export function refuseForeignUserFields(body: Record<string, unknown>, now: Record<string, unknown> | null): void {
  const refusals: Refusal[] = [];
  for (const [field, value] of Object.entries(body)) {
    const current = now ? now[field] : READ_ONLY[field];
    if (field === 'org_id' || field === 'email') {
      const same = plain(value).toLowerCase() === plain(current).toLowerCase();
      if (now && present(value) && !same) refusals.push({ field, code: 'user.read_only', message: 'user.read_only' });
    } else if (Object.hasOwn(READ_ONLY, field)) {
      if (now && field === 'active' && activeIn(body) !== null) continue;
      if (present(value) && plain(value) !== plain(current))
        refusals.push({ field, code: 'user.read_only', message: 'user.read_only' });
    } else if (!Object.hasOwn(FIELDS_FROM_REST, field) && !IGNORED.has(field))
      refusals.push({ field, code: 'unknown_field', message: 'unknown_field' });
  }
  refuse(refusals);
}

const idOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && 'id' in value ? value.id : value;
/** [{id}] or [id] as ids; anything else stays as it is, and fails as a wrong type. */
const idsOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one: unknown) => Number(idOf(one))) : value;

/** A user type by its name, its id, or an object with one of them. */
function typeOf(value: unknown): unknown {
  if (value !== null && typeof value === 'object') {
    const { name, id } = value as { name?: unknown; id?: unknown };
    return name ?? typeOf(id);
  }
  return typeof value === 'number' ? USER_TYPES[value - 1] : value;
}

/** Returns the name of the first of `roles`; an unknown id stays as it is, and is refused as unknown. */
async function roleNameOf(ctx: Context, roles: unknown): Promise<unknown> {
  const [first] = Array.isArray(roles) ? (roles as unknown[]) : [roles];
  const id = idOf(first);
  if (id === undefined || id === null) return id;
  return (await allRoles(ctx)).find((role) => role.id === Number(id))?.name ?? String(id as string | number);
}

/** Maps the documented user object to service input. Absent fields stay absent. */
export async function userFromRest(ctx: Context, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const sent = Object.fromEntries(
    Object.entries(FIELDS)
      .filter(([, wire]) => body[wire] !== undefined)
      .map(([ours, wire]) => [ours, body[wire]]),
  );
  if ('role' in sent) sent.role = await roleNameOf(ctx, sent.role);
  if ('userType' in sent) sent.userType = typeOf(sent.userType);
  for (const list of ['locations', 'groups']) if (list in sent) sent[list] = idsOf(sent[list]);
  return sent;
}

/** Returns the new password of a body with the current one; null when either of the pair is empty (section 5). */
export function passwordIn(body: Record<string, unknown>): Record<string, unknown> | null {
  if (!present(body.password) || !present(body.password_confirmation)) return null;
  return Object.fromEntries(Object.entries(PASSWORD_FIELDS).map(([ours, wire]) => [ours, body[wire]]));
}

/** Names of a validate-only request; `*` means every field, and a field of an entry for the list. */
export const userFieldsFromRest = (only: string[] | undefined): string[] | undefined =>
  only?.includes('*') ? undefined : only?.map((name) => FIELDS_FROM_REST[name.split('.')[0]!] ?? name);

/** Runs a service and reports its refusals under the documented names. */
export const documentedUser = <T>(work: () => Promise<T>): Promise<T> =>
  renameRefusals(
    () => showingConflict(work, conflictToRest),
    (refusal) => {
      const [field, ...rest] = refusal.field.split('.');
      return {
        ...refusal,
        field: [FIELDS[field!] ?? PASSWORD_FIELDS[field!] ?? ACT_FIELDS[field!] ?? field, ...rest].join('.'),
      };
    },
  );

const conflictToRest = (values: UserFormValues | null): Record<string, unknown> | null =>
  values &&
  Object.fromEntries(
    Object.entries(values)
      .filter(([ours]) => ours in FIELDS)
      .map(([ours, value]) => [FIELDS[ours]!, Array.isArray(value) ? value.map((id) => ({ id })) : value]),
  );

/** A user type with its id in REST. */
export const typeToRest = (type: UserType) => ({ id: USER_TYPES.indexOf(type) + 1, name: type });

/** Returns the documented fields of a user (document 001, section 3), and those of the user's page. */
export async function userToRest(ctx: Context, account: UserAccount): Promise<Record<string, unknown>> {
  const [organization, role, { locations, groups, primary }] = await Promise.all([
    ctx.loader(organizationsById).load(account.orgId),
    roleOfUser(ctx, account.id),
    placesNamed(ctx, account),
  ]);
  const place = account.userType === 'Group' ? groups[0] : locations[0];
  const location = locations[0] ?? primary;
  return {
    id: account.id,
    name: account.email,
    org_id: account.orgId,
    org_name: organization?.name ?? null,
    org: { ...referenceToRest(organization), primary_location_id: primary?.id ?? null },
    country: account.country,
    roles: role ? [{ id: role.id, name: role.name, label: roleLabel(ctx.locale, role) }] : [],
    role: role && roleLabel(ctx.locale, role),
    user_type: {
      ...typeToRest(account.userType),
      pivot: account.userType === 'Organization' ? null : { accessible_id: place?.id ?? null },
    },
    org_group_id: groups[0]?.id ?? null,
    org_location_id: locations[0]?.id ?? null,
    location: location ?? null,
    first_name: account.firstName,
    last_name: account.lastName,
    phone: account.phone,
    email: account.email,
    is_clinician: account.isClinician,
    notification_type: account.notificationType,
    roleGroups: groups.map(({ id, name }) => ({ id, group_name: name })),
    roleLocations: locations.map(({ id, name }) => ({ id, name })),
    mvc_settings: { enabled: account.mvcEnabled },
    two_factor_sms_enabled: account.twoFactorSmsEnabled,
    two_factor_app_enabled: account.twoFactorAppEnabled,
    locked: Number(account.locked),
    active: Number(account.active),
    email_verified_at: account.emailVerifiedAt,
    has_api: account.hasApi,
    last_successful_login: account.lastSuccessfulLogin,
    created: account.createdAt,
    version: account.version,
  };
}
