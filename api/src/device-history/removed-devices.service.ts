import { machinesById } from '../machines/machines.service.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { VOIDED } from '../usage/night-states.ts';
import type { NightsOfAssignment } from './assignment-nights.service.ts';
import type { DateRange } from './device-history-overlaps.ts';
import type { HistoryKey } from './device-history.service.ts';

/** What an assignment was, also when it is no longer among the patient's devices. */
export interface KeptAssignment extends DateRange {
  /** Its history_id. */
  id: number;
  orgId: number;
  patientId: number;
  machineId: number;
}

/** An assignment that was removed from view, and the nights that the patient still has by it. */
export interface RemovedDevice extends KeptAssignment, NightsOfAssignment {}

/** An assignment that was voided, and can be restored. */
export interface VoidedAssignment extends KeptAssignment {
  reason: string;
  voidedAt: Date;
  voidedById: number | null;
}

const KEPT = `r.history_id as id, r.org_id as "orgId", r.patient_id as "patientId", r.machine_id as "machineId",
         r.start_date::text as "startDate", r.end_date::text as "endDate"`;

/** A voided assignment is offered for this long on the patient's page, in days. Restore itself has no limit. */
const SHOWN_DAYS = 90;

const OF_VOIDED = `select ${KEPT}, r.reason, lower(r.known) as "voidedAt", r.actor_user_id as "voidedById"
    from assignment_versions r where r.act = 'voided' and upper_inf(r.known)`;

/**
 * Returns an assignment that was removed from view and is not void. Throws NotFound when there is none, or the viewer
 * may not see its patient.
 */
export async function findRemoved({ em }: Context, { id, patient }: HistoryKey): Promise<KeptAssignment> {
  const [removed] = await em.execute<KeptAssignment[]>(
    `select ${KEPT} from assignment_versions r where r.act = 'deleted' and upper_inf(r.known) and r.history_id = ? and r.patient_id = coalesce(?::int, r.patient_id)`,
    [id, patient ?? null],
  );
  if (!removed) throw new NotFound();
  return removed;
}

/**
 * Returns a voided assignment. Throws NotFound when there is none, it was restored, or the viewer may not see its
 * patient.
 */
export async function findVoided({ em }: Context, { id, patient }: HistoryKey): Promise<VoidedAssignment> {
  const [voided] = await em.execute<VoidedAssignment[]>(
    `${OF_VOIDED} and r.history_id = ? and r.patient_id = coalesce(?::int, r.patient_id)`,
    [id, patient ?? null],
  );
  if (!voided) throw new NotFound();
  return voided;
}

const REMOVED = `
  select ${KEPT}, count(*)::int as nights, min(n.usage_date)::text as "firstDate", max(n.usage_date)::text as "lastDate"
    from assignment_versions r cross join lateral nights_of_assignment(r.history_id) n
   where r.patient_id = any (?::int[]) and r.act = 'deleted' and upper_inf(r.known) and n.state <> ${VOIDED}
   group by r.history_id, r.org_id, r.patient_id, r.machine_id, r.start_date, r.end_date
   order by r.start_date desc, r.history_id desc`;

function grouped<Row extends { patientId: number }>(rows: Row[], patientIds: readonly number[]): Row[][] {
  const groups = Map.groupBy(rows, ({ patientId }) => patientId);
  return patientIds.map((id) => groups.get(id) ?? []);
}

/**
 * Returns, for each patient, the assignments that were removed from view and still give the patient nights, newest
 * first, in the order of the ids. A night of several is of the one that was assigned last. For `ctx.loader`.
 */
export async function removedDevicesOfPatients(
  { em }: Context,
  patientIds: readonly number[],
): Promise<RemovedDevice[][]> {
  return grouped(await em.execute<RemovedDevice[]>(REMOVED, [`{${patientIds.join(',')}}`]), patientIds);
}

/**
 * Returns, for each patient, the assignments that were voided in the last 90 days and not restored, newest first, in
 * the order of the ids. For `ctx.loader`.
 */
export async function voidedDevicesOfPatients(
  { em, app }: Context,
  patientIds: readonly number[],
): Promise<VoidedAssignment[][]> {
  const since = new Date(app.now().getTime() - SHOWN_DAYS * 86_400_000);
  const rows = await em.execute<VoidedAssignment[]>(
    `${OF_VOIDED} and r.patient_id = any (?::int[]) and lower(r.known) >= ? order by lower(r.known) desc, r.history_id desc`,
    [`{${patientIds.join(',')}}`, since],
  );
  return grouped(rows, patientIds);
}

/** Returns the serial number of an assignment's device; null when the viewer may no longer see the device. */
export const serialOfAssignment = async (ctx: Context, { machineId }: KeptAssignment): Promise<string | null> =>
  (await ctx.loader(machinesById).load(machineId))?.serial ?? null;
