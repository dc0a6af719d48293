import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import type { User } from './user.entity.ts';
import { usersOf } from './users.list.ts';
import { rolesOfUsers, userStatusOf } from './users.service.ts';

const PATH = '/api/users/datatable';

const columns = (ctx: Context): DatatableColumn<User>[] => [
  { key: 'id', title: 'users.csv.id', value: (user) => user.id },
  { key: 'email', title: 'users.csv.email', value: (user) => user.email },
  { key: 'first_name', title: 'users.csv.first_name', value: (user) => user.firstName },
  { key: 'last_name', title: 'users.csv.last_name', value: (user) => user.lastName },
  {
    key: 'role',
    title: 'users.csv.role',
    value: async (user) => (await ctx.loader(rolesOfUsers).load(user.id))?.label,
  },
  { key: 'status', title: 'users.csv.status', value: (user) => userStatusOf(user) },
  { key: 'active', value: (user) => Number(user.active) },
  { key: 'locked', value: (user) => Number(user.locked) },
  { key: 'email_verified_at', value: (user) => user.emailVerifiedAt },
];

export const usersRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, usersOf(ctx.viewer), columns(ctx)),
  },
];
