import { take } from '../auth/counters.ts';
import { imported } from '../auth/limits.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput } from '../shared/errors.ts';
import { findOrganizationOfNewUser } from '../users/form/user-form.service.ts';
import { canCreateUser } from '../users/form/user-form.policy.ts';
import { checkRows, type CheckedRow } from './users-import-check.ts';
import { readUsers, refusedFile } from './users-import-read.ts';
import {
  findImport,
  newestImport,
  putImportAway,
  rowsOf,
  startImport,
  storeImport,
  type StoredImport,
} from './users-import.store.ts';
import type { FileRow } from './users-import-table.ts';
import { refusedRows } from './users-import.view.ts';

/** A file that a client sends. `organizationId`: of the path. `sentOrganization`: the form's org_id. */
export interface SentImport {
  organizationId: number;
  sentOrganization: unknown;
  bytes: Buffer | undefined;
}

/**
 * Reads a file of users and runs every check without writing; Forbidden or NotFound for an organization whose users the
 * viewer may not create. Throws InvalidInput for a file that is no table of users: refused rows are in the answer.
 */
async function check(ctx: Context, { organizationId, sentOrganization, bytes }: SentImport): Promise<CheckedRow[]> {
  const organization = await findOrganizationOfNewUser(ctx, organizationId);
  if (String(sentOrganization) !== String(organizationId))
    throw new InvalidInput([{ field: 'org_id', code: 'user_import.org_differs', message: 'user_import.org_differs' }]);
  if (!bytes) throw refusedFile('required');
  const { rows, errors } = await readUsers(bytes);
  if (errors.length > 0) throw refusedRows(ctx, [{ row: 1, errors }]);
  return checkRows(ctx, organization, rows);
}

/** Runs every check of `importFile` without writing. */
export async function checkFile(ctx: Context, file: SentImport): Promise<CheckedRow[]> {
  const rows = await check(ctx, file);
  const refused = rows.filter(({ errors }) => errors.length > 0);
  if (refused.length > 0) throw refusedRows(ctx, refused);
  return rows;
}

/** Keeps what an import of the file would do, for a day: `startStored` begins it. */
export async function dryRun(ctx: Context, file: SentImport): Promise<StoredImport> {
  const rows = await check(ctx, file);
  const found = await storeImport(ctx, file.organizationId, rows, 'checked');
  ctx.note({ import: found.id, rows: found.rowCount });
  return found;
}

/** Checks a file and starts the job that creates its users: all of them, or none. Refused when any row is. */
export async function importFile(ctx: Context, file: SentImport): Promise<StoredImport> {
  const rows = await checkFile(ctx, file);
  const found = await storeImport(ctx, file.organizationId, rows, 'waiting');
  await enqueue(ctx, found);
  return found;
}

/** Starts the job of a dry run without refused rows. Repeating it changes nothing. */
export async function startStored(ctx: Context, id: number): Promise<StoredImport> {
  const found = await findImport(ctx, id);
  authorize(canCreateUser(ctx.viewer, { id: found.organizationId }));
  if (found.state === 'refused')
    throw new InvalidInput([{ field: '', code: 'user_import.has_errors', message: 'user_import.has_errors' }]);
  if (await startImport(ctx, id)) await enqueue(ctx, found);
  return findImport(ctx, id);
}

/** Starts the job. Throws TooMany when the organization may not import as many users today. */
async function enqueue(ctx: Context, { id, organizationId, rowCount }: StoredImport): Promise<void> {
  await take(ctx, imported(organizationId), rowCount);
  ctx.note({ import: id, rows: rowCount });
  await ctx.enqueue('import-users', { importId: id, userId: ctx.viewer.userId }, { key: String(id) });
}

/** Returns an import of the viewer's own. */
export const userImport = (ctx: Context, id: number): Promise<StoredImport> => findImport(ctx, id);

/**
 * Returns the viewer's newest import of an organization that they have not put away, so that a page finds it again; null
 * without one. Forbidden or NotFound for an organization whose users the viewer may not create.
 */
export async function currentImport(ctx: Context, organizationId: number): Promise<StoredImport | null> {
  const organization = await findOrganizationOfNewUser(ctx, organizationId);
  return newestImport(ctx, organization.id);
}

/** Puts an import away: `currentImport` no longer finds it. Refuses one whose job waits or runs. */
export async function dismissImport(ctx: Context, id: number): Promise<StoredImport> {
  const found = await findImport(ctx, id);
  if (!(await putImportAway(ctx, id)))
    throw new InvalidInput([{ field: '', code: 'user_import.running', message: 'user_import.running' }]);
  ctx.note({ import: id });
  return found;
}

/** Returns rows of an import of the viewer's own, by their place in the file. */
export const importedRows = (
  ctx: Context,
  id: number,
  page: { offset?: number; limit?: number; onlyRefused?: boolean },
): Promise<FileRow[]> => rowsOf(ctx, id, page);
