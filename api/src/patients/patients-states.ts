import { stateOn, type ComplianceState } from '../compliance/compliance-verdict.ts';
import type { SettingsState } from '../device-index/device-index.list.rules.ts';
import type { Context } from '../shared/context.ts';
import type { Patient } from './patient.entity.ts';

/** What triggers keep of the active device of a patient (decisions/035). */
export interface ActiveDevice {
  historyId: number;
  /** First day of the assignment. */
  since: string;
  settingsState: SettingsState;
  /** Of the change that is pending or failed. */
  submittedAt: Date | null;
  hasModule: boolean;
  /** Last contact of the module; null without one. */
  heardAt: Date | null;
  /** Start of the newest session within the assignment. */
  connectedAt: Date | null;
}

type Row = Pick<ActiveDevice, 'historyId' | 'since' | 'settingsState' | 'hasModule'> &
  Record<'submitted' | 'heard' | 'connected', number | null> & { patientId: number };

const milliseconds = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;
const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Returns the active device of each patient, or null, in the order of the ids. For `ctx.loader`. */
export async function activeDevicesOf(
  { em }: Context,
  patientIds: readonly number[],
): Promise<(ActiveDevice | null)[]> {
  const rows = await em.execute<Row[]>(
    `select s.patient_id as "patientId", s.history_id as "historyId", s.active_since::text as since, s.settings_state as "settingsState",
        s.heard_at is not null as "hasModule", ${milliseconds('s.submitted_at')} as submitted,
        ${milliseconds("nullif(s.heard_at, '-infinity')")} as heard, ${milliseconds('s.last_session_at')} as connected
       from device_states s where s.patient_id in (${patientIds.map(() => '?').join(', ')}) and s.active_since is not null`,
    [...patientIds],
  );
  const byPatient = new Map(
    rows.map(({ patientId, submitted, heard, connected, ...row }) => [
      patientId,
      { ...row, submittedAt: dateOf(submitted), heardAt: dateOf(heard), connectedAt: dateOf(connected) },
    ]),
  );
  return patientIds.map((id) => byPatient.get(id) ?? null);
}

/** Returns the active device of a patient, or null. */
export const activeDeviceOf = (ctx: Context, { id }: Patient): Promise<ActiveDevice | null> =>
  ctx.loader(activeDevicesOf).load(id);

/** The dates of a patient that the stored result of compliance consists of. */
export type PatientComplianceDates = Pick<
  Patient,
  'therapyStart' | 'complianceMetOn' | 'complianceAtRiskOn' | 'complianceCannotBeMetOn' | 'complianceClosesOn'
>;

/** Returns the compliance state by the stored result, as the filters of the list find it; null before it is computed. */
export function storedComplianceOf({ today }: Context, patient: PatientComplianceDates): ComplianceState | null {
  const { therapyStart, complianceMetOn: metOn, complianceClosesOn: closesOn } = patient;
  const { complianceAtRiskOn: atRiskOn, complianceCannotBeMetOn: cannotBeMetOn } = patient;
  if (therapyStart === null) return 'no_therapy_start';
  if (metOn !== null && metOn <= today) return 'met';
  return closesOn === null ? null : stateOn({ metOn, atRiskOn, cannotBeMetOn, closesOn }, today);
}
