import { createHash, timingSafeEqual } from 'node:crypto';
import { guess } from '../auth/counters.ts';
import { signOut } from '../auth/session.service.ts';
import type { Machine } from '../machines/machine.entity.ts';
import { holdsOrOwns } from '../machines/machines.service.ts';
import { decryptColumn, encryptColumn } from '../shared/cipher.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import type { DeviceHistory } from './device-history.entity.ts';
import { canSeePin } from './device-history.policy.ts';

const MAX_FAILURES = 5;
const WINDOW_SECONDS = 15 * 60;

/** The documented codes; on the wire of the REST layer they are also the keys of their messages. */
export const PIN_CODES = {
  reached: 'max_failed_attempts_reached',
  overpassed: 'max_failed_attempts_overpassed',
} as const;

const refused = (code: 'pin_number' | (typeof PIN_CODES)[keyof typeof PIN_CODES]) =>
  new InvalidInput([{ field: 'pinNumber', code, message: `device.${code}` }]);

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * The one place that compares PINs, whichever door they come through. Per user and serial, 15 minutes and outside the request's
 * transaction: a wrong PIN is refused, the 5th says that the last try is gone, and any further one, right or wrong, is not compared
 * any more and ends the session. A machine whose PIN is not known takes the entered one; `recordPin` stores it.
 */
export async function checkPin(ctx: Context, machine: Machine, entered: string | null | undefined): Promise<void> {
  if (!entered || machine.pinCipher === null) return;
  const expected = digest(decryptColumn(ctx.app.config.encryptionKey, machine.pinCipher));
  const limit = { key: `pin:${ctx.viewer.userId}:${machine.serial}`, tries: MAX_FAILURES, seconds: WINDOW_SECONDS };
  const failures = await guess(ctx, limit, () => timingSafeEqual(expected, digest(entered)));
  if (failures === 0) return;
  if (failures < MAX_FAILURES) throw refused('pin_number');
  if (failures === MAX_FAILURES) throw refused(PIN_CODES.reached);
  await signOut(ctx);
  throw refused(PIN_CODES.overpassed);
}

/** Records the PIN of a machine whose PIN was not known. One that someone else recorded meanwhile is compared instead. */
export async function recordPin(ctx: Context, machine: Machine, entered: string | null): Promise<void> {
  if (!entered || machine.pinCipher !== null) return;
  await ctx.em.refresh(machine);
  if (machine.pinCipher !== null) return checkPin(ctx, machine, entered);
  machine.pinCipher = encryptColumn(ctx.app.config.encryptionKey, entered);
}

/**
 * The PIN as the viewer may see it on an assignment: null without the permission, where none was entered, and where the device has gone to
 * people with whom the viewer does not work.
 */
export async function shownPin(ctx: Context, history: DeviceHistory, machine: Machine): Promise<string | null> {
  if (machine.pinCipher === null || !canSeePin(ctx.viewer, history)) return null;
  if (!history.isActive && !(await holdsOrOwns(ctx, machine))) return null;
  return decryptColumn(ctx.app.config.encryptionKey, machine.pinCipher);
}
