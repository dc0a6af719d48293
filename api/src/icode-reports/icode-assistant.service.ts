import { complianceOf } from '../compliance/compliance.service.ts';
import { devicesOfPatients } from '../device-history/device-history.service.ts';
import { todayOfPatient } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { planCalls, type CallPlan, type CallState } from './icode-calls.ts';
import { contradictionsOf, contradictionsWithNights, type Contradiction } from './icode-contradictions.ts';
import { plansOf, SENDING } from './icode-due.ts';
import type { ICodeReport } from './icode-report.entity.ts';
import { reportsOf } from './icode-reports.service.ts';
import { IS_RECORDED, type AllowedNights, type RecordedNight } from './icode-recorded.ts';

/** Reports of a device that are compared, the newest: each with each. */
const COMPARED = 60;

interface RecordedOfDevice extends RecordedNight {
  patientId: number;
  machineId: number;
}

const RECORDED = `
  select n.patient_id as "patientId", n.machine_id as "machineId", n.night::text, n.minutes from usage_nights n
   where n.patient_id = any (?::int[]) and ${IS_RECORDED}`;

/** Returns the nights that the devices of each patient recorded. For `ctx.loader`. */
async function recordedOfPatients({ em }: Context, ids: readonly number[]): Promise<RecordedOfDevice[][]> {
  const rows = await em.execute<RecordedOfDevice[]>(RECORDED, [`{${ids}}`]);
  const byPatient = Map.groupBy(rows, ({ patientId }) => patientId);
  return ids.map((id) => byPatient.get(id) ?? []);
}

/** met: the nights that were recorded meet the rule. no_device: the patient has no device from which a code can be read. */
export interface PatientCallPlan extends Omit<CallPlan, 'state'> {
  state: CallState | 'met' | 'no_device';
  /** Of the device from which the codes are read, or from which the code that proves it was read. */
  serial: string | null;
  nightsArrive: boolean;
}

/**
 * Returns the days on which to have iCodes read for a patient, by the codes and nights so far.
 */
export async function callPlanOf(ctx: Context, patient: Patient): Promise<PatientCallPlan> {
  const { rule, therapyStart, verdict } = await complianceOf(ctx, patient);
  const reports = await reportsOf(ctx, patient, null);
  const devices = await ctx.loader(devicesOfPatients).load(patient.id);
  const recorded = await ctx.loader(recordedOfPatients).load(patient.id);
  const today = await todayOfPatient(ctx, patient);
  const called = await Promise.all(
    devices.map(async ({ machine, startDate, endDate }) => {
      const { id, serial } = await machine.loadOrFail();
      return { serial, startDate, endDate, nights: recorded.filter(({ machineId }) => machineId === id) };
    }),
  );
  const plans = plansOf(rule, therapyStart, called, reports, today);
  const week = addDays(today, -SENDING);
  const nightsArrive = (verdict?.ledger ?? []).some(
    ({ date, reports: sent }) => date >= week && sent.some(({ source }) => source === 'wireless'),
  );
  const [caught] = plans
    .filter(({ state }) => state === 'caught')
    .toSorted((a, b) => (a.caught!.collected < b.caught!.collected ? -1 : 1));
  const shown = ({ state, calls, caught, serial }: (typeof plans)[number]) => ({
    state,
    calls,
    caught,
    serial,
    nightsArrive,
  });
  if (caught) return shown(caught);
  const nothing = { calls: [], caught: null, serial: null, nightsArrive };
  if (verdict?.state === 'met') return { ...nothing, state: 'met' };
  const active = plans.find(({ endDate }) => endDate === null);
  if (active?.state === 'planned') return shown(active);
  const { state } = active ?? planCalls(rule, therapyStart, [], today);
  return { ...nothing, state: state === 'planned' ? 'no_device' : state };
}

/**
 * Returns the codes of a patient that cannot all be right, or do not fit the recorded nights, of each device among its 60
 * newest.
 */
export async function contradictingReports(
  ctx: Context,
  patient: Patient,
): Promise<(Pick<Contradiction, 'kind'> & { allowed: AllowedNights | null; reports: ICodeReport[] })[]> {
  const byDevice = Map.groupBy(await reportsOf(ctx, patient, null), ({ serial }) => serial);
  const recorded = await ctx.loader(recordedOfPatients).load(patient.id);
  return [...byDevice.values()].flatMap((reports) => {
    const compared = reports.slice(0, COMPARED);
    const byId = new Map(compared.map((report) => [report.id, report]));
    const nights = recorded.filter(({ machineId }) => machineId === compared[0]!.machineId);
    return [...contradictionsOf(compared), ...contradictionsWithNights(compared, nights)].map(
      ({ kind, first, second, allowed }) => ({
        kind,
        allowed: allowed ?? null,
        reports: [...new Set([first, second])].map((id) => byId.get(id)!),
      }),
    );
  });
}
