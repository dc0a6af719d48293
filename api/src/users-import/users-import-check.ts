import { setImmediate } from 'node:timers/promises';
import type { Organization } from '../organizations/organization.entity.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import type { MessageKey } from '../shared/messages.ts';
import { validate } from '../shared/validate.ts';
import { UNTRUSTED, untrustedAmong } from '../trusted-domains/trusted-domains.service.ts';
import { TAKEN_EMAIL, takenAmongLimited } from '../users/form/user-form-email.ts';
import { allRoles, organizationFacts, type StoredRole } from '../users/form/user-form-options.ts';
import { roleRefusal } from '../users/form/user-form.policy.ts';
import { createUserRules, type NewUser } from '../users/form/user-form.rules.ts';
import { USER_COLUMNS, userTypeOf, type Column } from './users-import-columns.ts';
import type { FileRow, RowError } from './users-import-table.ts';
import { placeFinder } from './users-import-places.ts';

/** A row after every check: the new user, or the reasons why there is none. */
export interface CheckedRow extends FileRow {
  input: NewUser | null;
}

/** Rows that are validated before other requests have a turn. */
const AT_ONCE = 100;

const COLUMN_OF: Record<string, Column> = {
  ...Object.fromEntries(Object.entries(USER_COLUMNS).map(([column, field]) => [field, column])),
  confirmEmail: 'email',
};

/** Returns the role that a cell names: by its name, or by its label among the roles of the row's user type. */
function roleNamed(roles: readonly StoredRole[], cell: string, userType: string): StoredRole | undefined {
  const text = cell.toLowerCase();
  const labeled = roles.filter(({ label }) => label.toLowerCase() === text);
  return roles.find(({ name }) => name === text) ?? labeled.find((role) => role.userType === userType) ?? labeled.at(0);
}

/** Returns the errors of the rules of the form, by column: one for each. */
async function validated(raw: object): Promise<{ input: NewUser | null; errors: RowError[] }> {
  try {
    return { input: await validate(createUserRules, raw), errors: [] };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const errors = error.refusals.map(({ field, message, values }) => ({
      attribute: COLUMN_OF[field.split('.')[0]!] ?? field,
      message,
      values,
    }));
    return { input: null, errors };
  }
}

/** Each column has its first error only, in the order of the columns. */
function firstOfEach(errors: readonly RowError[]): RowError[] {
  const names = Object.keys(USER_COLUMNS);
  const first = new Map<string, RowError>();
  for (const error of errors) if (!first.has(error.attribute)) first.set(error.attribute, error);
  return [...first.values()].toSorted((one, other) => names.indexOf(one.attribute) - names.indexOf(other.attribute));
}

/**
 * Runs every check of the form of a user on each row, with the same rules and policies, and a few statements for all of
 * them. Throws TooMany when too many rows name accounts that the viewer does not see. `takenOf` finds the addresses of
 * existing accounts.
 */
export async function checkRows(
  ctx: Context,
  organization: Organization,
  rows: readonly FileRow[],
  takenOf: typeof takenAmongLimited = takenAmongLimited,
): Promise<CheckedRow[]> {
  const facts = organizationFacts(organization);
  const [roles, placesOf] = await Promise.all([allRoles(ctx), placeFinder(ctx, organization.id, rows)]);
  const refusalOf = new Map(roles.map((role) => [role.name, roleRefusal(ctx.viewer, role, facts)]));
  // Two organizations' roles may have one label, so only those of this one are found by it.
  const ofOrganization = roles.filter(({ name }) => refusalOf.get(name) !== 'user.role_of_other_organization');

  const checked: CheckedRow[] = [];
  for (const row of rows) {
    if (checked.length % AT_ONCE === AT_ONCE - 1) await setImmediate();
    checked.push(await checkRow(row));
  }
  refuseRepeats(checked);
  await refuseAddresses(ctx, organization.id, checked, takenOf);
  return checked.map((row) => ({ ...row, input: row.errors.length === 0 ? row.input : null }));

  async function checkRow(row: FileRow): Promise<CheckedRow> {
    const { cells } = row;
    const userType = userTypeOf(cells.user_type);
    const role = roleNamed(ofOrganization, cells.role, userType);
    const [locations, groups] = [placesOf('locations', cells.locations), placesOf('groups', cells.groups)];
    const { input, errors } = await validated({
      firstName: cells.first_name,
      lastName: cells.last_name,
      email: cells.email,
      confirmEmail: cells.email,
      phone: cells.phone,
      // An import that a version without the column stored has no such cell.
      country: cells.country ? cells.country.toUpperCase() : null,
      userType,
      role: role?.name ?? cells.role,
      locations: locations.ids,
      groups: groups.ids,
    });
    const refusal = role ? refusalOf.get(role.name) : 'user.role_of_other_organization';
    const ofRole: MessageKey | null | undefined =
      role && role.userType !== userType && !errors.some(({ attribute }) => attribute === 'user_type')
        ? 'user.role_of_other_type'
        : refusal;
    return {
      ...row,
      input,
      errors: firstOfEach([
        ...row.errors,
        ...locations.errors,
        ...groups.errors,
        ...errors,
        ...(ofRole && cells.role !== '' ? [{ attribute: 'role', message: ofRole }] : []),
      ]),
    };
  }
}

const hasEmailError = (errors: readonly RowError[]) => errors.some(({ attribute }) => attribute === 'email');

/** The second and each later row with one address is refused. */
function refuseRepeats(rows: readonly CheckedRow[]): void {
  const first = new Map<string, number>();
  for (const { row, cells, errors } of rows) {
    const email = cells.email.toLowerCase();
    const earlier = first.get(email);
    if (email !== '' && earlier === undefined) first.set(email, row);
    else if (earlier !== undefined && !hasEmailError(errors))
      errors.push({ attribute: 'email', message: 'user_import.repeated_email', values: { row: earlier } });
  }
}

/** Addresses outside the trusted domains, and those of existing accounts, as the form answers them. */
async function refuseAddresses(
  ctx: Context,
  orgId: number,
  rows: readonly CheckedRow[],
  takenOf: typeof takenAmongLimited,
): Promise<void> {
  const asked = rows.filter(({ cells, errors }) => cells.email !== '' && !hasEmailError(errors));
  const emails = asked.map(({ cells }) => cells.email);
  if (emails.length === 0) return;
  const untrusted = await untrustedAmong(ctx, orgId, emails);
  const trusted = emails.filter((email) => !untrusted.has(email));
  const taken = await takenOf(
    ctx,
    trusted.map((email) => email.toLowerCase()),
  );
  for (const { cells, errors } of asked) {
    const { email } = cells;
    if (untrusted.has(email)) errors.push({ attribute: 'email', message: UNTRUSTED.message });
    else if (taken.has(email.toLowerCase())) errors.push({ attribute: 'email', message: TAKEN_EMAIL.message });
  }
}
