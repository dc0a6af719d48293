import { HandOff } from '../hand-offs/hand-off.entity.ts';
import { canUseHandOffs } from '../hand-offs/hand-offs.policy.ts';
import { canJoinOrgMessages } from '../org-messages/org-messages.policy.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { Upload } from '../uploads/upload.entity.ts';
import type { Topics } from './topics.ts';

/**
 * Subscription targets: a patient, an upload, a request of a hand-off, an import of users, a batch of reports, a migration of patients, the viewer's inbox or
 * messages to them, or a channel of existing realtime clients by its full name.
 */
type Channel =
  | { kind: 'patient' | 'upload' | 'hand-off' | 'user-import' | 'compliance-batch' | 'patient-migration'; id: number }
  | { kind: 'inbox' | 'org-message' }
  | { kind: 'broadcast'; name: string };

/** Whether the viewer may receive a channel's events. Checked on joining and for each event. */
export async function canJoin({ app, em, viewer }: Context, channel: Channel): Promise<boolean> {
  if (channel.kind === 'patient') return (await em.count(Patient, { id: channel.id })) > 0;
  if (channel.kind === 'upload') return (await em.count(Upload, { id: channel.id })) > 0;
  if (channel.kind === 'hand-off') return canUseHandOffs(viewer) && (await em.count(HandOff, { id: channel.id })) > 0;
  // Row-level security leaves the viewer's own imports and batches.
  if (channel.kind === 'user-import')
    return (await em.execute<unknown[]>('select from user_imports where id = ?', [channel.id])).length > 0;
  if (channel.kind === 'compliance-batch')
    return (await em.execute<unknown[]>('select from compliance_batches where id = ?', [channel.id])).length > 0;
  if (channel.kind === 'patient-migration')
    return (await em.execute<unknown[]>('select from patient_migrations where id = ?', [channel.id])).length > 0;
  // Without a realtime key there are no subscriptions.
  if (app.config.realtime === null) return false;
  return channel.kind !== 'broadcast' || canJoinOrgMessages(viewer, channel.name);
}

/** Subscribes to changes of a patient's devices; throws NotFound for a patient that the viewer may not see. */
export async function deviceHistoryEvents(
  ctx: Context,
  patientId: number,
): Promise<AsyncIterable<Topics['device-history.changed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'patient', id: patientId })))) throw new NotFound();
  return ctx.app.pubsub.subscribe('device-history.changed', patientId);
}

/**
 * Subscribes to status changes of a patient's settings changes; throws NotFound for a patient that the viewer may not
 * see.
 */
export async function settingsStatusEvents(
  ctx: Context,
  patientId: number,
): Promise<AsyncIterable<Topics['settings.status-changed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'patient', id: patientId })))) throw new NotFound();
  return ctx.app.pubsub.subscribe('settings.status-changed', patientId);
}

/**
 * Subscribes to the patients of a page of a list: yields the id of each whose devices, settings, nights or compliance
 * changed. Patients that the viewer may not see are left out; without any other it throws NotFound.
 */
export async function patientsEvents(ctx: Context, patientIds: readonly number[]): Promise<AsyncIterable<number>> {
  const visible = await ctx.run('read', () =>
    ctx.em.execute<{ id: number }[]>('select id from patients where id = any (?)', [`{${patientIds.join(',')}}`]),
  );
  if (visible.length === 0) throw new NotFound();
  return ctx.app.pubsub.subscribeAny(
    ['device-history.changed', 'settings.status-changed'],
    visible.map(({ id }) => id),
  );
}

/**
 * Subscribes to the states of an upload; throws NotFound for one that the viewer may not see. The first event comes at once:
 * what the job did while a page was not connected is not missed.
 */
export async function uploadEvents(ctx: Context, uploadId: number): Promise<AsyncIterable<Topics['upload.changed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'upload', id: uploadId })))) throw new NotFound();
  return beginningWith({ uploadId }, ctx.app.pubsub.subscribe('upload.changed', uploadId));
}

/** Subscribes to the steps and messages of a request; throws NotFound for one of which the viewer's organization is no side. */
export async function handOffEvents(
  ctx: Context,
  handOffId: number,
): Promise<AsyncIterable<Topics['hand-off.changed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'hand-off', id: handOffId })))) throw new NotFound();
  return ctx.app.pubsub.subscribe('hand-off.changed', handOffId);
}

/** Subscribes to changes of the viewer's inbox; throws NotFound when no realtime key is configured. */
export async function inboxEvents(ctx: Context): Promise<AsyncIterable<Topics['inbox.changed']>> {
  const { userId } = ctx.viewer;
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'inbox' })))) throw new NotFound();
  return ctx.app.pubsub.subscribe('inbox.changed', userId);
}

/** Subscribes to messages to the viewer; throws NotFound when no realtime key is configured. */
export async function orgMessageEvents(ctx: Context): Promise<AsyncIterable<Topics['org-message.sent']>> {
  const { userId } = ctx.viewer;
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'org-message' })))) throw new NotFound();
  return ctx.app.pubsub.subscribe('org-message.sent', userId);
}

/**
 * Subscribes to the notes of a patient that the viewer may read: a note of another organization is no event, so that not
 * even its time is revealed. Throws NotFound for a patient that the viewer may not see.
 */
export async function patientNoteEvents(
  ctx: Context,
  patientId: number,
): Promise<AsyncIterable<Topics['patient-note.changed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'patient', id: patientId })))) throw new NotFound();
  const { isSupport, actingOrgId, workOrgId } = ctx.viewer;
  const readsAll = isSupport && actingOrgId === null;
  return those(
    ctx.app.pubsub.subscribe('patient-note.changed', patientId),
    ({ orgId }) => readsAll || orgId === workOrgId || orgId === 0,
  );
}

/**
 * Subscribes to the progress of an import of users; throws NotFound for an import that the viewer did not start. The first
 * event comes at once: what the job did while a page was not connected is not missed.
 */
export async function userImportEvents(
  ctx: Context,
  importId: number,
): Promise<AsyncIterable<Topics['user-import.progressed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'user-import', id: importId })))) throw new NotFound();
  return beginningWith({ importId }, ctx.app.pubsub.subscribe('user-import.progressed', importId));
}

/** The same for a batch of compliance reports. */
export async function complianceBatchEvents(
  ctx: Context,
  batchId: number,
): Promise<AsyncIterable<Topics['compliance-batch.progressed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'compliance-batch', id: batchId })))) throw new NotFound();
  return beginningWith({ batchId }, ctx.app.pubsub.subscribe('compliance-batch.progressed', batchId));
}

/** The same for a migration of patients, for each user who may see it. */
export async function patientMigrationEvents(
  ctx: Context,
  migrationId: number,
): Promise<AsyncIterable<Topics['patient-migration.progressed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'patient-migration', id: migrationId }))))
    throw new NotFound();
  return beginningWith({ migrationId }, ctx.app.pubsub.subscribe('patient-migration.progressed', migrationId));
}

/** Yields `first`, then the events. A generator would wait for the next event before it ends. */
function beginningWith<T>(first: T, events: AsyncIterableIterator<T>): AsyncIterable<T> {
  let begun = false;
  const all: AsyncIterableIterator<T> = {
    next() {
      if (begun) return events.next();
      begun = true;
      return Promise.resolve({ value: first, done: false });
    },
    return: () => events.return!(),
    [Symbol.asyncIterator]: () => all,
  };
  return all;
}

/** Yields the events that `keeps` keeps. A generator would wait for the next event before it ends. */
function those<T>(events: AsyncIterableIterator<T>, keeps: (event: T) => boolean): AsyncIterable<T> {
  const kept: AsyncIterableIterator<T> = {
    async next() {
      for (;;) {
        const one = await events.next();
        if (one.done || keeps(one.value)) return one;
      }
    },
    return: () => events.return!(),
    [Symbol.asyncIterator]: () => kept,
  };
  return kept;
}
