import { organizationsById } from '../organizations/organizations.service.ts';
import { fileRoleLabel, ROLE_CELL, roleLabel } from '../roles/role-label.ts';
import { codedCell, plainCell, textCell } from '../rest/column-sql.ts';
import type { DatatableColumn } from '../rest/datatable.ts';
import type { Context } from '../shared/context.ts';
import type { UserAccount } from './user-account.entity.ts';
import { groupsOfUsers, locationsOfUsers, rolesOfUsers } from './users-roles.ts';
import { statusSql, userStatusOf } from './users-status.ts';

/** The tables of the cells in SQL, next to `user_accounts r`. */
export const USER_JOINS = `left join lateral (select l.name, l.label from user_roles u join roles l on l.id = u.role_id
  where u.user_id = r.id order by l.id limit 1) l on true left join organizations o on o.id = r.org_id`;

/** Truth values of the documents: 1 and 0. */
const flag = (value: boolean) => Number(value);

/** The documented fields of a user (document 001, section 3), as REST names them. */
export const userColumns = (ctx: Context): DatatableColumn<UserAccount>[] => {
  const roleOf = async (user: UserAccount) => {
    const role = await ctx.loader(rolesOfUsers).load(user.id);
    return role && { ...role, label: roleLabel(ctx.locale, role) };
  };
  return [
    { key: 'id', title: 'users.csv.id', value: (user) => user.id, sql: plainCell('r.id') },
    { key: 'email', title: 'users.csv.email', value: (user) => user.email, sql: textCell('r.email') },
    {
      key: 'first_name',
      title: 'users.csv.first_name',
      value: (user) => user.firstName,
      sql: textCell('r.first_name'),
    },
    {
      key: 'last_name',
      title: 'users.csv.last_name',
      value: (user) => user.lastName,
      sql: textCell('r.last_name'),
    },
    { key: 'phone', title: 'users.csv.phone', value: (user) => user.phone, sql: textCell('r.phone') },
    {
      key: 'user_type',
      title: 'users.csv.user_type',
      value: (user) => user.userType,
      sql: plainCell('r.user_type'),
    },
    {
      key: 'role',
      title: 'users.csv.role',
      value: async (user) => (await roleOf(user))?.label,
      sql: codedCell(ROLE_CELL, (cell) => fileRoleLabel(ctx.locale, cell)),
    },
    {
      key: 'status',
      title: 'users.csv.status',
      value: (user) => userStatusOf(user, ctx.app.now()),
      sql: plainCell(statusSql('r')),
    },
    {
      key: 'org_name',
      title: 'users.csv.organization',
      value: async (user) => (await ctx.loader(organizationsById).load(user.orgId))?.name,
      sql: textCell('o.name'),
    },
    { key: 'org_id', value: (user) => user.orgId },
    { key: 'country', value: (user) => user.country },
    { key: 'roles', value: async (user) => [await roleOf(user)].filter((role) => role !== null) },
    { key: 'is_clinician', value: (user) => user.isClinician },
    { key: 'mvc_settings', value: (user) => ({ enabled: user.mvcEnabled }) },
    { key: 'two_factor_sms_enabled', value: (user) => user.twoFactorSmsEnabled },
    { key: 'two_factor_app_enabled', value: (user) => user.twoFactorAppEnabled },
    { key: 'active', value: (user) => flag(user.active) },
    { key: 'locked', value: (user) => flag(user.locked) },
    { key: 'email_verified_at', value: (user) => user.emailVerifiedAt },
    { key: 'has_api', value: (user) => user.hasApi },
    { key: 'last_successful_login', value: (user) => user.lastSuccessfulLogin },
    { key: 'created', value: (user) => user.createdAt },
    { key: 'version', value: (user) => user.version },
    {
      key: 'roleLocations',
      value: async (user) => (await ctx.loader(locationsOfUsers).load(user.id))?.map(({ id, name }) => ({ id, name })),
    },
    {
      key: 'roleGroups',
      value: async (user) =>
        (await ctx.loader(groupsOfUsers).load(user.id))?.map(({ id, name }) => ({ id, group_name: name })),
    },
  ];
};
