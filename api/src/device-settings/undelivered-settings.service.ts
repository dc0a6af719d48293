import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Context } from '../shared/context.ts';
import { refuse } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { pendingSettingsOf } from './device-settings.service.ts';
import { dismissed, maySendAgain } from './settings-delivery-states.ts';
import { textsOf } from './settings-form.service.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import { writeSteps } from './settings-record.service.ts';
import {
  announceRecord,
  check,
  findDevice,
  lockSettings,
  submitLocked,
  type Change,
  type Submission,
  type Submitted,
} from './submit-settings.service.ts';

/** A change that was not delivered, and its assignment. */
export interface Undelivered {
  deviceHistoryId: string;
  settingsRecordId: string;
}

/** The same change again. `version`: of the settings that the user saw when deciding it. */
export type Resend = Undelivered & Pick<Submission, 'version' | 'confirmVentilator'>;

/**
 * Returns the change if it is still the last undelivered one of its assignment; refuses it otherwise. Throws NotFound
 * for a change of another assignment.
 */
async function findUndelivered(ctx: Context, history: DeviceHistory, id: string): Promise<SettingsRecord> {
  const record = await findVisible(ctx, SettingsRecord, { id: rowId('SettingsRecord', id), history: history.id });
  const last = await ctx.loader(pendingSettingsOf).load(history.id);
  if (last?.id !== record.id || record.state === 'pending')
    refuse([{ field: 'settingsRecordId', code: 'settings.not_undelivered', message: 'settings.not_undelivered' }]);
  return record;
}

/** Returns a failed change as a submission of today; refuses a void one. */
async function submissionOf(ctx: Context, history: DeviceHistory, input: Resend): Promise<Submission> {
  const record = await findUndelivered(ctx, history, input.settingsRecordId);
  if (!maySendAgain(record))
    refuse([{ field: 'settingsRecordId', code: 'settings.not_failed', message: 'settings.not_failed' }]);
  const { mode, values } = textsOf(record);
  const { deviceHistoryId, version, confirmVentilator } = input;
  return { deviceHistoryId, version, confirmVentilator, mode: mode ?? '', values };
}

/** Runs every check of `resendSettings` without writing. Returns what it would change on the device. */
export async function checkResend(ctx: Context, input: Resend): Promise<Change[]> {
  const history = await findDevice(ctx, input.deviceHistoryId);
  return (await check(ctx, history, await submissionOf(ctx, history, input))).changes;
}

/**
 * Submits the values of a failed change as a new change of this user, with all checks of a submission: the device may
 * have other settings, another mode or other limits by now. The failed change stays in the history as it is.
 */
export async function resendSettings(ctx: Context, input: Resend): Promise<Submitted> {
  const history = await findDevice(ctx, input.deviceHistoryId);
  await lockSettings(ctx, history);
  return submitLocked(ctx, history, await submissionOf(ctx, history, input));
}

/** Runs every check of `dismissSettings` without writing. */
export async function checkDismissal(ctx: Context, input: Undelivered): Promise<void> {
  await findUndelivered(ctx, await findDevice(ctx, input.deviceHistoryId), input.settingsRecordId);
}

/**
 * Takes a change that was not delivered out of the column of the pending change. It stays in the history as it is, with
 * who dismissed it and when.
 */
export async function dismissSettings(
  ctx: Context,
  input: Undelivered,
): Promise<{ deviceHistory: DeviceHistory; settingsRecord: SettingsRecord }> {
  const history = await findDevice(ctx, input.deviceHistoryId);
  await lockSettings(ctx, history);
  const record = await findUndelivered(ctx, history, input.settingsRecordId);
  await writeSteps(ctx, dismissed(record));
  await ctx.em.refresh(record);
  announceRecord(ctx, history, record.id);
  return { deviceHistory: history, settingsRecord: record };
}
