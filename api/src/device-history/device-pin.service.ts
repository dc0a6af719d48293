import { createHash, timingSafeEqual } from 'node:crypto';
import { guess } from '../auth/counters.ts';
import { wrongPins } from '../auth/limits.ts';
import { signOut } from '../sign-in/session.service.ts';
import type { Machine } from '../machines/machine.entity.ts';
import { clearPin, holdsOrOwns } from '../machines/machines.service.ts';
import { decryptColumn, encryptColumn } from '../shared/cipher.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import type { DeviceHistory } from './device-history.entity.ts';
import { canSeePin } from './device-history.policy.ts';

const MAX_FAILURES = 5;
const WINDOW_SECONDS = 15 * 60;

/** The documented codes; in REST they are also the keys of their messages. */
export const PIN_CODES = {
  reached: 'max_failed_attempts_reached',
  overpassed: 'max_failed_attempts_overpassed',
} as const;

const refused = (code: 'pin_number' | (typeof PIN_CODES)[keyof typeof PIN_CODES]) =>
  new InvalidInput([{ field: 'pinNumber', code, message: `device.${code}` }]);

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * The only code that compares PINs, for every entry point. Attempts are counted per user and serial, for 15 minutes and
 * outside the request's transaction. A wrong PIN is refused, and the 5th reports that no attempts are left. Any further
 * PIN, right or wrong, is not compared and ends the session. Wrong PINs of a user over all devices, of a device over all
 * users, and of an organization have wider limits: beyond them none is compared either (TooMany). A machine without a known PIN accepts the entered one;
 * `recordPin` stores it.
 */
export async function checkPin(ctx: Context, machine: Machine, entered: string | null | undefined): Promise<void> {
  if (!entered || machine.pinCipher === null) return;
  const expected = digest(decryptColumn(ctx.app.config.encryptionKeys, machine.pinCipher));
  const key = `pin:${ctx.viewer.userId}:${machine.serial}`;
  const limit = { key, tries: MAX_FAILURES, seconds: WINDOW_SECONDS, wider: wrongPins(ctx, machine.serial) };
  const failures = await guess(ctx, limit, () => timingSafeEqual(expected, digest(entered)));
  if (failures === 0) return;
  if (failures < MAX_FAILURES) throw refused('pin_number');
  if (failures === MAX_FAILURES) throw refused(PIN_CODES.reached);
  await signOut(ctx);
  throw refused(PIN_CODES.overpassed);
}

/**
 * Stores the PIN of a machine without a known PIN. If another user stored one in between, the PIN is compared with it
 * instead.
 */
export async function recordPin(ctx: Context, machine: Machine, entered: string | null): Promise<void> {
  if (!entered || machine.pinCipher !== null) return;
  await ctx.em.refresh(machine);
  if (machine.pinCipher !== null) return checkPin(ctx, machine, entered);
  machine.pinCipher = encryptColumn(ctx.app.config.encryptionKey, entered);
}

/**
 * Returns the PIN of an assignment as the viewer may see it: null without the permission, when none was entered, when
 * it is damaged, and when the device has moved to an organization that the viewer's does not work with.
 */
export async function shownPin(ctx: Context, history: DeviceHistory, machine: Machine): Promise<string | null> {
  if (machine.pinCipher === null || !canSeePin(ctx.viewer, history)) return null;
  if (!history.isActive && !(await holdsOrOwns(ctx, machine))) return null;
  return clearPin(ctx, machine);
}
