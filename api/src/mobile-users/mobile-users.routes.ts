import { datatable, rowToRest, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list.conditions.ts';
import type { MobileUser } from './mobile-user.entity.ts';
import { mobileUsersList } from './mobile-users.list.ts';
import { patientOfMobileUser, setMobileUserActive } from './mobile-users.service.ts';

const PATH = '/api/mobile-users/datatable';

const columns = (ctx: Context): DatatableColumn<MobileUser>[] => [
  { key: 'id', value: ({ id }) => id },
  { key: 'email', value: ({ email }) => email },
  { key: 'patient_id', value: async (row) => (await patientOfMobileUser(ctx, row))?.id },
  {
    key: 'patient',
    value: async (row) => {
      const patient = await patientOfMobileUser(ctx, row);
      return patient && `${patient.lastName}, ${patient.firstName}`;
    },
  },
  { key: 'platform', value: ({ platform }) => platform },
  { key: 'active', value: ({ active }) => Number(active) },
  { key: 'registered', value: ({ registeredAt }) => registeredAt },
  { key: 'last_seen', value: ({ lastSeenAt }) => lastSeenAt },
];

/** Returns `active` of a body: 1 or 0, or a truth value. */
function activeOf({ active }: Record<string, unknown>): boolean {
  if ([true, 1, '1'].includes(active as boolean)) return true;
  if ([false, 0, '0'].includes(active as boolean)) return false;
  throw refusalOf('active', 'invalid');
}

export const mobileUsersRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, mobileUsersList, columns(ctx)),
  },
  {
    method: 'PATCH',
    path: '/api/mobile-users/{id}',
    handler: async (ctx, { params, body }) => {
      const mobileUser = await setMobileUserActive(ctx, params.id!, activeOf(body));
      return { body: { data: await rowToRest(columns(ctx), mobileUser) } };
    },
  },
];
