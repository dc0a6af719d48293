import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import type { Ahead } from '../lib/prefetch.ts';
import { PatientPageDocument } from './gql/PatientPage.ts';

/** The server's audit line of the read says that it was ahead of an opening (decisions/050). */
const READ_AHEAD = { headers: { 'X-Purpose': 'prefetch' }, queryDeduplication: false };

/** Returns what opening a patient needs: the page's code, and its query, which fills the cache. */
export function usePatientAhead(): (patient: { databaseId: number }) => Ahead {
  const client = useApolloClient();
  return useMemo(
    () =>
      ({ databaseId }) => ({
        key: String(databaseId),
        code: () => import('./PatientPage.tsx'),
        data: () =>
          client.query({
            query: PatientPageDocument,
            variables: { id: String(databaseId) },
            fetchPolicy: 'network-only',
            context: READ_AHEAD,
          }),
      }),
    [client],
  );
}
