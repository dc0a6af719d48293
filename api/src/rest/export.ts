import { exportLines } from '../auth/authorize.ts';
import { exportRefusal } from '../auth/export.policy.ts';
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

/**
 * Returns the file, after its line is in the audit log: the number of rows, and `selection`, which chose them. A file that
 * ends with another number of rows leaves a second line with that number. Its headers alone are no export: nothing is read.
 */
export async function exportFile(
  ctx: Context,
  request: RestRequest,
  file: Pick<FileRows, 'pieces'> & { titles: MessageKey[]; rows: number; selection?: Record<string, unknown> },
): Promise<Reply> {
  authorizeExport(ctx, request);
  if (request.isHead) return { headers: fileHeaders(ctx) };
  const record = exportLines(ctx, request.operation);
  const { rows, selection } = file;
  await record({ ...request.params, rows, ...selection });
  const ended = async (sent: number) => {
    if (sent !== rows) await record({ ...request.params, rows: sent, of: rows, ...selection });
  };
  return csvFile(ctx, file.titles, { pieces: file.pieces, ended });
}
