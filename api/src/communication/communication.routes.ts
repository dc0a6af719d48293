import { findHistory } from '../device-history/device-history.service.ts';
import { findMachineByGuid, findMachineBySerial } from '../machines/machines.service.ts';
import { codedCell, plainCell, textCell, timeCell } from '../rest/column-sql.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { isGuid, rowId } from '../shared/node.ts';
import type { CarrierProblem } from './carrier.ts';
import { connectionTypeOf, type ConnectionRecord } from './communication.entity.ts';
import {
  CONNECTIONS_PAGE,
  findModuleByIccid,
  modulesOfMachines,
  networkStatus,
  sessionsOfHistory,
  sessionsOfMachine,
} from './communication.service.ts';

const PATIENT_PATH = '/api/patients/{patient}/devices/{history}/connection_history';
const MACHINE_PATH = '/api/machines/{guid}/connection-history';

/** The SQL of `ConnectionRecord.minutes`, whose times have milliseconds. */
const MINUTES = `trim_scale(round(1000 * extract(epoch from
  date_trunc('milliseconds', r.end_time) - date_trunc('milliseconds', r.start_time)) / 6000) / 10)`;

const session: DatatableColumn<ConnectionRecord>[] = [
  {
    key: 'start_time',
    value: ({ startTime }) => startTime,
    title: 'communication.csv.start',
    sql: timeCell('r.start_time'),
  },
  {
    key: 'end_time',
    value: ({ endTime }) => endTime,
    title: 'communication.csv.end',
    sql: timeCell('r.end_time'),
  },
  { key: 'minutes', value: ({ minutes }) => minutes, title: 'communication.csv.minutes', sql: plainCell(MINUTES) },
  {
    key: 'exit_flag',
    value: ({ exitFlag }) => exitFlag,
    title: 'communication.csv.status',
    sql: textCell('r.exit_flag'),
  },
];
const terminal: DatatableColumn<ConnectionRecord> = { key: 'terminal_type', value: ({ terminalType }) => terminalType };
const connectionType: DatatableColumn<ConnectionRecord> = {
  key: 'connection_type',
  value: (row) => row.connectionType,
  title: 'communication.csv.type',
  sql: codedCell('coalesce(r.terminal_type, 0)', (type) => connectionTypeOf(Number(type))),
};

/** Defaults: newest first, 10 per page. */
const asDocumented = (request: RestRequest): RestRequest => ({
  ...request,
  query: { limit: String(CONNECTIONS_PAGE), orderBy: 'end_time', orderDir: 'desc', ...request.query },
});

/** The path with the ids of this request, used in links to other pages. */
const address = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name]!);

const STATUS: Record<CarrierProblem, number> = { slow: 504, broken: 502, absent: 404, busy: 503 };

async function deviceDetails(ctx: Context, { params }: RestRequest): Promise<Reply> {
  const { session: known, problem } = await networkStatus(ctx, await findModuleByIccid(ctx, params.iccid!));
  if (problem) return { status: STATUS[problem], body: { message: translate(ctx.locale, `carrier.${problem}`) } };
  return { body: { iccid: params.iccid, networkResponse: [{ dataSession: known }] } };
}

/** The documented paths of the communication panel. */
export const communicationRoutes: Route[] = [
  {
    method: 'GET',
    path: PATIENT_PATH,
    handler: async (ctx, request) => {
      const history = await findHistory(
        ctx,
        rowId('Patient', request.params.patient!),
        rowId('DeviceHistory', request.params.history!),
      );
      return datatable(ctx, asDocumented(request), address(PATIENT_PATH, request.params), sessionsOfHistory(history), [
        ...session,
        terminal,
        connectionType,
      ]);
    },
  },
  {
    method: 'GET',
    path: MACHINE_PATH,
    handler: async (ctx, request) => {
      const { guid } = request.params;
      if (!isGuid(guid!)) throw new NotFound();
      return datatable(
        ctx,
        asDocumented(request),
        address(MACHINE_PATH, request.params),
        sessionsOfMachine(await findMachineByGuid(ctx, guid!)),
        [...session, terminal, connectionType],
      );
    },
  },
  {
    method: 'GET',
    path: '/api/machines/{serial}/iccid-data',
    handler: async (ctx, { params }) => {
      const machine = await findMachineBySerial(ctx, params.serial!);
      return { body: { iccid: (await ctx.loader(modulesOfMachines).load(machine.id))?.iccid ?? null } };
    },
  },
  { method: 'GET', path: '/api/aeris/{iccid}/device-details', handler: deviceDetails },
];
