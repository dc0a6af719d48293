import { fileURLToPath } from 'node:url';
import type { DocumentNode } from 'graphql';
import { runnerImport, type Plugin } from 'vite';
import { sentText } from './sent-text.ts';

const MODULE = 'virtual:early-queries';
/** The queries of start.ts, and where their documents are. */
const QUERIES = {
  Viewer: 'app/gql/SessionGate.ts',
  DashboardPage: 'pages/gql/DashboardPage.ts',
  PatientsPage: 'features/patients/gql/patientList.ts',
  PatientPage: 'pages/gql/PatientPage.ts',
};

async function textOf(name: string, file: string): Promise<string> {
  const { module } = await runnerImport<Record<string, DocumentNode>>(file, {
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
  });
  return sentText(module[`${name}Document`]!);
}

/** Generates the texts of the queries that start.ts sends, from the documents of the pages themselves. */
export function earlyQueries(): Plugin {
  const files = Object.entries(QUERIES).map(
    ([name, path]) => [name, fileURLToPath(new URL(`./src/${path}`, import.meta.url))] as const,
  );
  return {
    name: 'early-queries',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return;
      for (const [, file] of files) this.addWatchFile(file);
      const texts = await Promise.all(files.map(async ([name, file]) => [name, await textOf(name, file)] as const));
      return `export const queries = ${JSON.stringify(Object.fromEntries(texts))};`;
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
