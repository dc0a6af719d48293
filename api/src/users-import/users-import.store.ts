import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { prepared } from '../shared/prepared.ts';
import type { CheckedRow } from './users-import-check.ts';
import type { FileRow } from './users-import-table.ts';

/**
 * checked: every row can be created; the user has not confirmed yet. refused: some rows cannot. waiting, running: the
 * job. done: every user was created. failed: none was.
 */
export const IMPORT_STATES = ['checked', 'refused', 'waiting', 'running', 'done', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** An import without its rows. */
export interface StoredImport {
  id: number;
  organizationId: number;
  state: ImportState;
  rowCount: number;
  refusedCount: number;
  doneCount: number;
  attempts: number;
}

const FIELDS = `id, target_org_id as "organizationId", state, row_count as "rowCount", refused_count as "refusedCount",
  done_count as "doneCount", attempts`;

/** Row-level security leaves the viewer's own imports. Throws NotFound for any other. */
export async function findImport({ em }: Context, id: number): Promise<StoredImport> {
  const [found] = await em.execute<StoredImport[]>(`select ${FIELDS} from user_imports where id = ?`, [id]);
  if (!found) throw new NotFound();
  return found;
}

/** Returns the viewer's newest import of an organization that they have not put away; null without one. */
export async function newestImport({ em }: Context, organizationId: number): Promise<StoredImport | null> {
  const [found] = await em.execute<StoredImport[]>(
    `select ${FIELDS} from user_imports where target_org_id = ? and not dismissed order by id desc limit 1`,
    [organizationId],
  );
  return found ?? null;
}

/** Puts an import away, unless its job waits or runs; returns whether it did. */
export async function putImportAway({ em }: Context, id: number): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `update user_imports set dismissed = true where id = ? and state not in ('waiting', 'running') returning id`,
    [id],
  );
  return rows.length > 0;
}

/** Pages that show the import read it again when the transaction commits. */
const changed = (ctx: Context, importId: number) => ctx.publish('user-import.progressed', { importId });

const stored = (rows: readonly CheckedRow[]) => JSON.stringify(rows.map(({ input: _input, ...row }) => row));

const refusedOf = (rows: readonly CheckedRow[]) => rows.filter(({ errors }) => errors.length > 0).length;

/** Files that were checked and not started, of which a user's newest keep their rows: 2 MB each for the rest of the day. */
const KEPT = 20;

const INSERT = prepared(
  `insert into user_imports (org_id, user_id, target_org_id, state, rows, row_count, refused_count) values (?, ?, ?, ?, ?::jsonb, ?, ?)
    returning ${FIELDS}`,
);
const REFUSE = prepared(
  `update user_imports set state = 'refused', rows = ?::jsonb, refused_count = ?, done_count = 0 where id = ?`,
);

/** Keeps checked rows; `state` is refused when some of them are. An older file than the newest that are kept counts as failed. */
export async function storeImport(
  { em, viewer }: Context,
  organizationId: number,
  rows: readonly CheckedRow[],
  state: 'checked' | 'waiting',
): Promise<StoredImport> {
  const refused = refusedOf(rows);
  const [found] = await em.execute<StoredImport[]>(INSERT, [
    viewer.orgId,
    viewer.userId,
    organizationId,
    refused ? 'refused' : state,
    stored(rows),
    rows.length,
    refused,
  ]);
  await em.execute(
    `update user_imports set state = 'failed', rows = '[]', refused_count = 0, dismissed = true
      where id in (select id from user_imports where user_id = ? and state in ('checked', 'refused') order by id desc offset ${KEPT})`,
    [viewer.userId],
  );
  return found!;
}

/** Returns rows of an import in their order, from `offset` on; all of them without a limit. */
export async function rowsOf(
  { em }: Context,
  id: number,
  { offset = 0, limit = null, onlyRefused = false }: { offset?: number; limit?: number | null; onlyRefused?: boolean },
): Promise<FileRow[]> {
  const rows = await em.execute<{ value: FileRow }[]>(
    `select r.value from user_imports i, jsonb_array_elements(i.rows) with ordinality r (value, place)
      where i.id = ? and (not ?::boolean or jsonb_array_length(r.value -> 'errors') > 0) order by r.place offset ? limit ?::int`,
    [id, onlyRefused, offset, limit],
  );
  return rows.map(({ value }) => value);
}

/** Moves a checked import to waiting; of parallel calls exactly one returns true. */
export async function startImport(ctx: Context, id: number): Promise<boolean> {
  const rows = await ctx.em.execute<unknown[]>(
    `update user_imports set state = 'waiting' where id = ? and state = 'checked' returning id`,
    [id],
  );
  if (rows.length > 0) changed(ctx, id);
  return rows.length > 0;
}

/** Counts one attempt of the job, and begins its progress again. */
export async function beginImportAttempt(ctx: Context, id: number): Promise<number> {
  const [row] = await ctx.em.execute<{ attempts: number }[]>(
    `update user_imports set state = 'running', done_count = 0, attempts = attempts + 1
      where id = ? and state in ('waiting', 'running') returning attempts`,
    [id],
  );
  changed(ctx, id);
  return row?.attempts ?? 0;
}

export async function recordProgress(ctx: Context, id: number, done: number): Promise<void> {
  await ctx.em.execute(`update user_imports set done_count = ? where id = ? and state = 'running'`, [done, id]);
  changed(ctx, id);
}

/** Ends an import; returns whether it still waited or ran. */
export async function endImport(ctx: Context, id: number, state: 'done' | 'failed'): Promise<boolean> {
  const rows = await ctx.em.execute<unknown[]>(
    `update user_imports set state = ?, done_count = case when ? = 'done' then row_count else 0 end
      where id = ? and state in ('waiting', 'running') returning id`,
    [state, state, id],
  );
  changed(ctx, id);
  return rows.length > 0;
}

/** Keeps what the job found when it checked the rows again: some are refused now. */
export async function refuseImport(ctx: Context, id: number, rows: readonly CheckedRow[]): Promise<void> {
  await ctx.em.execute(REFUSE, [stored(rows), refusedOf(rows), id]);
  changed(ctx, id);
}
