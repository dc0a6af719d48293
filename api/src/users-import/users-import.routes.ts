import { assertFresh } from '../auth/authorize.ts';
import { csvFile, csvPiece } from '../rest/csv.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { NotFound, refuse } from '../shared/errors.ts';
import { flagOf } from '../shared/flag.ts';
import { translate } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { checkFile, dryRun, importedRows, importFile, userImport, type SentImport } from './users-import.service.ts';
import type { StoredImport } from './users-import.store.ts';
import { errorText, rowOutcomeOf } from './users-import.view.ts';

/** Bytes of a file: 5,000 rows are about 1 MB. */
export const MAX_IMPORT_FILE = 5 * 1024 * 1024;

const PATH = '/api/orgs/{org_id}/users/import';

const sentFile = ({ params, body, file }: RestRequest): SentImport => ({
  organizationId: rowId('Organization', params.org_id!),
  sentOrganization: body.org_id,
  bytes: file,
});

/** Whether a file is a dry run. Refuses what is no flag: a typing error must not create users. */
function isDryRun({ body }: RestRequest): boolean {
  const flag = flagOf(body.dry_run || false);
  refuse(flag === null ? [{ field: 'dry_run', code: 'invalid', message: 'invalid' }] : []);
  return flag === true;
}

const toRest = (ctx: Context, found: StoredImport, message?: 'user_import.started') => ({
  data: {
    id: found.id,
    org_id: found.organizationId,
    state: found.state,
    rows: found.rowCount,
    refused: found.refusedCount,
    done: found.doneCount,
  },
  ...(message && { message: translate(ctx.locale, message, { count: found.rowCount }) }),
});

/** The import with the path's id, of the path's organization. */
async function ofPath(ctx: Context, { params }: RestRequest): Promise<StoredImport> {
  const found = await userImport(ctx, rowId('UserImport', params.id!));
  if (found.organizationId !== rowId('Organization', params.org_id!)) throw new NotFound();
  return found;
}

/** The file of the result: each row with what became of it. */
async function result(ctx: Context, found: StoredImport): Promise<Reply> {
  const rows = await importedRows(ctx, found.id, {});
  const lines = rows.map((row) => [
    row.row,
    row.cells.email,
    row.cells.first_name,
    row.cells.last_name,
    translate(ctx.locale, `user_import.outcome.${rowOutcomeOf(found.state, row)}`),
    row.errors.map((error) => `${error.attribute}: ${errorText(ctx, error)}`).join('; '),
  ]);
  const reply = csvFile(
    ctx,
    [
      'user_import.csv.row',
      'users.csv.email',
      'users.csv.first_name',
      'users.csv.last_name',
      'user_import.csv.outcome',
      'user_import.csv.errors',
    ],
    { pieces: [csvPiece(ctx, lines)], ended: async () => undefined },
  );
  const name = `user_import_${found.id}.csv`;
  return { ...reply, headers: { ...reply.headers, 'Content-Disposition': `attachment; filename="${name}"` } };
}

/** The documented import of users, and how far it is. */
export const usersImportRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    upload: { field: 'file', maxBytes: MAX_IMPORT_FILE },
    check: async (ctx, request) => {
      isDryRun(request);
      return checkFile(ctx, sentFile(request));
    },
    handler: async (ctx, request) => {
      if (isDryRun(request)) {
        const found = await dryRun(ctx, sentFile(request));
        return { body: toRest(ctx, found), subject: found.id };
      }
      assertFresh(ctx, 'Mutation.importUsers');
      const found = await importFile(ctx, sentFile(request));
      return { status: 202, body: toRest(ctx, found, 'user_import.started'), subject: found.id };
    },
    again: async (ctx, id) => {
      const found = await userImport(ctx, id);
      const isDryRun = found.state === 'checked' || found.state === 'refused';
      return { status: isDryRun ? 200 : 202, body: toRest(ctx, found), subject: id };
    },
  },
  {
    method: 'GET',
    path: `${PATH}/{id}`,
    handler: async (ctx, request) => ({ body: toRest(ctx, await ofPath(ctx, request)) }),
  },
  {
    method: 'GET',
    path: `${PATH}/{id}/result`,
    handler: async (ctx, request) => result(ctx, await ofPath(ctx, request)),
  },
];
