import type { Context } from '../shared/context.ts';
import { prepared } from '../shared/prepared.ts';
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
  const [row] = await ctx.em.execute<(Omit<OpenUpload, 'createdAt' | 'files' | 'reading'> & { createdAt: string })[]>(
    `update uploads set state = 'parsing', attempts = attempts + 1 where id = ? and state in ('queued', 'parsing')
     returning id, org_id as "orgId", user_id as "userId", machine_id as "machineId", storage_key as "storageKey", attempts, created_at as "createdAt",
               (select timezone from organizations o where o.id = uploads.org_id) as timezone`,
    [id],
  );
  if (!row) return null;
  announceUpload(ctx, id);
  const files = await ctx.em.execute<OpenUpload['files']>(
    'select id, name, place from upload_files where upload_id = ? order by place',
    [id],
  );
  return { ...row, createdAt: new Date(row.createdAt), files, reading: await readingOf(ctx, id) };
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
  await ctx.em.execute('delete from upload_readings where upload_id = ?', [upload.id]);
  const dates = reading ? datesOfCard(reading) : null;
  await ctx.em.execute(
    `update uploads set state = 'refused', reason = ?, first_night = ?, last_night = ?, ended_at = ? where id = ?`,
    [reason, dates?.from ?? null, dates?.to ?? null, ctx.app.now(), upload.id],
  );
  announceUpload(ctx, upload.id);
  return false;
}

type Found = Exclude<Awaited<ReturnType<typeof matchCard>>, { reason: UploadReason }>;

const KEEP_READING = prepared(
  'insert into upload_readings (org_id, upload_id, reading) values (?, ?, ?::jsonb) on conflict do nothing',
);

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
    await ctx.em.execute(KEEP_READING, [upload.orgId, upload.id, JSON.stringify(reading)]);
    await recordCard(ctx, upload, reading, match, { state: 'to_confirm', added: 0, completed: 0, voided: [] });
    return false;
  }
  const counts = await addNights(ctx, upload, reading, plan);
  await addSettings(ctx, plan.settings);
  await ctx.em.execute('delete from upload_readings where upload_id = ?', [upload.id]);
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
  const dates = datesOfCard(reading);
  await ctx.em.execute(
    `update uploads set state = ?, preview = ?, confirmed = null, reason = null, machine_org_id = ?, machine_id = ?, serial = ?,
            night_count = ?, added_count = ?, completed_count = ?, voided_nights = ?::date[], first_night = ?, last_night = ?, shift_days = case when ? then 0 else shift_days end, parser = ?, parser_version = ?, confidence = ?::jsonb, warnings = ?::jsonb, ended_at = ? where id = ?`,
    [
      state,
      state === 'to_confirm',
      machine.orgId,
      machine.id,
      machine.serial,
      cardOf(reading).nights.length,
      added,
      completed,
      `{${voided}}`,
      dates?.from ?? null,
      dates?.to ?? null,
      state === 'to_confirm',
      reading.parser,
      reading.parserVersion,
      JSON.stringify(reading.confidence),
      JSON.stringify(reading.warnings.filter(({ file }) => file === null)),
      state === 'to_confirm' ? null : ctx.app.now(),
      upload.id,
    ],
  );
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
