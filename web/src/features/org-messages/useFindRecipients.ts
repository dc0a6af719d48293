import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { Recipient_userFragment } from '../../gql/graphql.ts';

graphql(`
  fragment Recipient_user on User {
    id
    databaseId
    firstName
    lastName
    email
    organization {
      id
      name
    }
  }
`);

const query = graphql(`
  query OrgMessageRecipients($search: String!) {
    orgMessageRecipients(search: $search) {
      ...Recipient_user @unmask
    }
  }
`);

export type Recipient = Recipient_userFragment;

/** A single letter matches nearly every user. */
export const fewestLetters = 2;

/** Returns a function that finds the users who match a search. Aborting cancels the request. Nothing is cached. */
export function useFindRecipients() {
  const client = useApolloClient();
  return async (search: string, signal: AbortSignal): Promise<readonly Recipient[]> => {
    const { data } = await client.query({
      query,
      variables: { search },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal }, queryDeduplication: false },
    });
    if (!data) throw new Error('orgMessageRecipients returned no data');
    return data.orgMessageRecipients;
  };
}
