import { ApolloClient, ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { createCache } from '../app/apollo.ts';
import { Providers } from '../app/Providers.tsx';
import { NavigationGuard } from '../components/NavigationGuard.tsx';
import { createI18n } from '../lib/i18n.ts';
import { initialLanguage } from '../lib/language.ts';
import { loadLanguage, loadPages } from '../lib/loadLanguage.ts';
import { loadLater } from '../lib/loadLater.ts';
import { Gallery } from './Gallery.tsx';

// For developers: http://localhost:5173/components.html while `npm run dev` is running. Not part of the built client.
const i18n = await createI18n(initialLanguage(), loadLanguage, loadPages, loadLater);
const client = new ApolloClient({ cache: createCache(), link: ApolloLink.empty() });
document.documentElement.lang = i18n.language;

const page = (
  <NavigationGuard>
    <Gallery />
  </NavigationGuard>
);

createRoot(document.getElementById('root')!).render(
  <Providers i18n={i18n}>
    <ApolloProvider client={client}>
      <RouterProvider router={createBrowserRouter([{ path: '*', element: page }])} useTransitions={false} />
    </ApolloProvider>
  </Providers>,
);
