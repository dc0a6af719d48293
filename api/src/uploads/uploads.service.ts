import { createHash } from 'node:crypto';
import { write } from '../db/write.ts';
import type { Machine } from '../machines/machine.entity.ts';
import { findMachine, machinesById } from '../machines/machines.service.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize, refuse, TooMany } from '../shared/errors.ts';
import type { ReceivedFile, ReceivedFiles } from '../shared/file-store.ts';
import { dayIn } from '../shared/dates.ts';
import { flagOf } from '../shared/flag.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { StoredUploadFile, Upload, type UploadState } from './upload.entity.ts';
import { refusedFiles, shownName } from './uploads-files.ts';
import { uploadsList } from './uploads.list.ts';
import { proposedDays, type Unassigned } from './uploads-moves.ts';
import { canUpload } from './uploads.policy.ts';
import { VOIDED } from '../usage/night-states.ts';

/** Bytes that an organization may send in a day (requirement U-5). */
const DAILY_BYTES = 2 * 1024 ** 3;

/**
 * The files that a client sends. `machineId`: the device whose card it should be; null or empty for any. `preview`: whether
 * nights are written only after a confirmation.
 */
export interface SentFiles {
  received: ReceivedFiles | undefined;
  machineId: unknown;
  preview: unknown;
  /** Name of the input's field with the files. */
  field: 'sd_uploads' | 'files';
}

interface CleanUpload {
  received: ReceivedFiles;
  machine: Machine | null;
  preview: boolean;
}

/**
 * Runs every check of `createUpload` without writing; NotFound for a device that the viewer may not see. What the files
 * contain is read by the job.
 */
export async function checkUpload(ctx: Context, sent: SentFiles): Promise<CleanUpload> {
  const { received, machineId, field } = sent;
  authorize(canUpload(ctx.viewer));
  const machine = machineId ? await findMachine(ctx, rowId('Machine', machineId as string)) : null;
  // A form sends an empty text for what is not chosen.
  const preview = flagOf(sent.preview || false);
  refuse([
    ...refusedFiles(received?.files ?? [], field),
    ...(preview === null ? [{ field: 'preview', code: 'invalid', message: 'invalid' as const }] : []),
  ]);
  return { received: received!, machine, preview: preview! };
}

/** The same contents in any order and under any names are the same upload. */
function digestOf(files: readonly ReceivedFile[]): Buffer {
  const hash = createHash('sha256');
  for (const sha of files.map(({ sha256 }) => sha256.toString('hex')).sort()) hash.update(sha);
  return hash.digest();
}

const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/**
 * Keeps the files and enqueues the job that reads them: durable when the transaction has committed. The same files again
 * are the earlier upload, which is read again only when it was refused.
 */
export async function createUpload(ctx: Context, sent: SentFiles): Promise<Upload> {
  const { received, machine, preview } = await checkUpload(ctx, sent);
  const digest = digestOf(received.files);
  const earlier = await findEarlier(ctx, digest);
  if (earlier) return readAgain(ctx, earlier, { machine, preview });
  await assertWithinDay(ctx, received.files);
  // Files without a row are removed by the sweep, unless a commit has marked them; one without an answer marks none.
  const key = await received.keep();
  const id = await insertUpload(ctx, { digest, key, machine, preview, files: received.files });
  if (id === null) {
    await ctx.app.files.remove(key);
    return readAgain(ctx, (await findEarlier(ctx, digest))!, { machine, preview });
  }
  ctx.afterCommit(() => ctx.app.files.markCommitted(key));
  ctx.note({ upload: id, files: received.files.length });
  await ctx.enqueue('read-upload', { uploadId: id }, { key: String(id) });
  return findUpload(ctx, id);
}

/** Returns the upload of the same files that the viewer sees; null also when the files are kept no longer. */
async function findEarlier({ em, viewer }: Context, digest: Buffer): Promise<number | null> {
  const [row] = await em.execute<{ id: number }[]>(
    'select id from uploads where org_id = ? and digest = ?::bytea and (case when is_limited then user_id else 0 end) = ? and files_removed_at is null',
    [viewer.workOrgId, hex(digest), viewer.facts.locationIds ? viewer.userId : 0],
  );
  return row?.id ?? null;
}

interface MachineKey {
  orgId: number;
  id: number;
}

/** Has an upload read, or its confirmed changes written, with the rights of the viewer. */
export async function queueUpload(
  ctx: Context,
  id: number,
  wish: { machine: MachineKey | null; preview: boolean; confirmed: string | null; shiftDays: number },
): Promise<void> {
  const { machine, preview, confirmed, shiftDays } = wish;
  const { orgId, userId, displayName } = ctx.viewer;
  await write(ctx.em)
    .updateTable('uploads')
    .set({
      state: 'queued',
      reason: null,
      attempts: 0,
      ended_at: null,
      preview,
      confirmed,
      shift_days: shiftDays,
      user_org_id: orgId,
      user_id: userId,
      sent_by: displayName,
      machine_org_id: machine?.orgId ?? null,
      machine_id: machine?.id ?? null,
    })
    .where('id', '=', id)
    .execute();
  announceUpload(ctx, id);
  await ctx.enqueue('read-upload', { uploadId: id }, { key: String(id) });
}

/**
 * The same files again: refused ones are read again. Without a preview nothing waits for a confirmation any longer.
 */
async function readAgain(
  ctx: Context,
  id: number,
  { machine, preview }: Pick<CleanUpload, 'machine' | 'preview'>,
): Promise<Upload> {
  const [row] = await ctx.em.execute<{ state: UploadState; preview: boolean }[]>(
    'select state, preview from uploads where id = ? for update',
    [id],
  );
  ctx.note({ upload: id });
  const key = machine && { orgId: machine.organization.id, id: machine.id };
  if (row?.state === 'refused' || (row?.state === 'to_confirm' && !preview))
    await queueUpload(ctx, id, { machine: key, preview, confirmed: null, shiftDays: 0 });
  else if (row?.preview && !preview && row.state !== 'to_confirm')
    await write(ctx.em).updateTable('uploads').set({ preview: false }).where('id', '=', id).execute();
  return findUpload(ctx, id);
}

async function assertWithinDay({ em, viewer, app }: Context, files: readonly ReceivedFile[]): Promise<void> {
  const [row] = await em.execute<{ bytes: string }[]>(
    'select coalesce(sum(byte_count), 0) as bytes from uploads where org_id = ? and created_at > ?',
    [viewer.workOrgId, new Date(app.now().getTime() - 86_400_000)],
  );
  if (Number(row!.bytes) + sizeOf(files) > DAILY_BYTES) throw new TooMany(3600);
}

const sizeOf = (files: readonly ReceivedFile[]) => files.reduce((sum, { size }) => sum + size, 0);

/** Returns the id; null when another request has just added the same files. */
async function insertUpload(
  { em, viewer, app }: Context,
  upload: { digest: Buffer; key: string; files: readonly ReceivedFile[] } & Pick<CleanUpload, 'machine' | 'preview'>,
): Promise<number | null> {
  const { digest, key, machine, preview, files } = upload;
  const row = await write(em)
    .insertInto('uploads')
    .values({
      org_id: viewer.workOrgId,
      user_org_id: viewer.orgId,
      user_id: viewer.userId,
      sent_by: viewer.displayName,
      digest,
      storage_key: key,
      machine_org_id: machine?.organization.id ?? null,
      machine_id: machine?.id ?? null,
      file_count: files.length,
      byte_count: sizeOf(files),
      preview,
      created_at: app.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  const rows = files.map(({ name, size, sha256 }, place) => ({
    place,
    name: shownName(name),
    byte_count: size,
    sha256: hex(sha256),
  }));
  await em.execute(
    `insert into upload_files (org_id, upload_id, place, name, byte_count, sha256)
     select ?, ?, f.place, f.name, f.byte_count, f.sha256
       from jsonb_to_recordset(?::jsonb) as f (place int, name text, byte_count int, sha256 bytea)`,
    [viewer.workOrgId, row.id, JSON.stringify(rows)],
  );
  return row.id;
}

/** Announces that an upload has another state, to the pages that show it. */
export const announceUpload = (ctx: Context, uploadId: number): void => ctx.publish('upload.changed', { uploadId });

/** Returns the upload if the viewer may see it; throws NotFound otherwise. */
export async function findUpload(ctx: Context, id: number): Promise<Upload> {
  authorize(canUpload(ctx.viewer));
  return findVisible(ctx, Upload, { id }, { refresh: true });
}

/** Returns a page of the uploads of the viewer's organization. Refuses unknown columns, conditions, sizes and cursors. */
export function listUploads(ctx: Context, args: ListArgs): Promise<ConnectionShape<Upload>> {
  authorize(canUpload(ctx.viewer));
  return connection(ctx, uploadsList, args);
}

/** Returns the files of each upload, in their order. For `ctx.loader`. */
async function filesOfUploads({ em }: Context, ids: readonly number[]): Promise<StoredUploadFile[][]> {
  const files = await em.find(StoredUploadFile, { uploadId: { $in: [...ids] } }, { orderBy: { place: 'asc' } });
  const grouped = Map.groupBy(files, ({ uploadId }) => uploadId);
  return ids.map((id) => grouped.get(id) ?? []);
}

export const filesOf = (ctx: Context, { id }: Upload): Promise<StoredUploadFile[]> =>
  ctx.loader(filesOfUploads).load(id);

/** Condition of SQL: the night `n` is one that the upload `u` brought, or has again and that was voided before. */
export const NIGHT_OF_UPLOAD = `n.machine_id = u.machine_id and n.source = 'sd'
     and (n.upload_file_id in (select f.id from upload_files f where f.upload_id = u.id) or n.night = any (u.voided_nights))`;

const UNASSIGNED = `
  select f.upload_id as id, count(*)::int as nights, min(n.usage_date)::text as "from", max(n.usage_date)::text as "to"
    from uploads u
    join upload_files f on f.upload_id = u.id
    join usage_nights n on n.machine_id = u.machine_id and n.source = 'sd' and n.upload_file_id = f.id and n.patient_id is null
     and n.state <> ${VOIDED}
   where u.id = any (?::int[]) group by f.upload_id`;

/** Returns the nights of each upload that are of no patient now. For `ctx.loader`. */
async function unassignedOfUploads({ em }: Context, ids: readonly number[]): Promise<(Unassigned | null)[]> {
  const rows = await em.execute<(Unassigned & { id: number })[]>(UNASSIGNED, [`{${ids}}`]);
  const found = new Map(rows.map(({ id, ...nights }) => [id, nights]));
  return ids.map((id) => found.get(id) ?? null);
}

/** Returns the nights that an upload brought and that are of no patient now; null when there are none that the viewer may see. */
export const unassignedOf = (ctx: Context, { id }: Upload): Promise<Unassigned | null> =>
  ctx.loader(unassignedOfUploads).load(id);

/** Returns the days by which the nights of an upload would be moved to end on the evening before it was received. */
export async function proposedShift(ctx: Context, { orgId, lastNight, createdAt }: Upload): Promise<number | null> {
  const organization = await ctx.loader(organizationsById).load(orgId);
  return organization && proposedDays(lastNight, dayIn(organization.timezone, createdAt));
}

/** Returns the device of an upload; null when it has none, or none that the viewer may see now. */
export const machineOf = async (ctx: Context, { machineId }: Upload): Promise<Machine | null> =>
  machineId === null ? null : ctx.loader(machinesById).load(machineId);
