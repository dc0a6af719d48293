import type { InboxQuery } from './gql/useInbox.ts';

type Pages = Pick<InboxQuery, 'inbox'>;

/** Returns the pages that are shown with the next, older one behind them. */
export const withOlder = ({ inbox }: Pages, { inbox: older }: Pages): Pages => ({
  inbox: { ...older, edges: [...inbox.edges, ...older.edges] },
});

/** Returns the pages that are shown with the newest page as it is now; the older items and the end remain. */
export function withNewestItems({ inbox }: Pages, { inbox: newest }: Pages): Pages {
  const last = newest.edges.at(-1)?.node.databaseId ?? 0;
  const older = inbox.edges.filter(({ node }) => node.databaseId < last);
  return older.length === 0 || !newest.pageInfo.hasNextPage
    ? { inbox: newest }
    : { inbox: { ...inbox, edges: [...newest.edges, ...older] } };
}
