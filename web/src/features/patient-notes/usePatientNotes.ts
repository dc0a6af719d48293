import { useState } from 'react';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useQuiet } from '../../lib/useQuiet.ts';
import {
  usePatientNotesChangedSubscription,
  usePatientNotesQuery,
  type PatientNotesQuery,
} from './gql/usePatientNotes.ts';

graphql(`
  query PatientNotes($patientId: ID!, $first: Int, $after: String) {
    patient(id: $patientId) {
      id
      viewerCanWriteNotes
      noteReaders {
        id
        name
      }
    }
    patientNotes(patientId: $patientId, first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          ...PatientNote_note @unmask
        }
      }
    }
  }
`);

graphql(`
  fragment PatientNote_note on PatientNote {
    id
    databaseId
    text
    authorName
    authorOrganization
    isShared
    sharedWith {
      id
      name
    }
    version
    createdAt
    edited
    removed
    viewerCanUpdate
  }
`);

graphql(`
  subscription PatientNotesChanged($patientId: ID!) {
    patientNotesChanged(patientId: $patientId) {
      patientId
    }
  }
`);

export type PatientNote = PatientNotesQuery['patientNotes']['edges'][number]['node'];

const notePage = 10;
/** The most that one page may have: what is further down stays as it was read. */
const mostAtOnce = 100;
/** Milliseconds between two reads, when several notes change. */
const quietMs = 500;

type Pages = Pick<PatientNotesQuery, 'patientNotes'>;

/**
 * Returns the notes that are shown with the newest ones as they are now; the older ones remain. None are shown while the
 * first ones are being read: events come then too.
 */
export function withNewestNotes({ patientNotes }: Partial<Pages>, { patientNotes: newest }: Pages): Pages {
  if (!patientNotes) return { patientNotes: newest };
  const last = newest.edges.at(-1)?.node.databaseId ?? 0;
  const older = patientNotes.edges.filter(({ node }) => node.databaseId < last);
  return older.length === 0 || !newest.pageInfo.hasNextPage
    ? { patientNotes: newest }
    : { patientNotes: { ...patientNotes, edges: [...newest.edges, ...older] } };
}

/**
 * The notes of a patient, newest first. When one was written, changed or removed, here, in another tab or by another
 * user, they are read again; those further down and the scroll position remain.
 */
export function usePatientNotes(patientId: string, olderFailed: string) {
  const { data, error, refetch, fetchMore } = usePatientNotesQuery({
    variables: { patientId, first: notePage },
    fetchPolicy: 'cache-and-network',
  });
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const notes = data?.patientNotes.edges.map(({ node }) => node);

  const shown = notes?.length ?? 0;
  const readAgain = () =>
    fetchMore({
      variables: { patientId, first: Math.min(Math.max(shown, notePage), mostAtOnce), after: null },
      updateQuery: (before, { fetchMoreResult }) => ({
        ...fetchMoreResult,
        ...withNewestNotes(before, fetchMoreResult),
      }),
    }).catch(() => undefined);
  const reload = useQuiet(() => void readAgain(), quietMs);
  usePatientNotesChangedSubscription({ variables: { patientId }, onData: reload });

  async function older() {
    setLoadingOlder(true);
    try {
      await fetchMore({
        variables: { patientId, first: notePage, after: data?.patientNotes.pageInfo.endCursor },
        updateQuery: (before, { fetchMoreResult: more }) => ({
          ...more,
          patientNotes: { ...more.patientNotes, edges: [...before.patientNotes.edges, ...more.patientNotes.edges] },
        }),
      });
    } catch {
      toaster.error({ title: olderFailed });
    } finally {
      setLoadingOlder(false);
    }
  }

  return {
    patient: data?.patient,
    notes,
    error,
    refetch,
    reload,
    hasOlder: data?.patientNotes.pageInfo.hasNextPage ?? false,
    isLoadingOlder,
    older,
  };
}
