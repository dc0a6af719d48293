import { useApolloClient } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';
import { useState, type ReactNode } from 'react';

/** Puts an object into the cache, as the page's query would before a component with a fragment renders. */
export function InCache(props: {
  fragment: DocumentNode;
  fragmentName: string;
  data: { __typename: string; id: string };
  children: ReactNode;
}) {
  const client = useApolloClient();
  const { fragment, fragmentName, data } = props;
  useState(() => client.writeFragment({ fragment, fragmentName, data }));
  return props.children;
}
