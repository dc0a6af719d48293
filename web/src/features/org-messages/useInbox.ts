import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInboxQuery, useMarkInboxItemRead, useMarkInboxRead, type InboxQuery } from './gql/useInbox.ts';
import { withNewestItems, withOlder } from './inboxPages.ts';

graphql(`
  query Inbox($after: String) {
    inbox(first: 20, after: $after, orderBy: { field: DATABASE_ID, direction: DESC }) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          databaseId
          kind
          message
          createdAt
          readAt
          handOffId
          repaired
          patient {
            id
            databaseId
            firstName
            lastName
          }
        }
      }
    }
  }
`);

graphql(`
  mutation MarkInboxItemRead($input: MarkInboxItemReadInput!) {
    markInboxItemRead(input: $input) {
      viewer {
        inboxUnreadCount
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation MarkInboxRead($input: MarkInboxReadInput!) {
    markInboxRead(input: $input) {
      viewer {
        inboxUnreadCount
      }
      ...UserErrors
    }
  }
`);

export type InboxItem = InboxQuery['inbox']['edges'][number]['node'];

/**
 * The items of the inbox, newest first, and what the user does with them. When the unread count changes, in this or
 * another tab, the newest items are read again; those further down and the scroll position remain.
 */
export function useInbox(unread: number, failed: string) {
  const client = useApolloClient();
  const { data, error, refetch, fetchMore } = useInboxQuery({ fetchPolicy: 'network-only' });
  const markItem = useMarkInboxItemRead();
  const markAll = useMarkInboxRead();
  const [isBusy, setBusy] = useState(false);
  const seen = useRef(unread);
  const items = data?.inbox.edges.map(({ node }) => node);

  const readNewest = useEffectEvent(() => {
    if (!data) return;
    fetchMore({
      variables: { after: null },
      updateQuery: (before, { fetchMoreResult }) => ({ ...before, ...withNewestItems(before, fetchMoreResult) }),
    }).catch(() => undefined);
  });
  useEffect(() => {
    if (seen.current === unread) return;
    seen.current = unread;
    readNewest();
  }, [unread]);

  async function busy(work: Promise<unknown>) {
    setBusy(true);
    try {
      await work;
    } catch {
      toaster.error({ title: failed });
    } finally {
      setBusy(false);
    }
  }
  /** Shows items as read at once, also those that are not among the newest. */
  function show(read: readonly InboxItem[]) {
    for (const item of read)
      client.cache.modify({
        id: client.cache.identify({ ...item }),
        fields: { readAt: (before: string | null) => before ?? new Date().toISOString() },
      });
  }

  return {
    items,
    error,
    refetch,
    isBusy,
    hasOlder: data?.inbox.pageInfo.hasNextPage ?? false,
    older: () =>
      busy(
        fetchMore({
          variables: { after: data?.inbox.pageInfo.endCursor },
          updateQuery: (before, { fetchMoreResult }) => ({ ...before, ...withOlder(before, fetchMoreResult) }),
        }),
      ),
    markRead: (item: InboxItem) =>
      busy(markItem({ input: { itemId: String(item.databaseId) } }).then(() => show([item]))),
    markAllRead: (newest: number) => busy(markAll({ input: { newest } }).then(() => show(items ?? []))),
  };
}
