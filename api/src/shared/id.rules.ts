/** Ids have at most nine digits, also in GraphQL (node.ts): a larger number is none that the database could look for. */
export const LARGEST_ID = 999_999_999;
