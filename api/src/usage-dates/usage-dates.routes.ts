import { charge } from '../auth/budget.ts';
import { pageUrl, placeOf, queryText } from '../rest/datatable-query.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import { paginator } from '../rest/paginator.ts';
import type { RestRequest, Route } from '../rest/route.ts';
import { NotFound, renameRefusals, type Refusal } from '../shared/errors.ts';
import { refusalOf, refusedOrder } from '../shared/list-refusals.ts';
import { translate } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { patientsOf } from '../shared/patient-data.ts';
import type { NightSource } from '../usage/night-source.rules.ts';
import type { UsageNight } from '../usage/usage-night.entity.ts';
import { checkUsageDates, findChangeable } from './usage-dates-check.ts';
import { DATE_LOG_PAGE } from './usage-dates.list.ts';
import { usageRangeOf } from './usage-dates-range.ts';
import { MAX_DATES, sourceOf } from './usage-dates.rules.ts';
import {
  changesOfSerial,
  changeUsageDates,
  savedText,
  checkRecordNoReset,
  resetRecordNo,
  USAGE_ORDERS,
  usageOfMachine,
  type UsageOrder,
} from './usage-dates.service.ts';
import type { UsageDateChange } from './usage-date-change.entity.ts';

const UTILITY = '/api/machines/{id}/usage/date-change-utility/{source}';
const LOG = '/api/machines/device/date-change-log';

/** A usage row as documented. The new date is entered by the client. */
const rowToRest = (source: NightSource) => (night: UsageNight) => ({
  id: Number(night.id),
  record_date: night.usageDate,
  new_usage_date: null,
  ...(source === 'wireless' && { record_no: night.recordNo }),
  created: night.arrivedAt,
  treat_minutes: night.minutes,
  state: night.state,
});

const FIELDS: Record<string, string> = {
  changes: 'rows',
  newDate: 'new_usage_date',
  version: 'record_date',
  nightId: 'row',
};
const named = (refusal: Refusal): Refusal => ({
  ...refusal,
  field: refusal.field
    .split('.')
    .map((name) => FIELDS[name] ?? name)
    .join('.'),
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the source of the path; throws NotFound for any other. */
function sourceIn({ params }: RestRequest): NightSource {
  const source = sourceOf(params.source);
  if (!source) throw new NotFound();
  return source;
}

/** The rows as they were read, with their new dates. */
const inputOf = (request: RestRequest, { rows } = request.body) => ({
  source: sourceIn(request),
  changes: Array.isArray(rows)
    ? rows.map((row: unknown) =>
        isObject(row) ? { id: row.id, newDate: row.new_usage_date, version: row.record_date } : row,
      )
    : rows,
});

/** The night of a body: the row as it was read, or its id. */
const nightOf = ({ row }: Record<string, unknown>): unknown => (isObject(row) ? row.id : row);

const isOrder = (name: string): name is UsageOrder => Object.hasOwn(USAGE_ORDERS, name);

/** The columns of the date change audit log, with the names of the documented row. */
const logColumns: DatatableColumn<UsageDateChange>[] = [
  { key: 'id', value: ({ databaseId }) => Number(databaseId) },
  { key: 'email', value: ({ email }) => email },
  { key: 'source', value: ({ source }) => source },
  // A night of the device or of a card has its full summary, a QR+ night a brief one.
  { key: 'ventilator_summary_id', value: ({ source, nightId }) => (source === 'qr' ? null : Number(nightId)) },
  { key: 'ventilator_brief_summary_id', value: ({ source, nightId }) => (source === 'qr' ? Number(nightId) : null) },
  { key: 'ventilator_id', value: ({ machineId }) => machineId },
  { key: 'new_record_date', value: ({ newDate }) => newDate },
  { key: 'old_record_date', value: ({ oldDate }) => oldDate },
  { key: 'created_at', value: ({ createdAt }) => createdAt },
];

/** The documented calls of the machine usage screen. */
export const usageDatesRoutes: Route[] = [
  {
    method: 'GET',
    path: LOG,
    handler: async (ctx, request) => {
      const { serial, ...asked } = request.query;
      if (queryText(serial) === '') throw refusalOf('serial', 'required');
      const query = { limit: String(DATE_LOG_PAGE), orderBy: 'created_at', orderDir: 'desc', ...asked };
      return datatable(ctx, { ...request, query }, LOG, await changesOfSerial(ctx, queryText(serial)), logColumns);
    },
  },
  {
    method: 'GET',
    path: UTILITY,
    handler: async (ctx, request) => {
      const { query, params } = request;
      const source = sourceIn(request);
      const { machine } = await findChangeable(ctx, rowId('Machine', params.id!), { source });
      const place = placeOf({ limit: String(MAX_DATES), ...query });
      if (place.after !== null) throw refusalOf('next', 'list.cursor');
      const [orderBy, orderDir] = [
        queryText(query.orderBy) || 'created',
        (queryText(query.orderDir) || 'desc').toLowerCase(),
      ];
      if (!isOrder(orderBy)) throw refusedOrder(Object.keys(USAGE_ORDERS));
      if (orderDir !== 'asc' && orderDir !== 'desc') throw refusalOf('orderDir', 'list.order_direction');
      const range = usageRangeOf(query.startDate, query.endDate);
      await charge(ctx, place.limit);
      const { rows, total } = await usageOfMachine(ctx, machine, { ...place, source, range, orderBy, orderDir });
      ctx.shows(patientsOf(rows));
      const path = UTILITY.replace('{id}', String(machine.id)).replace('{source}', source);
      const count = { rows: total, isCapped: false };
      const at = { ...place, matching: count, all: count, next: null };
      const address = new URL(path, request.origin);
      return { body: paginator(rows.map(rowToRest(source)), at, (to) => pageUrl(address, query, to)) };
    },
  },
  {
    method: 'POST',
    path: UTILITY,
    check: (ctx, request) =>
      renameRefusals(() => checkUsageDates(ctx, rowId('Machine', request.params.id!), inputOf(request)), named),
    handler: async (ctx, request) => {
      const machineId = rowId('Machine', request.params.id!);
      const changed = await renameRefusals(() => changeUsageDates(ctx, machineId, inputOf(request)), named);
      return { body: { result: translate(ctx.locale, savedText(changed)) } };
    },
  },
  {
    method: 'POST',
    path: '/api/machines/{id}/usage/date-change-utility/wireless/reset-record-no',
    check: (ctx, { params, body }) =>
      renameRefusals(() => checkRecordNoReset(ctx, rowId('Machine', params.id!), nightOf(body)), named),
    handler: async (ctx, { params, body }) => {
      await renameRefusals(() => resetRecordNo(ctx, rowId('Machine', params.id!), nightOf(body)), named);
      return { body: { result: translate(ctx.locale, 'usage_dates.reset') } };
    },
  },
];
