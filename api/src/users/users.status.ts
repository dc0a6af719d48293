import type { UserAccount } from './user-account.entity.ts';
import type { UserStatus } from './users.list.rules.ts';

/** The documented status of a user, in the documented order: 0 to 4. */
export const USER_STATES = ['inactive', 'active', 'invited', 'expired', 'locked'] as const;
export type UserState = (typeof USER_STATES)[number];

type Facts = Pick<UserAccount, 'active' | 'locked' | 'emailVerifiedAt' | 'invitationExpiresAt'>;

/**
 * Returns the status of a user in the list: inactive; invited until the e-mail address is verified, expired when the
 * invitation ended before; locked; active.
 */
export function userStatusOf({ active, locked, emailVerifiedAt, invitationExpiresAt }: Facts, now: Date): UserState {
  if (!active) return 'inactive';
  if (emailVerifiedAt === null) return invitationExpiresAt && invitationExpiresAt > now ? 'invited' : 'expired';
  return locked ? 'locked' : 'active';
}

/** The SQL of `userStatusOf` for one status, for an alias of `user_accounts`. */
export const IN_STATUS: Record<UserStatus, (user: string) => string> = {
  0: (u) => `not ${u}.active`,
  1: (u) => `${u}.active and not ${u}.locked and ${u}.email_verified_at is not null`,
  2: (u) => `${u}.active and ${u}.email_verified_at is null and ${u}.invitation_expires_at > now()`,
  3: (u) =>
    `${u}.active and ${u}.email_verified_at is null and coalesce(${u}.invitation_expires_at, '-infinity') <= now()`,
  4: (u) => `${u}.active and ${u}.locked and ${u}.email_verified_at is not null`,
};

/** The SQL of `userStatusOf`, for an alias of `user_accounts`. */
export const statusSql = (user: string): string =>
  `case ${USER_STATES.map((state, number) => `when ${IN_STATUS[String(number) as UserStatus](user)} then '${state}'`).join(' ')} end`;
