import { exportLines } from '../auth/authorize.ts';
import { assertLeft, take, type Limit } from '../auth/counters.ts';
import { exportRefusal } from '../auth/export.policy.ts';
import { filesOfLists, filesOfOne } from '../auth/limits.ts';
import { matrix } from '../auth/matrix.ts';
import type { Context } from '../shared/context.ts';
import { Forbidden } from '../shared/errors.ts';
import type { MessageKey } from '../shared/messages.ts';
import { csvFile, fileHeaders, type FileRows } from './csv.ts';
import type { Reply, RestRequest } from './route.ts';

/** Whether the client wants a file of all rows instead of a page. */
export const wantsFile = ({ query }: Pick<RestRequest, 'query'>): boolean => query.csv === 'true';

/** Throws Forbidden, with the documented text, when the viewer may not save the rows of this operation as a file. */
export function authorizeExport({ viewer }: Context, { operation }: RestRequest): void {
  const permission = matrix[operation]!.export;
  if (!permission) throw new Error(`${operation} declares no permission for its file.`);
  const refusal = exportRefusal(viewer, permission);
  if (refusal) throw new Forbidden(refusal);
}

const limitsOf = (ctx: Context, { operation }: RestRequest): Limit[] =>
  matrix[operation]!.fileOf === 'one' ? filesOfOne(ctx) : filesOfLists(ctx);

/** Throws TooMany when the viewer may save no more files of this kind in this hour, before their rows are read. */
export const assertFilesLeft = (ctx: Context, request: RestRequest): Promise<void> =>
  assertLeft(ctx, limitsOf(ctx, request));

/**
 * Returns the file, after it is counted (TooMany) and its line is in the audit log: the number of rows, and `selection`, which chose them. A file that
 * ends with another number of rows leaves a second line with that number. Its headers alone are no export: nothing is read.
 */
export async function exportFile(
  ctx: Context,
  request: RestRequest,
  file: Pick<FileRows, 'pieces'> & { titles: MessageKey[]; rows: number; selection?: Record<string, unknown> },
): Promise<Reply> {
  authorizeExport(ctx, request);
  if (request.isHead) return { headers: fileHeaders(ctx) };
  await take(ctx, limitsOf(ctx, request));
  const record = exportLines(ctx, request.operation);
  const { rows, selection } = file;
  await record({ ...request.params, rows, ...selection });
  const ended = async (sent: number) => {
    if (sent !== rows) await record({ ...request.params, rows: sent, of: rows, ...selection });
  };
  return csvFile(ctx, file.titles, { pieces: file.pieces, ended });
}
