import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { refuse } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { readPasskeys, relyingParty, webauthn } from './passkeys-check.ts';
import { keepChallenge } from './two-factor-challenges.ts';
import { confirmFactor, enrollingHolder } from './two-factor-enrollment.ts';
import { passkeyNameRules } from './two-factor.rules.ts';

const MAX_PASSKEYS = 10;

/** Returns the options, as JSON, with which the browser makes a new passkey. Throws InvalidInput when there are ten. */
export async function startPasskeyEnrollment(ctx: Context): Promise<string> {
  const holder = await enrollingHolder(ctx, 'passkey');
  const keys = await readPasskeys(ctx, holder.viewer.userId);
  if (keys.length >= MAX_PASSKEYS)
    refuse([{ field: '', code: 'two_factor.passkeys', message: 'two_factor.passkeys', values: { max: MAX_PASSKEYS } }]);
  const { id, name } = relyingParty(ctx);
  const { facts, displayName, userId } = holder.viewer;
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(`user:${userId}`),
    userName: facts.email,
    userDisplayName: displayName,
    excludeCredentials: keys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await ctx.asAuth('write', (em) => keepChallenge(em, holder, 'new-passkey', { secret: options.challenge }));
  return JSON.stringify(options);
}

/** Adds the passkey that the browser made. Returns new recovery codes, or null when there are some. */
export async function confirmPasskeyEnrollment(ctx: Context, raw: unknown): Promise<string[] | null> {
  const holder = await enrollingHolder(ctx, 'passkey');
  const { name, passkey } = await validate(passkeyNameRules, raw);
  const { id, origin } = relyingParty(ctx);
  const { verifyRegistrationResponse } = await webauthn();
  return confirmFactor(ctx, holder, 'new-passkey', 'passkey', async (em, { secret }) => {
    const made = await verifyRegistrationResponse({
      response: parsed(passkey),
      expectedChallenge: secret,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }).catch(() => null); // malformed, or a wrong challenge, origin or signature
    if (!made?.verified) return false;
    const { credential } = made.registrationInfo;
    const added = await write(em)
      .insertInto('passkeys')
      .values({
        org_id: holder.viewer.orgId,
        user_id: holder.viewer.userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).filter((transport) => /^[\w-]+$/.test(transport)),
        name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  });
}

const parsed = (json: string): RegistrationResponseJSON => {
  try {
    return JSON.parse(json) as RegistrationResponseJSON;
  } catch {
    return {} as RegistrationResponseJSON;
  }
};
