import { copied, copiedText } from '../rest/csv.lines.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import type { User } from './user.entity.ts';
import { usersOf } from './users.list.ts';
import { rolesOfUsers, userStatusOf } from './users.service.ts';

const PATH = '/api/users/datatable';

const JOINS = `left join lateral (select l.label from user_roles u join roles l on l.id = u.role_id
  where u.user_id = r.id order by l.id limit 1) l on true`;
/** The SQL of `userStatusOf`. */
const STATUS = `case when not r.active then 'inactive' when r.email_verified_at is null then 'invited'
  when r.locked then 'locked' else 'active' end`;

const columns = (ctx: Context): DatatableColumn<User>[] => [
  { key: 'id', title: 'users.csv.id', value: (user) => user.id, copied: copied('r.id') },
  { key: 'email', title: 'users.csv.email', value: (user) => user.email, copied: copiedText('r.email') },
  {
    key: 'first_name',
    title: 'users.csv.first_name',
    value: (user) => user.firstName,
    copied: copiedText('r.first_name'),
  },
  { key: 'last_name', title: 'users.csv.last_name', value: (user) => user.lastName, copied: copiedText('r.last_name') },
  {
    key: 'role',
    title: 'users.csv.role',
    value: async (user) => (await ctx.loader(rolesOfUsers).load(user.id))?.label,
    copied: copiedText('l.label'),
  },
  { key: 'status', title: 'users.csv.status', value: (user) => userStatusOf(user), copied: copied(STATUS) },
  { key: 'active', value: (user) => Number(user.active) },
  { key: 'locked', value: (user) => Number(user.locked) },
  { key: 'email_verified_at', value: (user) => user.emailVerifiedAt },
];

export const usersRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, usersOf(ctx.viewer), columns(ctx), JOINS),
  },
];
