import { queries } from 'virtual:early-queries';
import { startEarly, startEarlyWith } from './lib/early.ts';
import { firstPageOf, type ViewerAnswer } from './lib/firstPage.ts';
import { initialLanguage } from './lib/language.ts';
import { loadLanguage, loadPages } from './lib/loadLanguage.ts';

// Runs while the client is still being fetched (main.tsx): sends the first queries, and fetches the texts and the frame. On
// a slow line each of them would otherwise wait for the one before. The code of the page comes after that of the frame
// (app/frameFirst.tsx): what is fetched at once shares the line, and all of it would arrive late.

/** The pages that are opened most, and whose query needs only the address; the code of those that are files of their own. */
const PAGES: { address: RegExp; query?: keyof typeof queries; code?: () => Promise<unknown> }[] = [
  { address: /^\/$/, query: 'DashboardPage' },
  { address: /^\/patients\/?$/, code: () => import('./pages/PatientsPage.tsx') },
  {
    address: /^\/patients\/(?<id>[^/]+)\/?$/,
    query: 'PatientPage',
    code: () => import('./pages/PatientPage.tsx'),
  },
];

/** The first page of the patients has as many rows as the viewer prefers, so it is asked for once the viewer is known. */
async function firstPatients(viewer: Promise<Response>) {
  return firstPageOf('patients', (await (await viewer).json()) as ViewerAnswer);
}

/** The client imports the file again, and reports when it cannot be loaded. */
const fetchCode = (code: () => Promise<unknown>) => void code().catch(() => undefined);

/** The tag of the largest file of the client; none in development. */
const largestFile = document.querySelector('link[rel="modulepreload"][href*="/runtime-"]');

const { pathname, search } = window.location;
if (!/^\/(verify-login|forgot-password|reset-password|accept-invitation)\b/.test(pathname)) {
  const viewer = startEarly('Viewer', queries.Viewer, {});
  if (/^\/patients\/?$/.test(pathname) && search === '')
    startEarlyWith('PatientsPage', queries.PatientsPage, firstPatients(viewer));
}
for (const { address, query, code } of PAGES) {
  const match = address.exec(pathname);
  if (match && query) startEarly(query, queries[query], { ...match.groups }).catch(() => undefined);
  // Asked for when the largest file is there, they are on their way while the client begins.
  if (match && code)
    largestFile?.addEventListener(
      'load',
      () => {
        fetchCode(code);
        fetchCode(() => loadPages(initialLanguage()));
      },
      { once: true },
    );
}
fetchCode(() => loadLanguage(initialLanguage()));
fetchCode(() => import('./app/signedIn.ts'));
// The first format of dates reads the browser's tables for all others, now while there is nothing else to do.
Intl.DateTimeFormat('en-US');
