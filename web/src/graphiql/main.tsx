import 'graphiql/style.css';
import { createClient } from 'graphql-ws';
import { createRoot } from 'react-dom/client';
import { initialLanguage } from '../lib/language.ts';
import { csrfFetch } from '../lib/csrf.ts';
import { portalName } from '../lib/portalName.ts';
import { reloadOnce } from '../lib/sessionGuard.ts';
import './graphiql.css';
import { forgetStored } from './memoryStorage.ts';
import { sharedIn } from './sharedQuery.ts';
import { fill, textsOf, TextsContext } from './texts.ts';
import { setUpWorkers } from './workers.ts';
import { Workbench } from './Workbench.tsx';

setUpWorkers();
forgetStored();
const language = initialLanguage();
const texts = textsOf(language);
document.documentElement.lang = language;

/** Uses the session's cookie and CSRF token. An ended session reloads the page, which opens sign-in. */
const fetchInSession: typeof fetch = async (input, init) => {
  const answer = await csrfFetch(input, init);
  if (answer.status === 401) reloadOnce();
  return answer;
};

const shared = sharedIn(window.location.hash);
// A query may name a patient: it does not stay in the address.
if (window.location.hash) window.history.replaceState(null, '', window.location.pathname);

const { protocol, host } = window.location;
const wsClient = createClient({ url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/graphql`, lazy: true });

const root = document.getElementById('graphiql');
if (!root) throw new Error('graphiql.html has no #graphiql');

createRoot(root).render(
  <TextsContext value={texts}>
    <header className="banner">
      <a href="/">{fill(texts.back, { portal: portalName() })}</a>
      <h1>GraphiQL</h1>
      <p>{texts.patientData}</p>
    </header>
    <Workbench send={fetchInSession} wsClient={wsClient} shared={shared} />
  </TextsContext>,
);
