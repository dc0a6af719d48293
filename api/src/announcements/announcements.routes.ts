import { organizationsById } from '../organizations/organizations.service.ts';
import { showingConflict } from '../rest/conflict.ts';
import { datatable, rowToRest, type DatatableColumn } from '../rest/datatable.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { renameRefusals } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { findVisible } from '../shared/visible-row.ts';
import { usersById } from '../users/users.service.ts';
import { Announcement } from './announcement.entity.ts';
import { announcementsList } from './announcements.list.ts';
import {
  checkCreateAnnouncement,
  checkUpdateAnnouncement,
  createAnnouncement,
  announcementStateOf,
  updateAnnouncement,
} from './announcements.service.ts';
import { markAnnouncementRead, newAnnouncements } from './new-announcements.service.ts';

const PATH = '/api/announcements/datatable';

/** Names of the fields in REST bodies, by those of the service. */
const NAMES = {
  organizationId: 'org_id',
  roles: 'roles',
  title: 'title',
  body: 'body',
  titleEs: 'title_es',
  bodyEs: 'body_es',
  fromDate: 'from_date',
  untilDate: 'until_date',
  version: 'version',
  withdrawn: 'withdrawn',
} as const;

const texts: DatatableColumn<Announcement>[] = [
  { key: 'id', title: 'announcements.csv.id', value: ({ id }) => id },
  { key: 'title', title: 'announcements.csv.title', value: ({ title }) => title },
  { key: 'body', value: ({ body }) => body },
  { key: 'title_es', title: 'announcements.csv.title_es', value: ({ titleEs }) => titleEs },
  { key: 'body_es', value: ({ bodyEs }) => bodyEs },
];

/** The name of the organization whose users are addressed; undefined for all organizations. */
const organizationName = async (ctx: Context, { audienceOrgId }: Announcement): Promise<string | undefined> =>
  audienceOrgId === null ? undefined : (await ctx.loader(organizationsById).load(audienceOrgId))?.name;

const columns = (ctx: Context): DatatableColumn<Announcement>[] => [
  ...texts,
  { key: 'org_id', value: ({ audienceOrgId }) => audienceOrgId },
  {
    key: 'org_name',
    title: 'announcements.csv.org_name',
    value: async (announcement) => (await organizationName(ctx, announcement)) ?? null,
    shown: (name: string | null) => name ?? translate(ctx.locale, 'announcements.all'),
  },
  {
    key: 'roles',
    title: 'announcements.csv.roles',
    value: ({ audienceRoles }) => audienceRoles,
    shown: (roles: string[]) => roles.join(', ') || translate(ctx.locale, 'announcements.all'),
  },
  { key: 'from_date', title: 'announcements.csv.from_date', value: ({ fromDate }) => fromDate },
  { key: 'until_date', title: 'announcements.csv.until_date', value: ({ untilDate }) => untilDate },
  {
    key: 'state',
    title: 'announcements.csv.state',
    value: (announcement) => announcementStateOf(ctx, announcement),
    shown: (state: ReturnType<typeof announcementStateOf>) => translate(ctx.locale, `announcements.state.${state}`),
  },
  { key: 'version', value: ({ version }) => version },
  {
    key: 'created_by',
    title: 'announcements.csv.created_by',
    value: async ({ createdById }) => {
      const user = await ctx.loader(usersById).load(createdById);
      return user && `${user.lastName}, ${user.firstName}`;
    },
  },
  { key: 'created', title: 'announcements.csv.created', value: ({ createdAt }) => createdAt },
];

/** Returns what `work` returns, for a body; refusals name the fields as REST does. */
const documented = <T>(work: (input: Record<string, unknown>) => Promise<T>, body: Record<string, unknown>) => {
  const input: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(NAMES)) {
    const value = body[key];
    if (value !== undefined)
      input[name] = name === 'organizationId' && typeof value === 'number' ? String(value) : value;
  }
  return renameRefusals(
    () => work(input),
    (refusal) => ({ ...refusal, field: (NAMES as Record<string, string>)[refusal.field] ?? refusal.field }),
  );
};

const reply = async (ctx: Context, row: Announcement, status = 200): Promise<Reply> => ({
  status,
  body: { data: await rowToRest(columns(ctx), row) },
  subject: row.id,
});
const again = async (ctx: Context, id: number, status = 200): Promise<Reply> =>
  reply(ctx, await findVisible(ctx, Announcement, { id }), status);

/** Returns what a service returns for the body and the announcement of the path. */
const changing = <T>(
  ctx: Context,
  { body, params }: RestRequest,
  work: (ctx: Context, input: { announcementId: string } & Record<string, unknown>) => Promise<T>,
) =>
  documented(
    (input) =>
      showingConflict(
        () => work(ctx, { ...input, announcementId: params.id! }),
        (row: Announcement) => rowToRest(columns(ctx), row),
      ),
    body,
  );

export const announcementsRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, announcementsList, columns(ctx)),
  },
  {
    method: 'GET',
    path: '/api/announcements',
    handler: async (ctx) => {
      const rows = await newAnnouncements(ctx);
      return { body: { data: await Promise.all(rows.map((row) => rowToRest(texts, row))) } };
    },
  },
  {
    method: 'POST',
    path: '/api/announcements',
    check: (ctx, { body }) => documented((input) => checkCreateAnnouncement(ctx, input), body),
    handler: async (ctx, { body }) =>
      reply(ctx, await documented((input) => createAnnouncement(ctx, input), body), 201),
    again: (ctx, id) => again(ctx, id, 201),
  },
  {
    method: 'PATCH',
    path: '/api/announcements/{id}',
    check: (ctx, request) => changing(ctx, request, checkUpdateAnnouncement),
    handler: async (ctx, request) => reply(ctx, await changing(ctx, request, updateAnnouncement)),
    again,
  },
  {
    method: 'POST',
    path: '/api/announcements/{id}/read',
    handler: async (ctx, { params }) => {
      await markAnnouncementRead(ctx, params.id!);
      return { status: 204 };
    },
  },
];
