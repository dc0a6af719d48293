/** Minutes after which a lockout by failed sign-ins ends by itself; one by an administrator has no time, and stays. */
export const LOCK_MINUTES = 30;

/** That a user u and their organization o may act now: SQL for the sign-in and for tokens. */
export const IS_ACTIVE = `u.active and o.active and (not u.locked or u.locked_at < now() - interval '${LOCK_MINUTES} minutes')`;
