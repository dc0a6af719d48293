import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import 'graphiql/style.css';
import { createClient } from 'graphql-ws';
import { createRoot } from 'react-dom/client';
import { initialLanguage } from '../lib/language.ts';
import { csrfFetch } from '../lib/csrf.ts';
import { portalName } from '../lib/portalName.ts';
import { reloadOnce } from '../lib/sessionGuard.ts';
import en from '../locales/en/graphiql.json';
import es from '../locales/es/graphiql.json';
import './graphiql.css';
import { forgetStored, memoryStorage } from './memoryStorage.ts';
import { setUpWorkers } from './workers.ts';

setUpWorkers();
forgetStored();
const language = initialLanguage();
const texts = { en, es }[language];
document.documentElement.lang = language;

/** Uses the session's cookie and CSRF token. An ended session reloads the page, which opens sign-in. */
const fetchInSession: typeof fetch = async (input, init) => {
  const answer = await csrfFetch(input, init);
  if (answer.status === 401) reloadOnce();
  return answer;
};

const { protocol, host } = window.location;
const fetcher = createGraphiQLFetcher({
  url: '/graphql',
  fetch: fetchInSession,
  wsClient: createClient({ url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/graphql`, lazy: true }),
});

const root = document.getElementById('graphiql');
if (!root) throw new Error('graphiql.html has no #graphiql');

createRoot(root).render(
  <>
    <header className="banner">
      <a href="/">{texts.back.replace('{{portal}}', () => portalName())}</a>
      <h1>GraphiQL</h1>
      <p>{texts.patientData}</p>
    </header>
    <main>
      <GraphiQL
        fetcher={fetcher}
        storage={memoryStorage()}
        // Headers may contain an API key: they are kept in no storage.
        shouldPersistHeaders={false}
        showPersistHeadersSettings={false}
        forcedTheme={document.documentElement.classList.contains('dark') ? 'dark' : 'light'}
        defaultQuery={`# ${texts.intro.replaceAll('. ', '.\n# ')}\n\n{\n  patients(first: 10) {\n    totalCount\n    edges {\n      node {\n        databaseId\n        lastName\n        firstName\n        currentSerial\n      }\n    }\n  }\n}\n`}
      />
    </main>
  </>,
);
