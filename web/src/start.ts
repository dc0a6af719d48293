import { queries } from 'virtual:early-queries';
import { startEarly, startEarlyWith } from './lib/early.ts';
import { firstPageOf, type ViewerAnswer } from './lib/firstPage.ts';
import { initialLanguage } from './lib/language.ts';
import { loadLanguage } from './lib/loadLanguage.ts';

// Runs while the client is still being fetched (main.tsx): sends the first queries, and fetches the texts and the frame. On
// a slow line each of them would otherwise wait for the one before. The code of the page comes after the frame
// (app/frameFirst.tsx): what is fetched at once shares the line, and all of it would arrive late.

/** The pages that are opened most, and whose query needs only the address. */
const PAGES: { address: RegExp; query: keyof typeof queries }[] = [
  { address: /^\/$/, query: 'DashboardPage' },
  { address: /^\/patients\/(?<id>[^/]+)\/?$/, query: 'PatientPage' },
];

/** The first page of the patients has as many rows as the viewer prefers, so it is asked for once the viewer is known. */
async function firstPatients(viewer: Promise<Response>) {
  return firstPageOf('patients', (await (await viewer).json()) as ViewerAnswer);
}

/** The client imports the file again, and reports when it cannot be loaded. */
const fetchCode = (code: () => Promise<unknown>) => void code().catch(() => undefined);

const { pathname, search } = window.location;
if (!/^\/(verify-login|forgot-password|reset-password|accept-invitation)\b/.test(pathname)) {
  const viewer = startEarly('Viewer', queries.Viewer, {});
  if (/^\/patients\/?$/.test(pathname) && search === '')
    startEarlyWith('PatientsPage', queries.PatientsPage, firstPatients(viewer));
}
for (const { address, query } of PAGES) {
  const match = address.exec(pathname);
  if (match) startEarly(query, queries[query], { ...match.groups }).catch(() => undefined);
}
fetchCode(() => loadLanguage(initialLanguage()));
fetchCode(() => import('./app/signedIn.ts'));
