import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { StorageError } from '../shared/s3.ts';
import type { CardReading } from './cards/card-reading.types.ts';
import { CardParseError, parseInWorker } from './cards/parse-in-worker.ts';
import type { UploadReason } from './upload.entity.ts';
import type { OpenUpload } from './open-upload.ts';
import { matchCard } from './uploads-match.ts';
import { lockNights } from '../usage/usage.service.ts';
import { addNights } from './uploads-nights.ts';
import { datesOfCard, refusedDates } from './uploads-moves.ts';
import { cardOf, digestOfPlan, planCard, voidedNights } from './uploads-plan.ts';
import { addSettings } from './uploads-settings.ts';
import { announceUpload } from './uploads.service.ts';

export const RETRIES = 5;

/**
 * Reads the files of an upload in a thread and adds what they hold in one transaction: killed at any time, it is read
 * again, and each night is added once. Throws, to be tried again, unless the files cannot be read at all.
 */
export async function readUpload(ctx: Context, id: number, parse = parseInWorker): Promise<void> {
  const upload = await ctx.run('write', () => begin(ctx, id));
  if (!upload) return;
  const { app } = ctx;
  try {
    const reading = upload.reading ?? (await parsed(ctx, upload, parse));
    const match = await matchCard(ctx, upload, reading);
    const isWritten = await ctx.run('write', async () =>
      'reason' in match ? refuse(ctx, upload, match.reason, reading) : finish(ctx, upload, reading, match),
    );
    // The number of the modem is in it.
    for (const { name, place } of isWritten ? upload.files : [])
      if (/\.log$/i.test(name)) await app.files.removeFile(upload.storageKey, place);
  } catch (error) {
    const isFinal = error instanceof CardParseError && !['ended', 'aborted'].includes(error.reason);
    // A store that cannot be reached says nothing about the card: the upload waits for it.
    const isOver = upload.attempts > RETRIES && !(error instanceof StorageError);
    if (isFinal || isOver) await ctx.run('write', () => refuse(ctx, upload, 'unreadable'));
    if (!isFinal) throw error;
    app.log.warn({ err: error, uploadId: id }, 'a card could not be read');
  }
}

/** Returns what the files of an upload hold. */
function parsed(
  ctx: Context,
  { storageKey, files, timezone }: OpenUpload,
  parse: typeof parseInWorker,
): Promise<CardReading> {
  const places = files.map(({ place }) => place);
  return ctx.app.files.read(storageKey, places, (paths) =>
    parse(
      files.map(({ name }, nth) => ({ name, path: paths[nth]! })),
      ctx.todayIn(timezone),
    ),
  );
}

/** Counts one attempt and returns the upload; null when it was read before. */
async function begin(ctx: Context, id: number): Promise<OpenUpload | null> {
  const row = await write(ctx.em)
    .updateTable('uploads')
    .set((eb) => ({ state: 'parsing', attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'parsing'])
    .returning([
      'id',
      'org_id as orgId',
      'user_id as userId',
      'machine_id as machineId',
      'storage_key as storageKey',
      'attempts',
      'created_at as createdAt',
    ])
    .executeTakeFirst();
  if (!row) return null;
  announceUpload(ctx, id);
  const files = await ctx.em.execute<OpenUpload['files']>(
    'select id, name, place from upload_files where upload_id = ? order by place',
    [id],
  );
  const timezone = await zoneOf(ctx, row.orgId);
  return { ...row, timezone, createdAt: new Date(row.createdAt), files, reading: await readingOf(ctx, id) };
}

/** Returns what was read from the files of an upload that waits for a confirmation; null when there is nothing. For jobs. */
export async function readingOf(ctx: Context, id: number): Promise<CardReading | null> {
  const [row] = await ctx.em.execute<{ reading: CardReading }[]>(
    'select reading from upload_readings where upload_id = ?',
    [id],
  );
  return row?.reading ?? null;
}

/** Returns the time zone of an organization. For jobs. */
export async function zoneOf(ctx: Context, orgId: number): Promise<string> {
  const [row] = await ctx.em.execute<{ timezone: string }[]>('select timezone from organizations where id = ?', [
    orgId,
  ]);
  return row!.timezone;
}

interface Wish {
  preview: boolean;
  confirmed: string | null;
  shiftDays: number;
}

/** A lost job may still run on another node: the first one that ends counts. Null for the others. */
async function wished(ctx: Context, { id }: OpenUpload): Promise<Wish | null> {
  const [row] = await ctx.em.execute<Wish[]>(
    `select preview, confirmed, shift_days as "shiftDays" from uploads where id = ? and state = 'parsing' for update`,
    [id],
  );
  return row ?? null;
}

/** Ends an upload of which nothing is used. A card that was read says what is wrong with each file. */
async function refuse(ctx: Context, upload: OpenUpload, reason: UploadReason, reading?: CardReading): Promise<false> {
  if (!(await wished(ctx, upload))) return false;
  if (reading) await recordFiles(ctx, upload, reading, 'refused');
  await forgetReading(ctx, upload);
  await write(ctx.em)
    .updateTable('uploads')
    .set({ state: 'refused', reason, ...nightsOf(reading), ended_at: ctx.app.now() })
    .where('id', '=', upload.id)
    .execute();
  announceUpload(ctx, upload.id);
  return false;
}

const forgetReading = ({ em }: Context, { id }: OpenUpload): Promise<unknown> =>
  write(em).deleteFrom('upload_readings').where('upload_id', '=', id).execute();

/** Returns the first and the last night of a card as they are stored. */
function nightsOf(reading?: CardReading): { first_night: string | null; last_night: string | null } {
  const dates = reading ? datesOfCard(reading) : null;
  return { first_night: dates?.from ?? null, last_night: dates?.to ?? null };
}

type Found = Exclude<Awaited<ReturnType<typeof matchCard>>, { reason: UploadReason }>;

/**
 * Writes what a card holds, and returns true; or stops before, when a user wants to see it first, or has confirmed other
 * changes than these.
 */
async function finish(ctx: Context, upload: OpenUpload, reading: CardReading, match: Found): Promise<boolean> {
  const wish = await wished(ctx, upload);
  if (!wish) return false;
  const isMovable = wish.preview || wish.confirmed !== null || wish.shiftDays !== 0;
  if (reading.misdated && !isMovable) return refuse(ctx, upload, 'wrong_dates', reading);
  await lockNights(ctx, match.machine.id);
  const plan = await planCard(ctx, upload, reading, match, wish.shiftDays);
  await recordFiles(ctx, upload, reading);
  const isOther = wish.confirmed !== null && wish.confirmed !== digestOfPlan(plan);
  const refused = await refusedDates(ctx, plan, reading, ctx.todayIn(upload.timezone));
  const isPermitted = plan.shiftDays === 0 || match.canMove;
  if (wish.preview || isOther || refused.length > 0 || !isPermitted) {
    await write(ctx.em)
      .insertInto('upload_readings')
      .values({ org_id: upload.orgId, upload_id: upload.id, reading: JSON.stringify(reading) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await recordCard(ctx, upload, reading, match, { state: 'to_confirm', added: 0, completed: 0, voided: [] });
    return false;
  }
  const counts = await addNights(ctx, upload, reading, plan);
  await addSettings(ctx, plan.settings);
  await forgetReading(ctx, upload);
  const isPartly = reading.warnings.length > 0 || reading.files.some(({ outcome }) => outcome !== 'parsed');
  const state = isPartly ? 'partly' : 'parsed';
  await recordCard(ctx, upload, reading, match, { state, ...counts, voided: voidedNights(plan) });
  return true;
}

interface Recorded {
  state: 'to_confirm' | 'partly' | 'parsed';
  added: number;
  completed: number;
  /** Nights that stay voided, by their recorded dates. */
  voided: readonly string[];
}

/** Records what a card holds, and announces it. */
async function recordCard(
  ctx: Context,
  upload: OpenUpload,
  reading: CardReading,
  { machine }: Found,
  { state, added, completed, voided }: Recorded,
): Promise<void> {
  const waits = state === 'to_confirm';
  await write(ctx.em)
    .updateTable('uploads')
    .set({
      state,
      preview: waits,
      confirmed: null,
      reason: null,
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      serial: machine.serial,
      night_count: cardOf(reading).nights.length,
      added_count: added,
      completed_count: completed,
      voided_nights: [...voided],
      ...nightsOf(reading),
      ...(waits && { shift_days: 0 }),
      parser: reading.parser,
      parser_version: reading.parserVersion,
      confidence: JSON.stringify(reading.confidence),
      warnings: JSON.stringify(reading.warnings.filter(({ file }) => file === null)),
      ended_at: waits ? null : ctx.app.now(),
    })
    .where('id', '=', upload.id)
    .execute();
  announceUpload(ctx, upload.id);
}

/** Records what became of each file; `state` for all of them when the card as a whole is refused. */
async function recordFiles(ctx: Context, upload: OpenUpload, reading: CardReading, state?: 'refused'): Promise<void> {
  const last = cardOf(reading).nights.findLast(({ running }) => running)?.night ?? null;
  const rows = upload.files.map(({ id, name }, index) => ({
    id,
    format: reading.files[index]?.format ?? null,
    state: state ?? reading.files[index]?.outcome ?? 'refused',
    warnings: reading.warnings.filter(({ file }) => file === name),
    last_night: last,
  }));
  await ctx.em.execute(
    `update upload_files f set format = r.format, state = r.state, warnings = r.warnings, last_night = r.last_night
       from jsonb_to_recordset(?::jsonb) as r (id int, format text, state text, warnings jsonb, last_night date) where f.id = r.id`,
    [JSON.stringify(rows)],
  );
}
