import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import type { ActivityLine } from './activity-line.entity.ts';
import { activityList, activityOf, changesOf, loginsOf } from './activity.list.ts';
import { findLoggedUser, LOG_PAGE, propertiesOf } from './activity.service.ts';
import { describeActivity } from './activity.texts.ts';
import type { Login } from './login.entity.ts';
import type { UserChange } from './user-change.entity.ts';

const HISTORY = '/api/users/{user_id}/history/datatable';
const AUDIT_LOG = '/api/users/{user_id}/audit_log/datatable';
const ACTIVITY = '/api/support/activity-logs/user/{id}';
const EVERY_ACTIVITY = '/api/support/activity-logs/datatable';

/** Defaults: newest first, 25 per page. */
const newestFirst = (request: RestRequest, orderBy: string): RestRequest => ({
  ...request,
  query: {
    limit: String(LOG_PAGE),
    ...(request.query.orderBy === undefined && { orderBy, orderDir: 'desc' }),
    ...request.query,
  },
});

const address = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name]!);

const logins: DatatableColumn<Login>[] = [
  { key: 'id', value: ({ id }) => id },
  { key: 'user_agent', value: ({ userAgent }) => userAgent },
  { key: 'client', value: ({ client }) => client },
  { key: 'ip', value: ({ ip }) => ip },
  { key: 'login_at', value: ({ loginAt }) => loginAt },
  { key: 'logout_at', value: ({ logoutAt }) => logoutAt },
];

const changes: DatatableColumn<UserChange>[] = [
  { key: 'id', value: ({ id }) => Number(id) },
  { key: 'subject_type', value: () => 'User' },
  { key: 'subject_id', value: ({ userId }) => userId },
  { key: 'event', value: ({ event }) => event },
  { key: 'properties', value: (line) => line.changes },
  { key: 'created_at', value: ({ createdAt }) => createdAt },
];

const activity = (ctx: Context): DatatableColumn<ActivityLine>[] => [
  { key: 'event', value: ({ operation }) => operation },
  { key: 'description', value: (line) => describeActivity(ctx.locale, line) },
  { key: 'properties', value: (line) => propertiesOf(ctx, line) },
  { key: 'created_at', value: ({ createdAt }) => createdAt },
];

const everyActivity = (ctx: Context): DatatableColumn<ActivityLine>[] => [
  { key: 'id', value: ({ id }) => Number(id) },
  { key: 'user_id', value: ({ actorUserId }) => actorUserId },
  { key: 'org_id', value: ({ orgId }) => orgId },
  { key: 'outcome', value: ({ outcome }) => outcome },
  { key: 'ip', value: ({ ip }) => ip },
  ...activity(ctx),
];

/** The documented paths of the logs of a user, and the index of the activity logs. */
export const activityRoutes: Route[] = [
  {
    method: 'GET',
    path: HISTORY,
    handler: async (ctx, request) => {
      const user = await findLoggedUser(ctx, request.params.user_id!);
      return datatable(ctx, newestFirst(request, 'login_at'), address(HISTORY, request.params), loginsOf(user), logins);
    },
  },
  {
    method: 'GET',
    path: AUDIT_LOG,
    handler: async (ctx, request) => {
      const user = await findLoggedUser(ctx, request.params.user_id!);
      const path = address(AUDIT_LOG, request.params);
      return datatable(ctx, newestFirst(request, 'created_at'), path, changesOf(user), changes);
    },
  },
  {
    method: 'GET',
    path: ACTIVITY,
    handler: async (ctx, request) => {
      const user = await findLoggedUser(ctx, request.params.id!);
      const path = address(ACTIVITY, request.params);
      return datatable(ctx, newestFirst(request, 'created_at'), path, activityOf(user), activity(ctx));
    },
  },
  {
    method: 'GET',
    path: EVERY_ACTIVITY,
    handler: (ctx, request) =>
      datatable(ctx, newestFirst(request, 'created_at'), EVERY_ACTIVITY, activityList, everyActivity(ctx)),
  },
];
