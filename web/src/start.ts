import { queries } from 'virtual:early-queries';
import { startEarly } from './lib/early.ts';
import { initialLanguage } from './lib/language.ts';
import { loadLanguage } from './lib/loadLanguage.ts';

// Runs while the client is still being fetched (main.tsx): sends the first queries and fetches the code of the page. On
// a slow line each of them would otherwise wait for the one before.

/** The pages that are opened most; any other is fetched by the router. */
const PAGES: { address: RegExp; code: () => Promise<unknown>; query?: keyof typeof queries }[] = [
  { address: /^\/$/, code: () => import('./pages/DashboardPage.tsx'), query: 'DashboardPage' },
  { address: /^\/patients\/?$/, code: () => import('./pages/PatientsPage.tsx') },
  { address: /^\/patients\/(?<id>[^/]+)\/?$/, code: () => import('./pages/PatientPage.tsx'), query: 'PatientPage' },
  { address: /^\/machines\/?$/, code: () => import('./pages/MachinesPage.tsx') },
  { address: /^\/devices\/?$/, code: () => import('./pages/DevicesPage.tsx') },
];

/** The client imports the file again, and reports when it cannot be loaded. */
const fetchCode = (code: () => Promise<unknown>) => void code().catch(() => undefined);

const { pathname } = window.location;
if (!/^\/(verify-login|forgot-password|reset-password|accept-invitation)\b/.test(pathname))
  startEarly('Viewer', queries.Viewer, {});
for (const { address, code, query } of PAGES) {
  const match = address.exec(pathname);
  if (!match) continue;
  if (query) startEarly(query, queries[query], { ...match.groups });
  fetchCode(code);
}
fetchCode(() => loadLanguage(initialLanguage()));
for (const code of [
  () => import('./app/DataProvider.tsx'),
  () => import('./app/SessionGate.tsx'),
  () => import('./app/Shell.tsx'),
])
  fetchCode(code);
