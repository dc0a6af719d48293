import type { ComboboxOption, LoadOptions } from '../../components/useOptions.ts';
import { graphql } from '../../lib/graphql.ts';
import { useOrganizationType } from '../../lib/useOrganizationType.ts';
import { useFindOrganizations } from './gql/useOrganizationOptions.ts';

graphql(`
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

/** Returns a function that finds the organizations in which support staff may act, by name. */
export function useOrganizationOptions(): LoadOptions<ComboboxOption> {
  const find = useFindOrganizations();
  const typeOf = useOrganizationType();
  return async (search, signal) =>
    (await find({ search }, { signal })).organizations.map(({ id, name, type }) => ({
      value: id,
      label: name,
      description: typeOf(type),
    }));
}
