import type { Context } from '../shared/context.ts';
import { ConnectionRecord, Module } from './communication.entity.ts';

/** The module of each machine, or null, in the order of the ids. For `ctx.loader`. */
export async function modulesOfMachines({ em }: Context, machineIds: readonly number[]): Promise<(Module | null)[]> {
  const modules = await em.find(Module, { machineId: { $in: [...machineIds] } });
  const byMachine = new Map(modules.map((module) => [module.machineId, module]));
  return machineIds.map((id) => byMachine.get(id) ?? null);
}

/**
 * The newest session of each assignment, or null, in the order of the assignments' ids. For `ctx.loader`.
 * A session counts for the assignment of its patient and machine within whose days (the viewer's zone) it started.
 */
export async function lastConnectionsOfHistories({ em, viewer }: Context, historyIds: readonly number[]): Promise<(ConnectionRecord | null)[]> {
  const { timezone } = viewer.facts;
  const rows = await em.execute<({ history_id: number } & Record<string, unknown>)[]>(
    `select h.id as history_id, c.* from device_history h cross join lateral (
       select * from connections c
        where c.machine_id = h.machine_id and c.patient_id = h.patient_id and c.start_time >= h.start_date::timestamp at time zone ?
          and (h.end_date is null or c.start_time < (h.end_date + 1)::timestamp at time zone ?)
        order by c.start_time desc limit 1) c
      where h.id in (${historyIds.map(() => '?').join(', ')})`,
    [timezone, timezone, ...historyIds],
  );
  const byHistory = new Map(rows.map(({ history_id: history, ...row }) => [history, em.map(ConnectionRecord, row)]));
  return historyIds.map((id) => byHistory.get(id) ?? null);
}
