import { showingConflict } from '../rest/conflict.ts';
import { datatable, rowToRest } from '../rest/datatable.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { renameRefusals } from '../shared/errors.ts';
import { flagOf } from '../shared/flag.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { isCalendarDate } from '../shared/text.rules.ts';
import type { UserAccount } from './user-account.entity.ts';
import { canReadUser } from './users.policy.ts';
import { findAccount, userListOf } from './users.service.ts';
import { USER_JOINS, userColumns } from './users.wire.ts';
import {
  checkSetUserVentilatorAccess,
  checkUserVentilatorAccess,
  setUserVentilatorAccess,
} from './acts/ventilator-access.service.ts';

/** Returns the documented `date[start]` or `date[end]`, moved by some days; refuses what is no date. */
function moved(date: unknown, days: number): string | null {
  if (date === undefined || date === '') return null;
  if (typeof date !== 'string' || !isCalendarDate(date)) throw refusalOf('date', 'list.filter');
  return addDays(date, days);
}

/** The documented `date[start]` and `date[end]`, both days of creation included, as filters of the list. Refuses another `date`. */
function dated(request: RestRequest): RestRequest {
  const { date = {}, ...query } = request.query;
  if (date === '') return { ...request, query };
  const { start, end, ...others } = (typeof date === 'object' ? date : { date }) as Record<string, unknown>;
  if (Object.keys(others).length > 0) throw refusalOf('date', 'list.filter');
  const [after, before] = [moved(start, -1), moved(end, 1)];
  const created = { ...(after && { greater_than: after }), ...(before && { less_than: before }) };
  if (Object.keys(created).length === 0) return { ...request, query };
  return { ...request, query: { ...query, filters: { ...(query.filters as object | undefined), created } } };
}

/** Returns the documented `mvc_settings {enabled}`, also as a plain truth value. */
function enabledOf(settings: unknown): boolean {
  const enabled = flagOf(
    typeof settings === 'object' && settings !== null ? (settings as { enabled?: unknown }).enabled : settings,
  );
  if (enabled === null) throw refusalOf('mvc_settings', 'invalid');
  return enabled;
}

async function table(ctx: Context, request: RestRequest, path: string, orgId?: string): Promise<Reply> {
  const list = await userListOf(ctx, orgId);
  return datatable(ctx, dated(request), path, list, userColumns(ctx), USER_JOINS);
}

/** Names of the fields in REST bodies. */
const FIELDS: Record<string, string> = { enabled: 'mvc_settings', userId: 'id' };

const named = <T>(ctx: Context, work: () => Promise<T>): Promise<T> =>
  renameRefusals(
    () =>
      showingConflict(work, async (account: UserAccount) =>
        canReadUser(ctx.viewer, account) ? rowToRest(userColumns(ctx), account) : null,
      ),
    (refusal) => ({ ...refusal, field: FIELDS[refusal.field] ?? refusal.field }),
  );

/** Returns what a service returns for the user of the path, the value of the body, and what is sent with it. */
const changing = <T>(
  ctx: Context,
  { params, body: { mvc_settings: settings, id: _id, ...sent } }: RestRequest,
  work: (ctx: Context, id: string, enabled: boolean, sent: Record<string, unknown>) => Promise<T>,
) =>
  named(ctx, async () => {
    await checkUserVentilatorAccess(ctx, params.id!); // before the body is judged
    return work(ctx, params.id!, enabledOf(settings), sent);
  });

export const usersRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/users/datatable',
    handler: (ctx, request) => table(ctx, request, '/api/users/datatable'),
  },
  {
    method: 'GET',
    path: '/api/orgs/{org_id}/users/datatable',
    handler: (ctx, request) => {
      const orgId = request.params.org_id!;
      return table(ctx, request, `/api/orgs/${orgId}/users/datatable`, orgId);
    },
  },
  {
    method: 'PATCH',
    path: '/api/users/{id}/mvc-settings',
    check: (ctx, request) => changing(ctx, request, checkSetUserVentilatorAccess),
    handler: async (ctx, request) => {
      const { id } = await changing(ctx, request, setUserVentilatorAccess);
      const { account } = await findAccount(ctx, id);
      return { body: { data: await rowToRest(userColumns(ctx), account) } };
    },
  },
];
