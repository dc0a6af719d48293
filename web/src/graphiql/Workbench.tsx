import { DOC_EXPLORER_PLUGIN, DocExplorerStore } from '@graphiql/plugin-doc-explorer';
import { HISTORY_PLUGIN, HistoryStore } from '@graphiql/plugin-history';
import { GraphiQLProvider, type GraphiQLPlugin } from '@graphiql/react';
import { GraphiQLInterface } from 'graphiql';
import type { Client } from 'graphql-ws';
import { useMemo, useState } from 'react';
import { Bar } from './Bar.tsx';
import { ExamplesIcon, SavedIcon, TableIcon } from './icons.tsx';
import { ExamplesPanel } from './ExamplesPanel.tsx';
import { createFetcher, createSwitch } from './fetcher.ts';
import { memoryStorage } from './memoryStorage.ts';
import { SavedPlugin } from './SavedPlugin.tsx';
import type { SharedQuery } from './sharedQuery.ts';
import { useTexts } from './texts.ts';
import { TablePanel } from './TablePanel.tsx';

/** GraphiQL with examples, the answer as a table, the price of an operation, and a switch for mutations. */
export function Workbench(props: { send: typeof fetch; wsClient: Client; shared: SharedQuery | null }) {
  const { send, wsClient, shared } = props;
  const texts = useTexts();
  const [writes] = useState(createSwitch);
  const fetcher = useMemo(
    () => createFetcher({ fetch: send, wsClient, mayWrite: writes.isOn, refusal: texts.writes.refused }),
    [send, wsClient, writes, texts],
  );
  const plugins = useMemo<GraphiQLPlugin[]>(
    () => [
      DOC_EXPLORER_PLUGIN,
      { title: texts.examples.title, icon: ExamplesIcon, content: ExamplesPanel },
      { title: texts.saved.title, icon: SavedIcon, content: () => <SavedPlugin send={send} /> },
      { title: texts.table.title, icon: TableIcon, content: TablePanel },
      HISTORY_PLUGIN,
    ],
    [texts, send],
  );
  const storage = useMemo(() => memoryStorage(), []);
  return (
    <GraphiQLProvider
      fetcher={fetcher}
      plugins={plugins}
      referencePlugin={DOC_EXPLORER_PLUGIN}
      storage={storage}
      // Headers may contain an API key: they are kept in no storage.
      shouldPersistHeaders={false}
      {...(shared ? { initialQuery: shared.query, initialVariables: shared.variables } : {})}
      defaultQuery={`# ${texts.intro.replaceAll('. ', '.\n# ')}\n\n{\n  patients(first: 10) {\n    totalCount\n    edges {\n      node {\n        databaseId\n        lastName\n        firstName\n        currentSerial\n      }\n    }\n  }\n}\n`}
    >
      <HistoryStore>
        <DocExplorerStore>
          <Bar send={send} onMayWrite={writes.turn} />
          <main>
            <GraphiQLInterface
              showPersistHeadersSettings={false}
              forcedTheme={document.documentElement.classList.contains('dark') ? 'dark' : 'light'}
            />
          </main>
        </DocExplorerStore>
      </HistoryStore>
    </GraphiQLProvider>
  );
}
