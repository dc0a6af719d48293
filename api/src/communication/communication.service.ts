import { raw } from '@mikro-orm/core';
import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Machine } from '../machines/machine.entity.ts';
import type { Context } from '../shared/context.ts';
import { countMatching } from '../shared/list-count.ts';
import { readPage } from '../shared/list-page.ts';
import { ListRead, rowOfEach, type ListSource } from '../shared/list.ts';
import { findVisible } from '../shared/visible-row.ts';
import { httpCarrier, type CarrierAnswer } from './carrier.ts';
import { ConnectionRecord, Module } from './communication.entity.ts';
import { MAX_CONNECTIONS_PAGE, sessionsList } from './communication.list.ts';

/** "Connection history page size 10, from page 1." */
export const CONNECTIONS_PAGE = 10;

/** Returns the module of each machine, or null, in the order of the ids. For `ctx.loader`. */
export async function modulesOfMachines({ em }: Context, machineIds: readonly number[]): Promise<(Module | null)[]> {
  const modules = await em.find(Module, { machineId: { $in: [...machineIds] } });
  return rowOfEach(machineIds, modules, ({ machineId }) => machineId);
}

/**
 * Returns the newest session of each assignment, or null, in the order of the assignments' ids. For `ctx.loader`. A
 * session belongs to the assignment of its patient and machine whose days contain its start, in the zone of the
 * patient's organization.
 */
export async function lastConnectionsOfHistories(
  { em }: Context,
  historyIds: readonly number[],
): Promise<(ConnectionRecord | null)[]> {
  const rows = await em.execute<({ history_id: number } & Record<string, unknown>)[]>(
    `select h.id as history_id, c.* from device_history h join device_states s on s.history_id = h.id cross join lateral (
       select * from connections c where c.machine_id = h.machine_id and c.patient_id = h.patient_id and c.start_time = s.last_session_at
        order by c.id desc limit 1) c
      where h.id in (${historyIds.map(() => '?').join(', ')})`,
    [...historyIds],
  );
  const byHistory = new Map(rows.map(({ history_id: history, ...row }) => [history, em.map(ConnectionRecord, row)]));
  return historyIds.map((id) => byHistory.get(id) ?? null);
}

/**
 * Selects the sessions of an assignment: those of its patient and machine that started within its days in the zone of
 * the patient's organization.
 */
export function sessionsOfHistory({
  machine,
  patient,
  orgId,
  startDate,
  endDate,
}: DeviceHistory): ListSource<ConnectionRecord> {
  const midnight = (days: string, date: string) =>
    raw(`(?::date + ${days})::timestamp at time zone (select timezone from organizations where id = ?)`, [date, orgId]);
  return {
    list: sessionsList,
    within: {
      machineId: machine.id,
      patientId: patient.id,
      startTime: { $gte: midnight('0', startDate), ...(endDate && { $lt: midnight('1', endDate) }) },
    },
  };
}

/** Selects the sessions of a machine with patients that the viewer may see. */
export const sessionsOfMachine = (machine: Machine): ListSource<ConnectionRecord> => ({
  list: sessionsList,
  within: { machineId: machine.id },
});

export interface ConnectionPage {
  rows: ConnectionRecord[];
  total: number;
  page: number;
  limit: number;
}

/** Returns one page of sessions, newest first. A page past the end is empty; a limit above 100 becomes 100. */
export async function pageOf(
  ctx: Context,
  source: ListSource<ConnectionRecord>,
  page: number,
  limit: number,
): Promise<ConnectionPage> {
  const [number, size] = [Math.max(1, page), Math.min(Math.max(1, limit), MAX_CONNECTIONS_PAGE)];
  const read = new ListRead(ctx, source, { orderDir: 'DESC' });
  const rows = await readPage(read, size, (number - 1) * size);
  return { rows, total: (await countMatching(read)).rows, page: number, limit: size };
}

/** Returns the module with this SIM if the viewer may see its machine; throws NotFound otherwise. */
export const findModuleByIccid = (ctx: Context, iccid: string): Promise<Module> => findVisible(ctx, Module, { iccid });

/** The simulator's carrier: a simulated SIM has sent data exactly when its device had a session. */
async function simulatedStatus({ em }: Context, { machineId }: Module): Promise<CarrierAnswer> {
  const [last] = await em.find(ConnectionRecord, { machineId }, { orderBy: { startTime: 'desc' }, limit: 1 });
  if (!last) return { session: null, problem: 'absent' };
  return {
    session: { lastStartTime: last.startTime.toISOString(), lastStopTime: last.endTime?.toISOString() ?? null },
    problem: null,
  };
}

/**
 * Returns the carrier's last data session of a module's SIM, or the reason why there is none. Never throws; failures of
 * the carrier are only logged.
 */
export async function networkStatus(ctx: Context, module: Module): Promise<CarrierAnswer> {
  const { config, log } = ctx.app;
  if (!module.iccid) return { session: null, problem: 'absent' };
  if (!config.carrierUrl) return simulatedStatus(ctx, module);
  return httpCarrier(config.carrierUrl, (problem, error) =>
    log.warn({ err: (error as Error).message, problem, requestId: ctx.request.id }, 'the carrier did not answer'),
  )(module.iccid);
}
