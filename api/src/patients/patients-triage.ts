import { pendingSettingsOf } from '../device-settings/device-settings.service.ts';
import { failureTextOf } from '../device-settings/settings-record.texts.ts';
import type { SettingsRecord } from '../device-settings/settings-record.entity.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import type { Patient } from './patient.entity.ts';
import { QUIET_DAYS, QUIET_HOURS } from './patients-attention.ts';
import type { Attention } from './patients.list.rules.ts';
import { activeDeviceOf, storedComplianceOf, type ActiveDevice } from './patients-states.ts';
import type { AttentionReason, PatientAttention } from './patients-states.types.ts';

const QUIET_MS = QUIET_HOURS * 3_600_000;

/** Whether a device needs attention for a reason now; patients-attention.ts is the SQL of the same conditions. */
const HOLDS: Record<Attention, (ctx: Context, device: ActiveDevice) => boolean> = {
  settings_failed: (_ctx, { settingsState }) => settingsState === 'failed',
  settings_waiting: ({ app }, { settingsState, submittedAt }) =>
    settingsState === 'pending' && submittedAt !== null && isQuiet(app.now(), submittedAt),
  silent: ({ app, today }, { hasModule, heardAt, since }) =>
    hasModule && (heardAt === null || isQuiet(app.now(), heardAt)) && since <= addDays(today, -QUIET_DAYS),
};
const isQuiet = (now: Date, since: Date) => now.getTime() - since.getTime() >= QUIET_MS;

/** The time at which a change failed: when the device refused it, or when it expired. */
const failedAt = ({ failure, expiresAt, answeredAt, submittedAt }: SettingsRecord): Date | null =>
  (failure === 'expired' ? expiresAt : answeredAt) ?? submittedAt;

/**
 * Returns why a patient needs attention for a reason and since when; null when the reason does not apply now. Loaders
 * read devices and changes, so that a page of patients takes as many statements as one patient.
 */
export async function attentionOf(
  ctx: Context,
  patient: Patient,
  reason: AttentionReason,
): Promise<PatientAttention | null> {
  const none = { since: null, submittedBy: null, failureText: null };
  if (reason === 'compliance_at_risk' || reason === 'compliance_cannot_be_met') {
    const state = storedComplianceOf(ctx, patient);
    if (reason !== `compliance_${state}`) return null;
    const since = state === 'at_risk' ? patient.complianceAtRiskOn : patient.complianceCannotBeMetOn;
    return { ...none, reason, sinceDay: since! };
  }
  const device = await activeDeviceOf(ctx, patient);
  if (!device || !HOLDS[reason](ctx, device)) return null;
  const at = (since: Date | null) => ({ since, sinceDay: since ? ctx.dayOf(since) : device.since });
  if (reason === 'silent') return { ...none, reason, ...at(device.heardAt) };
  const change = await ctx.loader(pendingSettingsOf).load(device.historyId);
  if (!change) return null;
  return {
    reason,
    ...at(reason === 'settings_failed' ? failedAt(change) : change.submittedAt),
    submittedBy: change.submittedBy,
    failureText: failureTextOf(change, ctx.locale),
  };
}
