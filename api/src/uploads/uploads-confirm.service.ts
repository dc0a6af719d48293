import { forecast, type Forecast } from '../compliance/compliance-forecast.ts';
import type { DatedNight, Move } from '../compliance/compliance-moves.ts';
import { write } from '../db/write.ts';
import { Context } from '../shared/context.ts';
import type { RowVersion } from '../shared/conflict.ts';
import { authorize, refuse } from '../shared/errors.ts';
import type { Upload } from './upload.entity.ts';
import { matchCard } from './uploads-match.ts';
import { refusedDates } from './uploads-moves.ts';
import { completedNights, digestOfPlan, planCard, writtenNights, type UploadPlan } from './uploads-plan.ts';
import { canMoveNights } from './uploads.policy.ts';
import { readingOf, zoneOf } from './uploads-reading.ts';
import { announceUpload, findUpload, queueUpload } from './uploads.service.ts';

/** What an upload that waits would change. */
export interface CheckedConfirmation {
  upload: Upload;
  plan: UploadPlan;
  /** Another one says that something has changed since. */
  version: string;
}

/** What a user confirms. */
export interface Confirmation {
  /** Of the changes that the user has seen; null for whatever they are. */
  version?: RowVersion | null;
  /** Days by which all new nights are moved; null for none. */
  shiftDays?: number | null;
}

const notWaiting = { field: '', code: 'uploads.not_waiting', message: 'uploads.not_waiting' } as const;

/** Returns the plan of an upload that waits, with the rights that the viewer has now, and why it cannot be written. */
async function planConfirmation(ctx: Context, id: number, shiftDays: number) {
  const upload = await findUpload(ctx, id);
  if (upload.state !== 'to_confirm') refuse([notWaiting]);
  if (shiftDays !== 0) authorize(canMoveNights(ctx.viewer));
  const jobs = Context.of(ctx.app, { kind: 'jobs' }, ctx.request.id);
  const reading = await jobs.run('read', () => readingOf(jobs, id));
  if (!reading) refuse([notWaiting]);
  const { orgId, machineId, createdAt } = upload;
  const match = await matchCard(jobs, { orgId, machineId, userId: ctx.viewer.userId }, reading!, ctx);
  if ('reason' in match) {
    const code = `uploads.reason.${match.reason}` as const;
    refuse([{ field: '', code, message: code }]);
  }
  const found = match as Exclude<typeof match, { reason: string }>;
  return jobs.run('read', async () => {
    const timezone = await zoneOf(jobs, orgId);
    const plan = await planCard(jobs, { createdAt, orgId, timezone }, reading!, found, shiftDays);
    return { upload, plan, refused: await refusedDates(jobs, plan, reading!, ctx.todayIn(timezone)) };
  });
}

/**
 * Returns what confirming an upload would change, with the rights that the viewer has now, and writes nothing: the plan is
 * made by the function with which the job begins to write. Refuses an upload that does not wait, one whose device the
 * viewer does not see, and dates that a night cannot have; Forbidden to move nights without
 * update.machine.date_change_utility.
 */
export async function checkConfirmUpload(
  ctx: Context,
  id: number,
  { version: seen = null, shiftDays }: Confirmation = {},
): Promise<CheckedConfirmation> {
  const { upload, plan, refused } = await planConfirmation(ctx, id, shiftDays ?? 0);
  refuse(refused);
  const version = digestOfPlan(plan);
  if (seen !== null && seen !== version) refuse([{ field: '', code: 'conflict', message: 'conflict.upload' }]);
  return { upload, plan, version };
}

/** No stored night has this id: it is one of the card. */
const cardId = (night: string) => `card ${night}`;

/**
 * Returns, for each patient that the viewer may see, the number of nights that a plan writes, and compliance before and
 * after, by name. A longer night takes the place of the shorter one of the earlier card.
 */
export async function forecastOfPlan(ctx: Context, plan: UploadPlan): Promise<Forecast[]> {
  const written = writtenNights(plan).filter(({ patientId }) => patientId !== null);
  if (written.length === 0) return [];
  const moving = written.map(({ night, minutes }): DatedNight => ({
    id: cardId(night),
    patientId: 0,
    machineId: plan.machine.id,
    date: '0001-01-01',
    recorded: night,
    minutes,
    source: 'sd',
    overruled: false,
    state: 1,
  }));
  const moves = written.map(({ night, date, patientId }): Move => {
    return { id: cardId(night), oldDate: '0001-01-01', newDate: date, fromPatientId: null, patientId };
  });
  const shorter = await shorterNights(ctx, plan);
  return forecast(
    ctx,
    [
      ...moves,
      ...shorter.map(({ id, date }) => ({
        id,
        oldDate: date,
        newDate: '0001-01-01',
        fromPatientId: null,
        patientId: null,
      })),
    ],
    [...moving, ...shorter],
  );
}

/** Returns the nights of earlier cards that longer ones replace, as they are. */
async function shorterNights({ em }: Context, plan: UploadPlan): Promise<DatedNight[]> {
  const dates = plan.nights.filter(({ outcome }) => outcome === 'longer').map(({ night }) => night);
  if (dates.length === 0) return [];
  return em.execute<DatedNight[]>(
    `select id::text as id, coalesce(patient_id, 0) as "patientId", machine_id as "machineId", usage_date::text as date,
            night::text as recorded, minutes, source, overruled, state
       from usage_nights where machine_id = ? and source = 'sd' and night = any (?::date[])`,
    [plan.machine.id, `{${dates}}`],
  );
}

/**
 * Has the nights and settings of an upload written by its job, with the rights of the viewer. Refuses what
 * `checkConfirmUpload` refuses. The job compares `version` again with the lock of the device: when something has changed in
 * between, the upload waits again.
 */
export async function confirmUpload(ctx: Context, id: number, confirmation: Confirmation): Promise<Upload> {
  const { plan } = await checkConfirmUpload(ctx, id, confirmation);
  await lockWaiting(ctx, id);
  const { machine, shiftDays } = plan;
  await queueUpload(ctx, id, {
    machine,
    preview: false,
    confirmed: confirmation.version == null ? null : String(confirmation.version),
    shiftDays,
  });
  const written = [...writtenNights(plan), ...completedNights(plan)];
  ctx.note({ upload: id, nights: written.length, ...(shiftDays !== 0 && { shiftDays }) });
  ctx.shows(new Set(written.flatMap(({ patientId }) => patientId ?? [])));
  return findUpload(ctx, id);
}

/** Discards an upload that waits for a confirmation: nothing of it is written, and its files are removed. */
export async function cancelUpload(ctx: Context, id: number): Promise<void> {
  await findUpload(ctx, id);
  await lockWaiting(ctx, id);
  // Files without a row are removed by the sweep.
  await write(ctx.em).deleteFrom('uploads').where('id', '=', id).execute();
  ctx.note({ upload: id });
  announceUpload(ctx, id);
}

/** Refuses an upload that another user has just confirmed or discarded. */
async function lockWaiting({ em }: Context, id: number): Promise<void> {
  const rows = await em.execute<unknown[]>(`select id from uploads where id = ? and state = 'to_confirm' for update`, [
    id,
  ]);
  if (rows.length === 0) refuse([notWaiting]);
}

/** Discards uploads that wait for a confirmation since `before`. For the job. */
export const discardForgotten = ({ em }: Context, before: Date): Promise<unknown> =>
  write(em)
    .deleteFrom('uploads')
    .where('state', '=', 'to_confirm')
    .where('created_at', '<', before.toISOString())
    .execute();
