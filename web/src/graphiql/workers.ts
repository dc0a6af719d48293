import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker';
import GraphQLWorker from 'monaco-graphql/esm/graphql.worker.js?worker';

/** Loads Monaco's workers as files of this site, because GraphiQL's own setup module breaks Vite's dev server. */
export function setUpWorkers(): void {
  const MonacoEnvironment = {
    getWorker(_id: string, label: string) {
      if (label === 'json') return new JsonWorker();
      if (label === 'graphql') return new GraphQLWorker();
      return new EditorWorker();
    },
  };
  Object.assign(globalThis, { MonacoEnvironment });
}
