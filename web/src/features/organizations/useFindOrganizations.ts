import { useApolloClient } from '@apollo/client/react';
import type { ComboboxOption, LoadOptions } from '../../components/useOptions.ts';
import { graphql } from '../../gql/gql.ts';
import { useOrganizationType } from '../../lib/useOrganizationType.ts';

const query = graphql(`
  query FindOrganizations($search: String!) {
    searchResults(search: $search, first: 20) {
      organizations {
        id
        name
        type
      }
    }
  }
`);

/** Letters before the server is asked. */
export const fewestLetters = 2;

/** Returns a function that finds organizations by name. Aborting cancels the request. Nothing is cached. */
export function useFindOrganizations(): LoadOptions<ComboboxOption> {
  const client = useApolloClient();
  const typeOf = useOrganizationType();
  return async (search, signal) => {
    const { data } = await client.query({
      query,
      variables: { search },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal }, queryDeduplication: false },
    });
    if (!data) throw new Error('searchResults returned no data');
    return data.searchResults.organizations.map(({ id, name, type }) => ({
      value: id,
      label: name,
      description: typeOf(type),
    }));
  };
}
