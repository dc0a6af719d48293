import { ApolloProvider } from '@apollo/client/react';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { createApolloClient } from './apollo.ts';

/** Gives its routes the API. A chunk of its own, because the sign-in page works without it. */
export function DataProvider() {
  const [client] = useState(createApolloClient);
  return (
    <ApolloProvider client={client}>
      <Outlet />
    </ApolloProvider>
  );
}
