/**
 * The context of a request that the page sends without an act of its user: the server does not take it for activity, so
 * that an idle session ends as on any other page.
 */
export const byItself = { headers: { 'X-Purpose': 'poll' } };
