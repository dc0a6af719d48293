import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { missingPage, useVisitedList, visitList, withPage, type VisitedList } from '../../lib/visitedLists.ts';
import { PatientNeighborsDocument as query } from './gql/usePatientNeighbors.ts';

/** The ids alone: a page of them is read without counting the list. */
graphql(`
  query PatientNeighbors($first: Int, $page: Int, $search: String, $orderBy: PatientsOrder, $where: PatientsWhere) {
    patients(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
        }
      }
    }
  }
`);

const table = 'patients';

/** The position of a patient in the list that the user came from, and the patients before and after. */
export interface Neighbors {
  position: number;
  total: number | null;
  previous: string | undefined;
  next: string | undefined;
}

const neighborsOf = (list: VisitedList, index: number): Neighbors => ({
  position: (list.firstPage - 1) * list.variables.first + index + 1,
  total: list.total,
  previous: list.paths[index - 1],
  next: list.paths[index + 1],
});

/**
 * Returns the neighbors of the open patient in the list that the user came from; null for a patient that it does not
 * have. They are known from the list: only at the first and the last row of what was read, one more page of ids is.
 */
export function usePatientNeighbors(): Neighbors | null {
  const client = useApolloClient();
  const { pathname } = useLocation();
  const list = useVisitedList(table);
  const index = list ? list.paths.indexOf(pathname) : -1;
  const missing = list && index >= 0 ? missingPage(list, index) : null;

  useEffect(() => {
    if (!list || missing === null) return;
    let isCurrent = true;
    client.query({ query, variables: { ...list.variables, page: missing }, fetchPolicy: 'no-cache' }).then(
      ({ data }) => {
        const paths = data?.patients.edges.map(({ node }) => urls.patient(node.databaseId));
        if (isCurrent && paths) visitList(table, withPage(list, missing, paths));
      },
      // Without it there is no step in this direction.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [client, list, missing]);

  return list && index >= 0 ? neighborsOf(list, index) : null;
}
