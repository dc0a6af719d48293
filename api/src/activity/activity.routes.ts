import { codedCell, plainCell, textCell, timeCell } from '../rest/column-sql.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { shownAddress } from '../shared/network.ts';
import type { ActivityLine } from './activity-line.entity.ts';
import { activityList, activityOf, userChangesOf, loginsOf } from './activity.list.ts';
import { filedProperties, findLoggedUser, LOG_PAGE, propertiesOf } from './activity.service.ts';
import { describeActivity } from './activity.texts.ts';
import type { Login } from './login.entity.ts';
import { clientOf } from './user-agents.ts';
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
  { key: 'id', value: ({ id }) => id, title: 'logs.csv.id', sql: plainCell('r.id') },
  {
    key: 'user_agent',
    value: ({ userAgent }) => userAgent,
    title: 'logs.csv.user_agent',
    sql: textCell('r.user_agent'),
  },
  {
    key: 'client',
    value: ({ client }) => client,
    title: 'logs.csv.client',
    sql: codedCell('r.user_agent', clientOf),
  },
  { key: 'ip', value: ({ address }) => address, title: 'logs.csv.ip', sql: codedCell('r.ip', shownAddress) },
  {
    key: 'login_at',
    value: ({ loginAt }) => loginAt,
    title: 'logs.csv.login_at',
    sql: timeCell('r.login_at'),
  },
  {
    key: 'logout_at',
    value: ({ logoutAt }) => logoutAt,
    title: 'logs.csv.logout_at',
    sql: timeCell('r.logout_at'),
  },
];

const changes: DatatableColumn<UserChange>[] = [
  { key: 'id', value: ({ id }) => Number(id), title: 'logs.csv.id', sql: plainCell('r.id') },
  { key: 'subject_type', value: () => 'User', title: 'logs.csv.subject_type', sql: plainCell("'User'") },
  {
    key: 'subject_id',
    value: ({ userId }) => userId,
    title: 'logs.csv.subject_id',
    sql: plainCell('r.user_id'),
  },
  { key: 'event', value: ({ event }) => event, title: 'logs.csv.event', sql: plainCell('r.event') },
  {
    key: 'properties',
    value: (line) => line.changes,
    shown: (changed: object) => JSON.stringify(changed),
    title: 'logs.csv.properties',
    sql: codedCell('r.changes::text', (json) => JSON.parse(json) as object),
  },
  {
    key: 'created_at',
    value: ({ createdAt }) => createdAt,
    title: 'logs.csv.created_at',
    sql: timeCell('r.created_at'),
  },
];

const activity = (ctx: Context): DatatableColumn<ActivityLine>[] => [
  { key: 'event', value: ({ operation }) => operation, title: 'logs.csv.event' },
  { key: 'description', value: (line) => describeActivity(ctx, line), title: 'logs.csv.description' },
  {
    key: 'properties',
    value: (line) => propertiesOf(ctx, line),
    cell: async (line) => JSON.stringify(await filedProperties(ctx, line)),
    title: 'logs.csv.properties',
  },
  { key: 'created_at', value: ({ createdAt }) => createdAt, title: 'logs.csv.created_at' },
];

const everyActivity = (ctx: Context): DatatableColumn<ActivityLine>[] => [
  { key: 'id', value: ({ id }) => Number(id), title: 'logs.csv.id' },
  { key: 'user_id', value: ({ actorUserId }) => actorUserId, title: 'logs.csv.user_id' },
  { key: 'org_id', value: ({ orgId }) => orgId, title: 'logs.csv.org_id' },
  { key: 'outcome', value: ({ outcome }) => outcome, title: 'logs.csv.outcome' },
  { key: 'ip', value: ({ ip }) => shownAddress(ip), title: 'logs.csv.ip' },
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
      return datatable(ctx, newestFirst(request, 'created_at'), path, userChangesOf(user), changes);
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
