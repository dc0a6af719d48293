import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import type { CardWarning } from './cards/card-warnings.ts';
import type { StoredUploadFile, Upload } from './upload.entity.ts';
import { shownSettings } from '../device-settings/settings-record.texts.ts';
import type { UploadedNight, UploadedSettings } from './uploads.confirm.types.ts';
import { overruledBy, overrules, type PlannedNight } from './uploads.plan.ts';
import type { PlannedSettings } from './uploads.settings.ts';
import type { UploadFile, UploadWarning } from './uploads.types.ts';

/** Returns why nothing of an upload was used, in the viewer's language; null when it was used, or not read yet. */
export const reasonOf = ({ locale }: Context, { reasonCode }: Upload): string | null =>
  reasonCode && translate(locale, `uploads.reason.${reasonCode}`);

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
  date: night.night,
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
