import { inviteUser } from '../../account/invitations.service.ts';
import { take } from '../../auth/counters.ts';
import { mails } from '../../auth/limits.ts';
import { queueMail } from '../../mail/mail.service.ts';
import type { MailTemplate } from '../../mail/mail-templates.ts';
import { Organization } from '../../organizations/organization.entity.ts';
import { findOrganizations } from '../../organizations/organizations.service.ts';
import type { Country } from '../../shared/address.rules.ts';
import type { Context } from '../../shared/context.ts';
import { type CurrentRow, refuseContradiction, refuseOlder } from '../../shared/conflict.ts';
import { authorize, InvalidInput, refuse, type Refusal } from '../../shared/errors.ts';
import { asks, readForm } from '../../shared/read-form.ts';
import { findVisible } from '../../shared/visible-row.ts';
import { lockStaff, refuseLastAdministrator } from '../acts/last-administrator.ts';
import { refusalsOfAccess, type UserRights } from './user-form-assignments.ts';
import { trustedDomainRefusals } from '../../trusted-domains/trusted-domains.service.ts';
import { emailRefusals, isTakenEmail, TAKEN_EMAIL } from './user-form-email.ts';
import {
  allRoles,
  formOptions,
  organizationFacts,
  placesOfUser,
  roleOfUser,
  type StoredRole,
  type UserFormOptions,
  type UserScope,
} from './user-form-options.ts';
import { canCreateUser, canEditUser, isAdministrator } from './user-form.policy.ts';
import { createUserRules, updateUserRules, type NewUser, type UserType, type UserUpdate } from './user-form.rules.ts';
import { storedChangesOf, insertUser, LOGGED, storeUpdate, type Changes } from './user-form.store.ts';
import { UserAccount } from '../user-account.entity.ts';
import { User } from '../user.entity.ts';
import { canReadUser, canSetUserActive } from '../users.policy.ts';

/** A user as the form shows it. */
export interface UserFormValues extends UserRights {
  version: number;
  firstName: string;
  lastName: string;
  email: string;
  /** Ten digits. */
  phone: string | null;
  country: Country;
  isClinician: boolean;
  notificationType: 'Email' | 'Text';
  twoFactorSmsEnabled: boolean;
}

/** The form of a user: its organization, its values and what the viewer may choose. */
export interface UserFormData {
  organization: Organization;
  values: UserFormValues | null;
  options: UserFormOptions;
}

/** A user to edit, with what the checks need. */
export interface EditedUser {
  account: UserAccount;
  organization: Organization;
  role: StoredRole | null;
  values: UserFormValues;
}

/** A user that several change; null for a viewer who may not read it. */
const currentOf = ({ version }: UserFormValues, row: UserFormValues | null): CurrentRow<UserFormValues | null> => ({
  row,
  version,
  message: 'conflict.user',
});

/**
 * Returns a user that the viewer may edit; throws NotFound for one of another organization and Forbidden for one of
 * the whole organization when the viewer administers a location.
 */
async function findEdited(ctx: Context, userId: number): Promise<EditedUser> {
  const account = await findVisible(ctx, UserAccount, { id: userId }, { refresh: true });
  const [organization, form] = await Promise.all([
    findVisible(ctx, Organization, { id: account.orgId }),
    formOf(ctx, account),
  ]);
  authorize(canEditUser(ctx.viewer, account));
  return { account, organization, ...form };
}

/** Returns the values of a user as the form shows them, and the role. */
async function formOf(ctx: Context, account: UserAccount): Promise<Pick<EditedUser, 'role' | 'values'>> {
  const [role, places] = await Promise.all([roleOfUser(ctx, account.id), placesOfUser(ctx, account.id)]);
  const values: UserFormValues = {
    version: account.version,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    phone: account.phone,
    country: account.country,
    userType: account.userType,
    role: role?.name ?? '',
    locations: places.locations,
    groups: places.groups,
    isClinician: account.isClinician,
    notificationType: account.notificationType,
    twoFactorSmsEnabled: account.twoFactorSmsEnabled,
  };
  return { role, values };
}

/**
 * Returns the account of a user of the own organization, or of any with viewAny.user; throws NotFound for any other. Of
 * users of partner organizations only the name is visible.
 */
export const findReadableUser = (ctx: Context, userId: number): Promise<UserAccount> =>
  findVisible(ctx, UserAccount, { id: userId }, { refresh: true });

/** Returns the account of a user that the viewer may edit; throws as `findEdited`. */
export const findEditableUser = async (ctx: Context, userId: number): Promise<UserAccount> =>
  (await findEdited(ctx, userId)).account;

/** Returns the organization of a new user: the named one, or the viewer's own. Forbidden when the viewer may add none. */
export async function findOrganizationOfNewUser(ctx: Context, organizationId: number | null): Promise<Organization> {
  const organization = await findVisible(ctx, Organization, { id: organizationId ?? ctx.viewer.workOrgId });
  authorize(canCreateUser(ctx.viewer, organization));
  return organization;
}

/** Returns the form of a new user of an organization, by default the viewer's own, in the scope of a list. */
export async function newUserForm(
  ctx: Context,
  organizationId: number | null,
  scope?: UserScope,
): Promise<UserFormData> {
  const organization = await findOrganizationOfNewUser(ctx, organizationId);
  return { organization, values: null, options: await formOptions(ctx, organizationFacts(organization), scope) };
}

/** Returns at most 20 organizations to which the viewer can add users and whose name has every search word, by name. */
export function findFormOrganizations(ctx: Context, search: string): Promise<Organization[]> {
  const { viewer } = ctx;
  const isAny = viewer.can('viewAny.user') && viewer.actingOrgId === null;
  return findOrganizations(ctx, search, isAny ? {} : { id: viewer.workOrgId });
}

/** Returns the form of an existing user. */
export async function userForm(ctx: Context, userId: number): Promise<UserFormData> {
  const { organization, values } = await findEdited(ctx, userId);
  return {
    organization,
    values,
    options: await formOptions(ctx, organizationFacts(organization), 'all', values.locations),
  };
}

/**
 * Runs every check of a new user without writing, and returns the input. `only` names the fields to check; fields that
 * were invalid and not requested are missing.
 */
export async function checkCreateUser(
  ctx: Context,
  organizationId: number | null,
  raw: unknown,
  only?: string[],
): Promise<{ organization: Organization; input: Partial<NewUser> }> {
  const organization = await findOrganizationOfNewUser(ctx, organizationId);
  const input = await readForm(createUserRules, raw, only);
  const refusals = await refusalsOfAccess(ctx, organizationFacts(organization), input, null);
  if (input.email && asks(only, 'email')) {
    refusals.push(...(await trustedDomainRefusals(ctx, organization.id, input.email)));
    refusals.push(...(await emailRefusals(ctx, input.email)));
  }
  refuse(refusals.filter(({ field }) => asks(only, field)));
  return { organization, input };
}

/** Creates a user and sends the invitation; until it is accepted the user has no password and is not verified. */
export async function createUser(ctx: Context, organizationId: number | null, raw: unknown): Promise<User> {
  const { organization, input } = await checkCreateUser(ctx, organizationId, raw);
  const created = input as NewUser;
  const id = await insertUser(ctx, organization, created).catch((error: unknown) => {
    if (isTakenEmail(error)) throw new InvalidInput([TAKEN_EMAIL]);
    throw error;
  });
  await inviteUser(ctx, { id });
  ctx.note({ user: id, changes: storedChangesOf(null, created) });
  return findVisible(ctx, User, { id });
}

/**
 * Runs every check of a changed user without writing. Throws Conflict for an older version, and for an input without a
 * version that contradicts a newer value.
 */
export async function checkUpdateUser(
  ctx: Context,
  userId: number,
  raw: unknown,
  only?: string[],
): Promise<{ edited: EditedUser; input: Partial<UserUpdate>; changes: Changes }> {
  const edited = await findEdited(ctx, userId);
  const input = await readForm(updateUserRules, withCurrent(edited.values, raw), only);
  const current = currentOf(edited.values, edited.values);
  const sent = (raw ?? {}) as object;
  if (asks(only, 'version')) refuseOlder(sent, current);
  const changes = storedChangesOf(edited.values, input);
  if (asks(only, 'version')) await refuseContradiction(ctx, 'users', sent, logged(userId, raw, changes), current);
  const refusals = await refusalsOfAccess(ctx, organizationFacts(edited.organization), input, edited.values);
  refusals.push(...ownAccess(ctx, userId, changes));
  refuse(refusals.filter(({ field }) => asks(only, field)));
  if (asks(only, 'role')) await refuseEndOfAdministration(ctx, edited, input);
  return { edited, input, changes };
}

/**
 * Checks the values that are sent with another `active`, with which they would not be stored. Throws Conflict when the
 * user has changed since they were read; refuses any change. Forbidden for who may not set `active`.
 */
export async function checkSentWithActive(
  ctx: Context,
  userId: number,
  raw: Record<string, unknown>,
): Promise<UserAccount> {
  const account = await findReadableUser(ctx, userId);
  authorize(canSetUserActive(ctx.viewer, account));
  const { values } = await formOf(ctx, account);
  // What is not valid is compared as it was sent. The e-mail address is read-only.
  const valid = await readForm(updateUserRules, withCurrent(values, raw), []);
  const sent = { ...raw, ...valid, email: values.email };
  const changes = storedChangesOf(values, sent);
  const current = currentOf(values, canReadUser(ctx.viewer, account) ? values : null);
  refuseOlder(raw, current);
  const withActive = logged(userId, { ...raw, active: null }, { ...changes, active: [null, null] });
  await refuseContradiction(ctx, 'users', raw, withActive, current);
  if (Object.keys(changes).length > 0)
    refuse([{ field: 'active', code: 'user.active_alone', message: 'user.active_alone' }]);
  return account;
}

/** Names a change as user_changes does. */
const logged = (id: number, raw: unknown, changes: Changes) => {
  const named = (fields: object) => Object.keys(fields).flatMap((field) => LOGGED[field] ?? []);
  const sent = Object.fromEntries(Object.entries(raw ?? {}).filter(([, value]) => value !== undefined));
  return { id, sent: named(sent), different: named(changes) };
};

/** An omitted field stays as it is. Another user type clears role, locations and groups. */
function withCurrent(values: UserFormValues, raw: unknown): Record<string, unknown> {
  const sent = Object.fromEntries(Object.entries(raw ?? {}).filter(([, value]) => value !== undefined));
  const { version: _current, role, locations, groups, ...always } = values;
  const isSameType = sent.userType === undefined || sent.userType === values.userType;
  return { ...always, ...(isSameType && { role, locations, groups }), ...sent };
}

/** What decides which rows a user sees and what they may do with them. */
const ACCESS = ['userType', 'role', 'locations', 'groups'] as const;

/** "No user changes their own role", nor what it applies to. */
const ownAccess = ({ viewer }: Context, userId: number, changes: Changes): Refusal[] =>
  userId === viewer.userId
    ? ACCESS.filter((field) => Object.hasOwn(changes, field)).map((field) => ({
        field,
        code: 'user.own_access',
        message: 'user.own_access',
      }))
    : [];

/** An organization keeps an administrator. */
async function refuseEndOfAdministration(
  ctx: Context,
  { account, role }: EditedUser,
  { role: newRole, userType }: Partial<UserUpdate>,
): Promise<void> {
  const wasAdministrator = account.active && isAdministrator(role, account.userType);
  if (!wasAdministrator || newRole === undefined || userType === undefined) return;
  const given = (await allRoles(ctx)).find(({ name }) => name === newRole) ?? null;
  if (!isAdministrator(given, userType as UserType)) await refuseLastAdministrator(ctx, account, 'role');
}

/** Informs a user of a changed phone or access (requirement A-11). An invited user has none yet. */
async function informOfUpdate(ctx: Context, account: UserAccount, changes: Changes): Promise<void> {
  if (!account.emailVerifiedAt) return;
  const templates: MailTemplate[] = [];
  if (changes.phone) templates.push('phone-changed');
  if (ACCESS.some((field) => changes[field])) templates.push('access-changed');
  await take(ctx, mails(ctx), templates.length);
  for (const template of templates) await queueMail(ctx.em, account.id, template);
}

/** Changes a user. Its version counts the changes. */
export async function updateUser(ctx: Context, userId: number, raw: unknown): Promise<User> {
  const { edited } = await checkUpdateUser(ctx, userId, raw);
  await lockStaff(ctx, edited.account.orgId);
  // Checked again, because another administrator may have changed the user before the lock.
  const { input, changes } = await checkUpdateUser(ctx, userId, raw);
  await storeUpdate(ctx, edited.account, input as UserUpdate, changes);
  await informOfUpdate(ctx, edited.account, changes);
  ctx.note({ user: userId, changes });
  return findVisible(ctx, User, { id: userId }, { refresh: true });
}
