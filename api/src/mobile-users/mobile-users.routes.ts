import { patientName } from '../device-history/device-history.service.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { readablePatient } from '../patients/patients.service.ts';
import { codedCell, plainCell, textCell, timeCell } from '../rest/column-sql.ts';
import { showingConflict } from '../rest/conflict.ts';
import { datatable, rowToRest, type DatatableColumn } from '../rest/datatable.ts';
import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { translate } from '../shared/messages.ts';
import type { MobilePlatform, MobileUser } from './mobile-user.entity.ts';
import { mobileUsersList } from './mobile-users.list.ts';
import { checkMobileUser, checkSetMobileUserActive, setMobileUserActive } from './mobile-users.service.ts';

const PATH = '/api/mobile-users/datatable';
const PLATFORM_NAMES: Record<MobilePlatform, string> = { ios: 'iOS', android: 'Android' };

const JOINS = 'left join patients p on p.id = r.patient_id';

function columns(ctx: Context): DatatableColumn<MobileUser>[] {
  const patient = (row: MobileUser) => readablePatient(ctx, row.patientId);
  const ofPatient = (sql: string) => (canReadPatients(ctx.viewer) ? textCell(sql) : plainCell('null'));
  const titleOfStatus = (active: number) =>
    translate(ctx.locale, active ? 'mobile_users.active' : 'mobile_users.disabled');
  return [
    { key: 'id', title: 'mobile_users.csv.id', value: ({ id }) => id, sql: plainCell('r.id') },
    { key: 'email', title: 'mobile_users.csv.email', value: ({ email }) => email, sql: textCell('r.email') },
    { key: 'patient_id', value: async (row) => (await patient(row))?.id },
    {
      key: 'patient',
      title: 'mobile_users.csv.patient',
      value: async (row) => {
        const found = await patient(row);
        return found && patientName(found);
      },
      sql: ofPatient("concat_ws(', ', nullif(p.last_name, ''), nullif(p.first_name, ''))"),
    },
    {
      key: 'platform',
      title: 'mobile_users.csv.platform',
      value: ({ platform }) => platform,
      shown: (platform: MobilePlatform) => PLATFORM_NAMES[platform],
      sql: codedCell('r.platform'),
    },
    {
      key: 'active',
      title: 'mobile_users.csv.status',
      value: ({ active }) => Number(active),
      shown: titleOfStatus,
      sql: codedCell('r.active', (cell) => Number(cell === 't')),
    },
    {
      key: 'registered',
      title: 'mobile_users.csv.registered',
      value: ({ registeredAt }) => registeredAt,
      sql: timeCell('r.registered_at'),
    },
    {
      key: 'last_seen',
      title: 'mobile_users.csv.last_seen',
      value: ({ lastSeenAt }) => lastSeenAt,
      sql: timeCell('r.last_seen_at'),
    },
    { key: 'version', value: ({ version }) => version },
  ];
}

/** Returns `active` of a body: 1 or 0, or a truth value. */
function activeOf(active: unknown): boolean {
  if ([true, 1, '1'].includes(active as boolean)) return true;
  if ([false, 0, '0'].includes(active as boolean)) return false;
  throw refusalOf('active', 'invalid');
}

/** Returns what a service returns for the account of the path, the value of the body, and what is sent with it. */
const changing = <T>(
  ctx: Context,
  { params, body: { active, id: _id, ...sent } }: RestRequest,
  work: (ctx: Context, id: string, active: boolean, sent: Record<string, unknown>) => Promise<T>,
) =>
  showingConflict(
    async () => {
      await checkMobileUser(ctx, params.id!); // before the body is judged
      return work(ctx, params.id!, activeOf(active), sent);
    },
    (row: MobileUser) => rowToRest(columns(ctx), row),
  );

export const mobileUsersRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, mobileUsersList, columns(ctx), JOINS),
  },
  {
    method: 'PATCH',
    path: '/api/mobile-users/{id}',
    check: (ctx, request) => changing(ctx, request, checkSetMobileUserActive),
    handler: async (ctx, request) => ({
      body: { data: await rowToRest(columns(ctx), await changing(ctx, request, setMobileUserActive)) },
    }),
  },
];
