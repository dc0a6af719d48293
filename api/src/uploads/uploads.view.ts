import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import type { CardWarning } from './cards/card-warnings.ts';
import type { StoredUploadFile, Upload } from './upload.entity.ts';
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
