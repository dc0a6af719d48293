import { useState } from 'react';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { ofSameChoice } from '../../lib/ofSameChoice.ts';
import { useQuiet } from '../../lib/useQuiet.ts';
import { isRefusal, useShown } from '../../lib/useShown.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { FollowUpChoice } from './followUpAddress.ts';
import type { FollowUp } from './followUpText.ts';
import { useFollowUpsPageQuery, type FollowUpsPageQuery } from './gql/useFollowUps.ts';

graphql(`
  query FollowUpsPage(
    $first: Int!
    $after: String
    $state: FollowUpState!
    $reasons: [FollowUpReason!]
    $assigned: FollowUpAssigned
  ) {
    followUps(first: $first, after: $after, state: $state, reasons: $reasons, assigned: $assigned) {
      totalCount
      totalCountIsCapped
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          ...FollowUp_followUp @unmask
        }
      }
    }
    followUpCounts {
      reason
      count
      countIsCapped
    }
  }
`);

const pageSize = 50;
/** The most that one page may have: what is further down stays as it was read. */
const mostAtOnce = 100;
/** Milliseconds between two reads, when several follow-ups change. */
const quietMs = 500;

/**
 * Returns the follow-ups that are shown with the first ones as they are now; those further down remain. Of a choice that
 * was not read yet there are none: events come while it is being read.
 */
export function withFirst(before: Partial<FollowUpsPageQuery>, now: FollowUpsPageQuery): FollowUpsPageQuery {
  if (!before.followUps) return now;
  const { edges, pageInfo } = now.followUps;
  const read = new Set(edges.map(({ node }) => node.id));
  const further = before.followUps.edges.slice(edges.length).filter(({ node }) => !read.has(node.id));
  return further.length === 0 || !pageInfo.hasNextPage
    ? now
    : { ...now, followUps: { ...now.followUps, pageInfo: before.followUps.pageInfo, edges: [...edges, ...further] } };
}

/** Whether a follow-up still belongs into the list: an act changes it in the cache before the list is read again. */
const belongs = ({ state, assignee }: FollowUp, choice: FollowUpChoice, me: string): boolean => {
  if (state !== choice.state) return false;
  if (choice.assigned === 'ME') return assignee?.id === me;
  return choice.assigned === null || assignee === null;
};

/** The follow-ups of a choice, in their order, and what reads more of them. */
export function useFollowUps(choice: FollowUpChoice, moreFailed: string) {
  const me = useViewer().user.id;
  const { state, reasons, assigned } = choice;
  const variables = { state, reasons: reasons.length > 0 ? [...reasons] : null, assigned };
  const { data, error, refetch, fetchMore, observable } = useFollowUpsPageQuery({
    variables: { first: pageSize, ...variables },
    fetchPolicy: 'cache-and-network',
  });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const chosen = JSON.stringify(variables);
  const { shown, isBefore } = useShown({ data, error }, chosen);
  const [failed, setFailed] = useState<{ chosen: string; error: unknown } | null>(null);
  const connection = shown?.followUps;
  // Rows of the choice before, dimmed, stay until those of this one are there.
  const rows = connection?.edges
    .map(({ node }) => node)
    .filter((followUp) => isBefore || belongs(followUp, choice, me));

  const count = connection?.edges.length ?? 0;
  const readAgain = () =>
    fetchMore({
      variables: { ...variables, first: Math.min(Math.max(count, pageSize), mostAtOnce), after: null },
      updateQuery: ofSameChoice(observable, (before, { fetchMoreResult }) => withFirst(before, fetchMoreResult)),
    }).then(
      () => setFailed(null),
      (reason: Error) => {
        // Of a choice that the user has left, nothing has failed.
        if (reason.name === 'AbortError') return;
        // The query itself must fail, so that the rows go away.
        if (isRefusal(reason)) void refetch().catch(() => undefined);
        else setFailed({ chosen, error: reason });
      },
    );
  const reload = useQuiet(() => void readAgain(), quietMs);

  async function more() {
    setLoadingMore(true);
    try {
      await fetchMore({
        variables: { ...variables, first: pageSize, after: connection?.pageInfo.endCursor },
        updateQuery: ofSameChoice(observable, (before, { fetchMoreResult: next }) => ({
          ...next,
          followUps: { ...next.followUps, edges: [...before.followUps.edges, ...next.followUps.edges] },
        })),
      });
    } catch {
      toaster.error({ title: moreFailed });
    } finally {
      setLoadingMore(false);
    }
  }

  return {
    rows,
    counts: shown?.followUpCounts,
    total: connection?.totalCount ?? 0,
    totalIsCapped: connection?.totalCountIsCapped ?? false,
    hasMore: connection?.pageInfo.hasNextPage ?? false,
    /** The rows are those of the choice before. */
    isBefore,
    error: error ?? (failed && failed.chosen === chosen ? failed.error : undefined),
    refetch() {
      setFailed(null);
      void refetch().catch(() => undefined);
    },
    reload,
    isLoadingMore,
    more,
  };
}
