import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { findVisible } from '../shared/visible-row.ts';
import { usersById } from '../users/users.service.ts';
import { TrustedDomain } from './trusted-domain.entity.ts';
import { trustedDomainsOf } from './trusted-domains.list.ts';
import { checkTrustedDomain, createTrustedDomain } from './trusted-domains.service.ts';

const PATH = '/api/trusted-domains/datatable';

const columns = (ctx: Context): DatatableColumn<TrustedDomain>[] => [
  { key: 'id', title: 'trusted_domains.csv.id', value: (trustedDomain) => trustedDomain.id },
  { key: 'name', title: 'trusted_domains.csv.name', value: (trustedDomain) => trustedDomain.name },
  {
    key: 'created_by',
    title: 'trusted_domains.csv.created_by',
    value: async (trustedDomain) => {
      const user = await ctx.loader(usersById).load(trustedDomain.creator.id);
      return user && `${user.lastName}, ${user.firstName}`;
    },
  },
  { key: 'created', title: 'trusted_domains.csv.created', value: (trustedDomain) => trustedDomain.createdAt },
];

export const trustedDomainsRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, trustedDomainsOf(ctx.viewer), columns(ctx)),
  },
  {
    method: 'POST',
    path: '/api/trusted-domains',
    check: (ctx, { body }) => checkTrustedDomain(ctx, body),
    handler: async (ctx, { body }) => {
      const { id, name } = await createTrustedDomain(ctx, body);
      return { status: 201, body: { data: { id, name } }, subject: id };
    },
    again: async (ctx, subject) => {
      const { id, name } = await findVisible(ctx, TrustedDomain, { id: subject });
      return { status: 201, body: { data: { id, name } } };
    },
  },
];
