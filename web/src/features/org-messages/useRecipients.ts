import { useEffect, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { Recipient_userFragment } from '../../gql/graphql.ts';
import { useOrgMessageRecipientsQuery } from '../../gql/hooks.ts';

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

graphql(`
  query OrgMessageRecipients($search: String!) {
    orgMessageRecipients(search: $search) {
      ...Recipient_user @unmask
    }
  }
`);

export type Recipient = Recipient_userFragment;

const waitMs = 300;
/** One letter fits nearly everyone. */
const fewestLetters = 2;

/** The users whom a search fits, asked for when the typing rests; `found` is undefined while there is no answer to what was typed. */
export function useRecipients(typed: string): {
  found: readonly Recipient[] | undefined;
  error: unknown;
  retry: () => void;
} {
  const wanted = typed.trim();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), waitMs);
    return () => clearTimeout(timer);
  }, [wanted]);

  const skip = search.length < fewestLetters;
  const { data, error, refetch } = useOrgMessageRecipientsQuery({
    variables: { search },
    skip,
    fetchPolicy: 'no-cache',
  });
  const current = !skip && search === wanted;
  return {
    found: current ? data?.orgMessageRecipients : undefined,
    error: current ? error : undefined,
    retry: () => void refetch(),
  };
}
