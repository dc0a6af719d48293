import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { createI18n } from './lib/i18n.ts';
import { initialLanguage } from './lib/language.ts';
import { loadLanguage, loadPages } from './lib/loadLanguage.ts';
import { loadLater } from './lib/loadLater.ts';
import { Providers } from './app/Providers.tsx';
import { routes } from './app/router.tsx';
import { watchPreloadErrors } from './lib/preloadErrors.ts';

watchPreloadErrors();

const i18n = await createI18n(initialLanguage(), loadLanguage, loadPages, loadLater);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Providers i18n={i18n}>
      {/* Not in a transition: Apollo's useQuery would alternate between the old and the new address forever. */}
      <RouterProvider router={createBrowserRouter(routes)} useTransitions={false} />
    </Providers>
  </StrictMode>,
);
