import { findActiveViewer } from '../sign-in/session-read.ts';
import type { Viewer } from '../auth/viewer.ts';
import { Context } from '../shared/context.ts';
import { escapeLike } from '../shared/list-text.ts';
import { normalizeSerial } from '../shared/text.rules.ts';
import type { CardDevice, CardReading } from './cards/card-reading.types.ts';
import type { UploadReason } from './upload.entity.ts';
import { canMoveNights, canUpload } from './uploads.policy.ts';
import type { OpenUpload } from './open-upload.ts';

/** The device of a card, and its assignments to patients that the sender sees. */
export interface Match {
  machine: { id: number; orgId: number; serial: string };
  historyIds: number[];
  /** Whether the sender may correct dates. */
  canMove: boolean;
}

/**
 * Returns the device that a card names, with the rights that the sender has now; or the reason why there is none. A
 * device of another organization is answered like one that does not exist.
 */
export async function matchCard(
  { app, request }: Context,
  upload: Pick<OpenUpload, 'orgId' | 'userId' | 'machineId'>,
  { problem, device, nights, settings, misdated, files }: CardReading,
  sender?: Context,
): Promise<Match | { reason: UploadReason }> {
  if (problem) return { reason: problem.code };
  const isEmpty = nights.length === 0 && settings.length === 0 && !misdated;
  if (files.every(({ outcome }) => outcome === 'refused') || isEmpty) return { reason: 'no_usage' };
  if (!device) return { reason: 'no_serial' };
  const viewer = sender?.viewer ?? (await findActiveViewer(app, upload.userId));
  if (!viewer || !canUpload(viewer)) return { reason: 'sender_inactive' };
  if (sender) return find(sender, upload, device, viewer);
  const ctx = Context.ofUser(app, viewer, request.id);
  return ctx.run('read', () => find(ctx, upload, device, viewer));
}

async function find(
  { em }: Context,
  { orgId, machineId }: Pick<OpenUpload, 'orgId' | 'machineId'>,
  { serial, serialFrom }: CardDevice,
  viewer: Viewer,
): Promise<Match | { reason: UploadReason }> {
  // Support staff sees more than the organization in which it acted.
  const within = orgId === viewer.orgId ? '' : 'and visible_org_ids @> array[?::int]';
  const org = orgId === viewer.orgId ? [] : [orgId];
  const found = normalizeSerial(serial);
  // The name of an old card has only the end of the number: it must fit exactly one device.
  const [condition, value] =
    serialFrom === 'header' ? ['serial = ?', found] : ['serial like ?', `%${escapeLike(found)}`];
  const machines = await em.execute<Match['machine'][]>(
    `select id, org_id as "orgId", serial from machines where ${condition} ${within} limit 2`,
    [value, ...org],
  );
  if (machines.length !== 1) return { reason: 'serial_unknown' };
  const machine = machines[0]!;
  if (machineId !== null && machineId !== machine.id) return { reason: 'other_device' };
  const histories = await em.execute<{ id: number }[]>(
    `select h.id from device_history h where h.machine_id = ? and h.patient_id in (select p.id from patients p where p.id = h.patient_id ${within})`,
    [machine.id, ...org],
  );
  return { machine, historyIds: histories.map(({ id }) => id), canMove: canMoveNights(viewer) };
}
