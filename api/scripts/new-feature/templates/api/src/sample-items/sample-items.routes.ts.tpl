import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { findVisible } from '../shared/visible-row.ts';
import { usersById } from '../users/users.service.ts';
import { SampleItem } from './sample-item.entity.ts';
import { sampleItemsList } from './sample-items.list.ts';
import { checkSampleItem, createSampleItem } from './sample-items.service.ts';

const PATH = '/api/sample-items/datatable';

const columns = (ctx: Context): DatatableColumn<SampleItem>[] => [
  { key: 'id', title: 'sample_items.csv.id', value: (sampleItem) => sampleItem.id },
  { key: 'name', title: 'sample_items.csv.name', value: (sampleItem) => sampleItem.name },
  {
    key: 'created_by',
    title: 'sample_items.csv.created_by',
    value: async (sampleItem) => {
      const user = await ctx.loader(usersById).load(sampleItem.creator.id);
      return user && `${user.lastName}, ${user.firstName}`;
    },
  },
  { key: 'created', title: 'sample_items.csv.created', value: (sampleItem) => sampleItem.createdAt },
];

export const sampleItemsRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, sampleItemsList, columns(ctx)),
  },
  {
    method: 'POST',
    path: '/api/sample-items',
    check: (ctx, { body }) => checkSampleItem(ctx, body),
    handler: async (ctx, { body }) => {
      const { id, name } = await createSampleItem(ctx, body);
      return { status: 201, body: { data: { id, name } }, subject: id };
    },
    again: async (ctx, subject) => {
      const { id, name } = await findVisible(ctx, SampleItem, { id: subject });
      return { status: 201, body: { data: { id, name } } };
    },
  },
];
