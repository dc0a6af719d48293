import type { Context } from '../shared/context.ts';
import { displayDate } from '../device-history/device-form.ts';
import { translate } from '../shared/messages.ts';
import type { CardWarning } from './cards/card-warnings.ts';
import type { StoredUploadFile, Upload } from './upload.entity.ts';
import { MAX_DAYS } from '../usage-dates/usage-dates.rules.ts';
import { shownSettings } from '../device-settings/settings-record.texts.ts';
import type { UploadedNight, UploadedSettings } from './uploads-confirm.types.ts';
import { overruledBy, overrules, type PlannedNight } from './uploads-plan.ts';
import { proposedDays } from './uploads-moves.ts';
import type { PlannedSettings } from './uploads-settings.ts';
import type { UploadFile, UploadWarning } from './uploads.types.ts';

/** Returns why nothing of an upload was used, in the viewer's language; null when it was used, or not read yet. */
export function reasonOf({ locale }: Context, { reasonCode, firstNight, lastNight, createdAt }: Upload): string | null {
  const reason = reasonCode && translate(locale, `uploads.reason.${reasonCode}`);
  if (reasonCode !== 'wrong_dates' || !firstNight || !lastNight) return reason;
  const dates = { from: displayDate(firstNight), to: displayDate(lastNight) };
  const isMovable = Math.abs(proposedDays(lastNight, createdAt.toISOString().slice(0, 10))!) <= MAX_DAYS;
  return [
    reason,
    translate(locale, 'uploads.wrong_dates', dates),
    ...(isMovable ? [translate(locale, 'uploads.wrong_dates_move')] : []),
  ].join(' ');
}

/** Returns warnings in the viewer's language. */
export const warningsOf = ({ locale }: Context, warnings: readonly CardWarning[]): UploadWarning[] =>
  warnings.map(({ code, night, count }) => ({
    code,
    night,
    count,
    message: translate(locale, `uploads.warning.${code}`, { count }),
  }));

/** Returns a file as it is shown. */
export const fileShown = (ctx: Context, file: StoredUploadFile): UploadFile => ({
  id: String(file.id),
  name: file.name,
  byteCount: file.byteCount,
  format: file.format,
  state: file.state,
  warnings: warningsOf(ctx, file.warnings),
});

/** Returns a night of a card, and what its upload would do with it. */
export const nightShown = (night: PlannedNight): UploadedNight => ({
  date: night.date,
  recordedDate: night.night,
  hasPatient: night.isAssigned,
  minutes: night.minutes,
  outcome: night.outcome,
  overruledBy: overruledBy(night),
  overrules: overrules(night),
});

/** Returns settings of a card as they are shown in the viewer's language. */
export const settingsShown = (
  { locale }: Context,
  { night, isCurrent, values }: PlannedSettings,
): UploadedSettings => ({
  night,
  isCurrent,
  values: shownSettings(values, 'all', locale).map(({ name, label, value, unit }) => ({
    name,
    label,
    value: String(value),
    unit,
  })),
});
