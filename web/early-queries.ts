import { fileURLToPath } from 'node:url';
import type { DocumentNode } from 'graphql';
import { runnerImport, type Plugin } from 'vite';
import { sentText } from './sent-text.ts';

const MODULE = 'virtual:early-queries';
const NAMES = ['Viewer', 'DashboardPage', 'PatientsPage', 'PatientPage'] as const;

/** Generates the texts of the queries that start.ts sends, from the documents of the pages themselves. */
export function earlyQueries(): Plugin {
  const file = fileURLToPath(new URL('./src/gql/graphql.ts', import.meta.url));
  return {
    name: 'early-queries',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return;
      this.addWatchFile(file);
      const { module } = await runnerImport<Record<string, DocumentNode>>(file, {
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'error',
      });
      const texts = Object.fromEntries(NAMES.map((name) => [name, sentText(module[`${name}Document`]!)]));
      return `export const queries = ${JSON.stringify(texts)};`;
    },
  };
}

/** The order in which a browser is to find the files of the page: the styles, what start.ts needs, and the largest. */
const ORDER = [/rel="stylesheet"/, /assets\/base-/, /assets\/runtime-/, /assets\/frame-/, /./];
/** A tag that the build adds for a file of the client. */
const TAG = /^ *<(?:link rel="(?:stylesheet|modulepreload)"|script type="module") crossorigin.*\n/gm;

/**
 * Returns the page with the tags of its files in ORDER. A browser has six connections, asks in the order of the page, and
 * waits for an answer as long for a small file as for a large one.
 */
function inOrder(html: string): string {
  const rank = (tag: string) => ORDER.findIndex((pattern) => pattern.test(tag));
  const tags = (html.match(TAG) ?? []).sort((a, b) => rank(a) - rank(b));
  return html.replace(TAG, () => tags.splice(0, tags.length).join(''));
}

/** Puts start.ts into the client's page, ahead of everything else, without waiting for it. */
export function startScript(): Plugin {
  const tag = (src: string) => [
    {
      tag: 'script',
      attrs: { type: 'module', async: true, crossorigin: true, src },
      injectTo: 'head-prepend' as const,
    },
  ];
  return {
    name: 'start-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (!filename.endsWith('/index.html')) return;
        if (!bundle) return tag('/src/start.ts');
        const chunk = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith('web/src/start.ts'),
        );
        return chunk && { html: inOrder(html), tags: tag(`/${chunk.fileName}`) };
      },
    },
  };
}
