import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../shared/context.ts';
import { refuse } from '../shared/errors.ts';
import { keepChallenge, openChallenge } from './two-factor-challenges.ts';
import { holderOf, type Holder } from './two-factor-state.ts';

/** A passkey's answer whose signature is right. It counts when its challenge is still open (two-factor-verify.ts). */
export interface PasskeyAnswer {
  id: number;
  counter: number;
  challenge: string;
}

interface StoredKey {
  id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
}

/** A passkey belongs to the host of the portal's own address; at any other address browsers offer none. */
export function relyingParty(ctx: Context): { id: string; origin: string; name: string } {
  const { hostname, origin } = new URL(ctx.app.config.publicUrl);
  return { id: hostname, origin, name: ctx.app.config.portalName };
}

/** Loaded when it is needed: most sign-ins use no passkey. */
export const webauthn = () => import('@simplewebauthn/server');

export const readPasskeys = (ctx: Context, userId: number): Promise<StoredKey[]> =>
  ctx.asAuth('read', (em) =>
    em.execute<StoredKey[]>(
      'select id, credential_id, public_key, counter::float8 as counter, transports from passkeys where user_id = ? order by id',
      [userId],
    ),
  );

/**
 * Returns the options, as JSON, with which the browser asks for a passkey of the user of a session in this stage. Throws
 * InvalidInput without one.
 */
export async function startPasskey(ctx: Context, stage: 'verify' | 'full'): Promise<string> {
  const holder = holderOf(ctx, stage);
  const keys = await readPasskeys(ctx, holder.viewer.userId);
  if (keys.length === 0) refuse([{ field: '', code: 'two_factor.no_passkey', message: 'two_factor.no_passkey' }]);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    allowCredentials: keys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: 'required',
  });
  await ctx.asAuth('write', (em) => keepChallenge(em, holder, 'sign-in-passkey', { secret: options.challenge }));
  return JSON.stringify(options);
}

/** Checks the answer of a passkey of the user to the challenge of the session; null when anything about it is wrong. */
export async function checkPasskey(ctx: Context, holder: Holder, answer: string): Promise<PasskeyAnswer | null> {
  try {
    const response = JSON.parse(answer) as AuthenticationResponseJSON;
    const asked = await ctx.asAuth('write', (em) => openChallenge(em, holder, 'sign-in-passkey'));
    const key = (await readPasskeys(ctx, holder.viewer.userId)).find(
      ({ credential_id }) => credential_id === response.id,
    );
    if (!asked || !key) return null;
    const { id, origin } = relyingParty(ctx);
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: asked.secret,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.counter,
        transports: key.transports,
      },
      requireUserVerification: true,
    });
    return verified ? { id: key.id, counter: authenticationInfo.newCounter, challenge: asked.secret } : null;
  } catch {
    return null; // malformed, or a wrong challenge, origin, signature or counter: the answer is wrong in any case
  }
}
