import { useState } from 'react';
import { toaster } from '../../components/Toaster.tsx';
import type { PatientFactKind } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { ofSameChoice } from '../../lib/ofSameChoice.ts';
import { usePatientTimelineQuery, type PatientTimelineQuery } from './gql/usePatientTimeline.ts';

graphql(`
  query PatientTimeline(
    $patientId: ID!
    $first: Int!
    $after: String
    $kinds: [PatientFactKind!]
    $from: Date
    $to: Date
  ) {
    patientTimeline(patientId: $patientId, first: $first, after: $after, kinds: $kinds, from: $from, to: $to) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          id
          kind
          recordedAt
          description
          serial
          actor
          reason
        }
      }
    }
  }
`);

export type Fact = PatientTimelineQuery['patientTimeline']['edges'][number]['node'];

/** Which facts are shown: of some kinds, or all; recorded from one day to another, or on any. */
export interface TimelineChoice {
  kinds: PatientFactKind[] | null;
  from: string | null;
  to: string | null;
}

/** Facts of a page; printing reads up to `mostAtOnce`. */
const factPage = 50;
export const mostAtOnce = 200;

/** The facts of a patient, newest first, and what reads older ones. */
export function usePatientTimeline(patientId: string, choice: TimelineChoice, olderFailed: string) {
  const { data, previousData, loading, error, refetch, fetchMore, observable } = usePatientTimelineQuery({
    variables: { patientId, first: factPage, ...choice },
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
  });
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const timeline = (data ?? previousData)?.patientTimeline;

  async function older(first = factPage) {
    setLoadingOlder(true);
    try {
      await fetchMore({
        variables: { patientId, first, ...choice, after: data?.patientTimeline.pageInfo.endCursor },
        updateQuery: ofSameChoice(observable, (before, { fetchMoreResult: { patientTimeline: more } }) => ({
          patientTimeline: { ...more, edges: [...before.patientTimeline.edges, ...more.edges] },
        })),
      });
    } catch {
      toaster.error({ title: olderFailed });
    } finally {
      setLoadingOlder(false);
    }
  }

  return {
    facts: timeline?.edges.map(({ node }) => node),
    total: timeline?.totalCount ?? 0,
    hasOlder: timeline?.pageInfo.hasNextPage ?? false,
    loading,
    error,
    refetch,
    isLoadingOlder,
    older,
  };
}
