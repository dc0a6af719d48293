/** Ids have at most nine digits: a larger number is none that the database could look for. */
export const MAX_ID = 999_999_999;
