import { datatable, rowToRest, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { roleLabel } from './role-label.ts';
import type { Role } from './role.entity.ts';
import { rolesList } from './roles.list.ts';
import { findRole, permissionId, permissionsOfRoles } from './roles.service.ts';

const TABLE = '/api/support/role/datatable';

const columns = ({ locale }: Context): DatatableColumn<Role>[] => [
  { key: 'id', value: (role) => role.id, title: 'roles.csv.id' },
  { key: 'name', value: (role) => role.name, title: 'roles.csv.name' },
  { key: 'label', value: (role) => roleLabel(locale, role), title: 'roles.csv.label' },
  { key: 'host', value: (role) => role.host, title: 'roles.csv.host' },
];
/** The documented fields of one role. */
const fields = (ctx: Context) => columns(ctx).filter(({ key }) => key !== 'host');

/** Whether a request asks for a relation by name: `with=permissions`, or several with commas. */
const asksFor = (relation: string, asked: unknown): boolean =>
  typeof asked === 'string' && asked.split(',').includes(relation);

export const rolesRoutes: Route[] = [
  { method: 'GET', path: TABLE, handler: (ctx, request) => datatable(ctx, request, TABLE, rolesList, columns(ctx)) },
  {
    method: 'GET',
    path: '/api/support/role/{id}',
    handler: async (ctx, { params, query }) => {
      const role = await findRole(ctx, params.id!);
      const body = await rowToRest(fields(ctx), role);
      if (!asksFor('permissions', query.with)) return { body };
      const names = await ctx.loader(permissionsOfRoles).load(role.id);
      return { body: { ...body, permissions: names.map((name) => ({ id: permissionId(name), name })) } };
    },
  },
];
