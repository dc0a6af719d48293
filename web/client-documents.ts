import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LIST = fileURLToPath(new URL('./src/gql/operations.json', import.meta.url));

/** Puts the digests of the client's operations into the build, from which a node reads them (api/src/graphql/client-documents.ts). */
export function clientDocuments(): Plugin {
  return {
    name: 'client-documents',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.operations.json', source: readFileSync(LIST) });
    },
  };
}
