import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import type { CheckedRow } from './users-import-check.ts';
import type { FileRow } from './users-import-table.ts';

/**
 * checked: every row can be created; the user has not confirmed yet. refused: some rows cannot. waiting, running: the
 * job. done: every user was created. failed: none was.
 */
export const IMPORT_STATES = ['checked', 'refused', 'waiting', 'running', 'done', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Of an import whose job waits or runs. */
const OPEN: readonly ImportState[] = ['waiting', 'running'];

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
  const put = await write(em)
    .updateTable('user_imports')
    .set({ dismissed: true })
    .where('id', '=', id)
    .where('state', 'not in', OPEN)
    .returning('id')
    .executeTakeFirst();
  return put !== undefined;
}

/** Pages that show the import read it again when the transaction commits. */
const changed = (ctx: Context, importId: number) => ctx.publish('user-import.progressed', { importId });

const stored = (rows: readonly CheckedRow[]) => JSON.stringify(rows.map(({ input: _input, ...row }) => row));

const refusedOf = (rows: readonly CheckedRow[]) => rows.filter(({ errors }) => errors.length > 0).length;

/** Files that were checked and not started, of which a user's newest keep their rows: 2 MB each for the rest of the day. */
const KEPT = 20;

/** Keeps checked rows; `state` is refused when some of them are. An older file than the newest that are kept counts as failed. */
export async function storeImport(
  ctx: Context,
  organizationId: number,
  rows: readonly CheckedRow[],
  state: 'checked' | 'waiting',
): Promise<StoredImport> {
  const { em, viewer } = ctx;
  const refused = refusedOf(rows);
  const { id } = await write(em)
    .insertInto('user_imports')
    .values({
      org_id: viewer.orgId,
      user_id: viewer.userId,
      target_org_id: organizationId,
      state: refused ? 'refused' : state,
      rows: stored(rows),
      row_count: rows.length,
      refused_count: refused,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const found = await findImport(ctx, id);
  await write(em)
    .updateTable('user_imports')
    .set({ state: 'failed', rows: '[]', refused_count: 0, dismissed: true })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('user_imports')
        .select('id')
        .where('user_id', '=', viewer.userId)
        .where('state', 'in', ['checked', 'refused'])
        .orderBy('id', 'desc')
        .offset(KEPT),
    )
    .execute();
  return found;
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
  const started = await write(ctx.em)
    .updateTable('user_imports')
    .set({ state: 'waiting' })
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .returning('id')
    .executeTakeFirst();
  if (started) changed(ctx, id);
  return started !== undefined;
}

/** Counts one attempt of the job, and begins its progress again. */
export async function beginImportAttempt(ctx: Context, id: number): Promise<number> {
  const row = await write(ctx.em)
    .updateTable('user_imports')
    .set((eb) => ({ state: 'running', done_count: 0, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .returning('attempts')
    .executeTakeFirst();
  changed(ctx, id);
  return row?.attempts ?? 0;
}

export async function recordProgress(ctx: Context, id: number, done: number): Promise<void> {
  await write(ctx.em)
    .updateTable('user_imports')
    .set({ done_count: done })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
  changed(ctx, id);
}

/** Ends an import; returns whether it still waited or ran. */
export async function endImport(ctx: Context, id: number, state: 'done' | 'failed'): Promise<boolean> {
  const ended = await write(ctx.em)
    .updateTable('user_imports')
    .set((eb) => ({ state, done_count: state === 'done' ? eb.ref('row_count') : 0 }))
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .returning('id')
    .executeTakeFirst();
  changed(ctx, id);
  return ended !== undefined;
}

/** Keeps what the job found when it checked the rows again: some are refused now. */
export async function refuseImport(ctx: Context, id: number, rows: readonly CheckedRow[]): Promise<void> {
  await write(ctx.em)
    .updateTable('user_imports')
    .set({ state: 'refused', rows: stored(rows), refused_count: refusedOf(rows), done_count: 0 })
    .where('id', '=', id)
    .execute();
  changed(ctx, id);
}
