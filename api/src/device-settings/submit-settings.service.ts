import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { Topics } from '../realtime/topics.ts';
import type { Context } from '../shared/context.ts';
import { Conflict, type CurrentRow, refuseOlder, type RowVersion } from '../shared/conflict.ts';
import { authorize, NotFound, refuse, type Refusal } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { enqueueDelivery } from './settings-delivery.service.ts';
import { replaced, withdrawn } from './settings-delivery-states.ts';
import { addChange, announceStatus, writeSteps } from './settings-record.service.ts';
import { canChangeSettings } from './device-settings.policy.ts';
import { changedSettings, checkSettings, type SettingsInput, type SettingsRefusal } from './device-settings.rules.ts';
import { editAllowedOf } from './device-settings.service.ts';
import { editStateOf, type EditState } from './settings-form.service.ts';
import { labelOf, readable, shownSettings } from './settings-record.texts.ts';
import type { SettingName, SettingValue } from './settings-catalog.rules.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import type { ChangedSettings } from './submit-settings.types.ts';

/**
 * A device that connects once a day, and may be away for a weekend, connects within a week. An older change of therapy
 * needs a new decision.
 */
export const DELIVERY_DAYS = 7;
const DAY_MS = 86_400_000;

export interface Submission extends SettingsInput {
  deviceHistoryId: string;
  version: RowVersion;
  confirmVentilator?: boolean | null;
}

/** One changed setting of a submission, as displayed. */
export interface Change {
  name: string;
  label: string;
  from: string | null;
  to: string;
}

/** A submitted change, and what it changes on the device. */
export interface Submitted {
  deviceHistory: DeviceHistory;
  settingsRecord: SettingsRecord;
  changes: Change[];
}

interface Checked {
  state: EditState;
  values: Record<string, SettingValue>;
  changes: Change[];
}

/** Returns the assignment whose settings the viewer may change; throws NotFound or Forbidden. */
export async function findDevice(ctx: Context, id: string): Promise<DeviceHistory> {
  const history = await findVisible(ctx, DeviceHistory, { id: rowId('DeviceHistory', id) });
  authorize(canChangeSettings(ctx.viewer, history, await ctx.loader(organizationsById).load(history.orgId)));
  return history;
}

/**
 * Runs every check of a submission without writing. Throws NotFound for a device that the viewer may not see, Forbidden
 * without the permission.
 */
export async function checkSubmission(ctx: Context, input: Submission): Promise<Change[]> {
  return (await check(ctx, await findDevice(ctx, input.deviceHistoryId), input)).changes;
}

/** Returns what the submission would do to this assignment; refuses it with every reason. */
export async function check(ctx: Context, history: DeviceHistory, input: Submission): Promise<Checked> {
  const allowed = await ctx.loader(editAllowedOf).load(history);
  if (allowed !== 'pass' && !(allowed === 'edit_settings.no_ventilator' && input.confirmVentilator))
    refuse([{ field: '', code: allowed, message: allowed }]);
  const state = await editStateOf(ctx, history);
  refuseOlder(input, currentOf(history, state));
  const { values, refusals } = checkSettings(state.device, input, state.current?.values);
  refuse(refusals.map((refusal) => refusalOf(ctx, refusal)));
  const names = changedSettings(state.current?.values ?? null, values);
  if (names.length === 0)
    refuse([
      {
        field: '',
        code: 'settings.unchanged',
        message: state.pending ? 'settings.unchanged_withdraw' : 'settings.unchanged',
      },
    ]);
  if (state.pending && changedSettings(state.pending.values, values).length === 0)
    refuse([{ field: '', code: 'settings.unchanged', message: 'settings.already_pending' }]);
  return { state, values, changes: changesOf(ctx, state.current?.values ?? {}, values, names) };
}

/** The settings of a device that another user, or the device itself, may change: the newest record, which the editor has not seen. */
const currentOf = (history: DeviceHistory, { version, newest }: EditState): CurrentRow<ChangedSettings> => ({
  row: { version, record: newest },
  version,
  message: 'conflict.settings',
  patients: [history.patient.id],
});

function refusalOf(ctx: Context, { field, code, values: { other, ...numbers } = {} }: SettingsRefusal): Refusal {
  return {
    field,
    code,
    message: code,
    values: { ...numbers, ...(other && { other: labelOf(other as SettingName, ctx.locale) }) },
  };
}

function changesOf(
  ctx: Context,
  current: Record<string, SettingValue>,
  next: Record<string, SettingValue>,
  names: readonly string[],
): Change[] {
  const before = new Map(shownSettings(current, 'all', ctx.locale).map((setting) => [setting.name, readable(setting)]));
  return shownSettings(next, 'all', ctx.locale)
    .filter(({ name }) => names.includes(name))
    .map((setting) => ({
      name: setting.name,
      label: setting.label,
      from: before.get(setting.name) ?? null,
      to: readable(setting),
    }));
}

/**
 * Until the end of the transaction no other user submits settings for this device or ends its assignment, and the
 * device does not answer the pending change. The assignment is always locked first.
 */
export async function lockSettings(ctx: Context, history: DeviceHistory): Promise<void> {
  const locked = await ctx.em.execute<unknown[]>('select id from device_history where id = ? for no key update', [
    history.id,
  ]);
  if (locked.length === 0) throw new NotFound();
  await ctx.em.execute(
    `select id from settings_records where history_id = ? and status in ('pending', 'current', 'defaults') order by id for update`,
    [history.id],
  );
  await ctx.em.refresh(history);
}

/** Announces a record of the assignment to the pages that show its patient. */
export const announceRecord = (ctx: Context, history: DeviceHistory, recordId: number) =>
  announceStatus(ctx, { patientId: history.patient.id, historyId: history.id, recordId });

/**
 * Submits a change for the device to fetch. It replaces a pending change even if the device has fetched that one, whose
 * answer then comes too late. Of two editors who saw the same settings, the second is refused and gets the first one's
 * record.
 */
export async function submitSettings(ctx: Context, input: Submission): Promise<Submitted> {
  const history = await findDevice(ctx, input.deviceHistoryId);
  await lockSettings(ctx, history);
  return submitLocked(ctx, history, input);
}

/** Submits a change of an assignment that `lockSettings` has locked. */
export async function submitLocked(ctx: Context, history: DeviceHistory, input: Submission): Promise<Submitted> {
  const { state, values, changes } = await check(ctx, history, input);
  if (state.pending) {
    await writeSteps(ctx, replaced(state.pending));
    announceRecord(ctx, history, state.pending.id);
  }
  const submittedAt = ctx.app.now();
  const expiresAt = new Date(submittedAt.getTime() + DELIVERY_DAYS * DAY_MS);
  const basedOnId = state.current?.id ?? null;
  const change = { values, basedOnId, submittedAt, expiresAt };
  const record = await addChange(ctx, history, change).catch((error: unknown) => {
    // For a writer that took no lock: the index still allows only one pending change per device.
    const { constraint } = error as { constraint?: string };
    throw constraint === 'settings_one_pending' ? new Conflict(null, 'conflict.settings') : error;
  });
  await enqueueDelivery(ctx, record.id, expiresAt);
  announceRecord(ctx, history, record.id);
  return { deviceHistory: history, settingsRecord: record, changes };
}

/**
 * Withdraws a change that the device has not answered, which becomes Void/Replaced. Refused when it is no longer
 * pending.
 */
export async function cancelPendingSettings(
  ctx: Context,
  input: { deviceHistoryId: string; settingsRecordId: string },
): Promise<{ deviceHistory: DeviceHistory; settingsRecord: SettingsRecord }> {
  const history = await findDevice(ctx, input.deviceHistoryId);
  await lockSettings(ctx, history);
  const record = await findVisible(ctx, SettingsRecord, {
    id: rowId('SettingsRecord', input.settingsRecordId),
    history: history.id,
  });
  if (record.state !== 'pending')
    refuse([{ field: 'settingsRecordId', code: 'settings.not_pending', message: 'settings.not_pending' }]);
  await writeSteps(ctx, withdrawn(record));
  announceRecord(ctx, history, record.id);
  return { deviceHistory: history, settingsRecord: record };
}

/** Returns an announced change as the viewer may see it now; throws NotFound when the patient is no longer visible. */
export async function findStatusChange(
  ctx: Context,
  { patientId, historyId, recordId }: Topics['settings.status-changed'],
): Promise<{ deviceHistory: DeviceHistory | null; settingsRecord: SettingsRecord | null }> {
  await findPatient(ctx, patientId);
  return {
    deviceHistory: await ctx.em.findOne(DeviceHistory, { id: historyId, patient: patientId }),
    settingsRecord: await ctx.em.findOne(SettingsRecord, { id: recordId, history: historyId }),
  };
}
