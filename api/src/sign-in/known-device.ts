import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../shared/config.ts';
import type { Context } from '../shared/context.ts';
import { deviceCookie, equal } from '../auth/cookies.ts';

/** Accounts that one browser may be known to: a workstation of a clinic has several users. */
const MOST_ACCOUNTS = 8;
const ID = /^[\w-]{22}$/;
const PROOF = /^[\w-]{43}$/;

/** A new password has another hash, so that the devices that knew the old one are not known any more. */
const proofsOf = (config: Config, id: string, passwordHash: string): string[] =>
  config.sessionSecrets.map((secret) =>
    createHmac('sha256', secret).update(`known-device:${id}:${passwordHash}`).digest('base64url'),
  );

function read({ request }: Context): { id: string; proofs: string[] } | null {
  const [id = '', ...proofs] = (request.deviceCookie ?? '').split('.');
  return ID.test(id) ? { id, proofs: proofs.filter((proof) => PROOF.test(proof)).slice(0, MOST_ACCOUNTS) } : null;
}

/**
 * Returns the id of the browser of a request when an account has been signed in there with the password that it has now;
 * else null. Nothing is stored for it: the cookie proves it.
 */
export function knownDeviceOf(ctx: Context, passwordHash: string | null | undefined): string | null {
  const device = read(ctx);
  if (!device || !passwordHash) return null;
  const right = proofsOf(ctx.app.config, device.id, passwordHash);
  return device.proofs.some((other) => right.some((proof) => equal(other, proof))) ? device.id : null;
}

/** Makes the browser a known device of an account that has signed in completely. */
export function rememberDevice(ctx: Context, passwordHash: string): void {
  const { id, proofs } = read(ctx) ?? { id: randomBytes(16).toString('base64url'), proofs: [] };
  const own = proofsOf(ctx.app.config, id, passwordHash);
  const all = [own[0], ...proofs.filter((other) => !own.includes(other))].slice(0, MOST_ACCOUNTS);
  ctx.request.setCookie(deviceCookie(ctx.app.config, [id, ...all].join('.')));
}

/** Returns the hash of the password of a user, who may have none. */
export async function passwordHashOf(ctx: Context, userId: number): Promise<string | null> {
  const [row] = await ctx.asAuth('read', (em) =>
    em.execute<{ password_hash: string }[]>('select password_hash from user_credentials where user_id = ?', [userId]),
  );
  return row?.password_hash ?? null;
}
