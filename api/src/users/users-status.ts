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

/**
 * The SQL of `userStatusOf` for one status, for an alias of `user_accounts`: its `state` has an index, and no column has
 * the time at which an invitation ends.
 */
export const IN_STATUS: Record<UserStatus, (user: string) => string> = {
  0: (u) => `${u}.state = 'inactive'`,
  1: (u) => `${u}.state = 'active'`,
  2: (u) => `${u}.state = 'invited' and ${u}.invitation_expires_at > now()`,
  3: (u) => `${u}.state = 'invited' and coalesce(${u}.invitation_expires_at, '-infinity') <= now()`,
  4: (u) => `${u}.state = 'locked'`,
};

/** The states of users with another status than this one: an index finds them where they are few. */
const OTHER_STATES: Partial<Record<UserStatus, string>> = {
  0: `'active', 'invited', 'locked'`,
  1: `'inactive', 'invited', 'locked'`,
  4: `'inactive', 'active', 'invited'`,
};

/** The SQL of every other status than this one, for an alias of `user_accounts`. */
export const notInStatus = (status: UserStatus, user: string): string =>
  OTHER_STATES[status] ? `${user}.state in (${OTHER_STATES[status]})` : `(${IN_STATUS[status](user)}) is not true`;

/** The SQL of `userStatusOf`, for an alias of `user_accounts`. */
export const statusSql = (user: string): string =>
  `case ${USER_STATES.map((state, number) => `when ${IN_STATUS[String(number) as UserStatus](user)} then '${state}'`).join(' ')} end`;
