import type { EntityManager } from '@mikro-orm/postgresql';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { Unauthenticated } from '../shared/errors.ts';
import { smsIsAvailable } from '../sms/sms.ts';
import type { SessionStage, Viewer } from '../auth/viewer.ts';

export type SecondFactor = 'app' | 'sms' | 'passkey';

/** The user of a session, also of one that is not fully signed in, and the session. */
export interface Holder {
  viewer: Viewer;
  stage: SessionStage;
  sessionHash: Buffer;
}

/** Returns the user of the request's session in one of these stages; throws Unauthenticated when there is none. */
export function holderOf(ctx: Context, ...stages: SessionStage[]): Holder {
  const { sessionHash, pending } = ctx.request;
  const viewer = ctx.signedIn ?? pending?.viewer;
  const stage = ctx.signedIn ? 'full' : pending?.stage;
  // A bearer token has no session and sets up no second factor.
  if (!viewer || !stage || !sessionHash || ctx.request.isBearer || !stages.includes(stage)) throw new Unauthenticated();
  return { viewer, stage, sessionHash };
}

/** What a user has and what their organization allows. */
export interface FactorState {
  required: boolean;
  allows_app: boolean;
  allows_sms: boolean;
  /** Codes go only to the phone of the user's record: auth.2fa_prevent_phone_numbers (decisions/065). */
  fixes_phone: boolean;
  /** Ten digits, of the user's record. */
  phone: string | null;
  app_secret: string | null;
  app_last_step: number | null;
  sms_phone: string | null;
  passkeys: number;
  recovery_codes: number;
}

/** Reads it in a transaction of asAuth. */
export async function readFactors(em: EntityManager, userId: number): Promise<FactorState> {
  const [row] = await em.execute<FactorState[]>(
    `select o.two_factor_enabled as required, o.two_factor_app as allows_app, o.two_factor_sms as allows_sms,
            o.two_factor_prevent_phone_numbers as fixes_phone, u.phone,
            f.app_secret, f.app_last_step::float8 as app_last_step, f.sms_phone,
            (select count(*) from passkeys p where p.user_id = u.id)::int as passkeys,
            (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null)::int as recovery_codes
       from users u join organizations o on o.id = u.org_id left join second_factors f on f.user_id = u.id where u.id = ?`,
    [userId],
  );
  return row!;
}

/** Returns the factors that a user has, the one to ask for first at the beginning. */
export const factorsOf = (state: FactorState): SecondFactor[] => [
  ...(state.app_secret === null ? [] : (['app'] as const)),
  ...(state.sms_phone === null ? [] : (['sms'] as const)),
  ...(state.passkeys === 0 ? [] : (['passkey'] as const)),
];

/** Whether codes may be set up for some phone. */
const mayAddPhone = (ctx: Context, { allows_sms, fixes_phone, phone }: FactorState): boolean =>
  allows_sms && smsIsAvailable(ctx.app.config) && (!fixes_phone || phone !== null);

/** Returns the factors that the user may set up. The organization cannot forbid passkeys: they are the safest. */
export const allowedFactors = (ctx: Context, state: FactorState): SecondFactor[] => [
  ...(state.allows_app ? (['app'] as const) : []),
  ...(mayAddPhone(ctx, state) ? (['sms'] as const) : []),
  'passkey',
];

/** Returns the factors that the user has and may have: codes to a fixed phone end with a change of the record. */
function ownAllowed(ctx: Context, state: FactorState): SecondFactor[] {
  const allowed = allowedFactors(ctx, state);
  const isRightPhone = !state.fixes_phone || state.sms_phone === state.phone;
  return factorsOf(state).filter((factor) => allowed.includes(factor) && (factor !== 'sms' || isRightPhone));
}

/**
 * Returns the factors that complete a sign-in: the user's own that are allowed, or all of them when none is, so that a
 * changed setting locks no user out. They add an allowed one next.
 */
export function factorsToAsk(ctx: Context, state: FactorState): SecondFactor[] {
  const asked = ownAllowed(ctx, state);
  return asked.length > 0 ? asked : factorsOf(state);
}

/** Returns the factors that can be given in place of the password when an operation asks for a fresh one. */
export const factorsToReauthenticate = (ctx: Context, state: FactorState): SecondFactor[] =>
  factorsToAsk(ctx, state).filter((factor) => factor !== 'sms');

/** Whether the user must set up a second factor before anything else. */
export const mustEnroll = (ctx: Context, state: FactorState): boolean =>
  state.required && ownAllowed(ctx, state).length === 0;

/**
 * Keeps what other parts read about the factors of a user: the factor that the sign-in asks for, and what lists show.
 * Recovery codes are worth nothing without a factor and end with the last one.
 */
export async function keepFactors(em: EntityManager, userId: number): Promise<FactorState> {
  const state = await readFactors(em, userId);
  const [first = null] = factorsOf(state);
  await write(em).updateTable('user_credentials').set({ second_factor: first }).where('user_id', '=', userId).execute();
  await write(em)
    .updateTable('users')
    .set({ two_factor_app_enabled: state.app_secret !== null, two_factor_sms_enabled: state.sms_phone !== null })
    .where('id', '=', userId)
    .execute();
  if (first === null) await write(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return state;
}
