import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** kB of JavaScript, gzipped, that a browser loads for the first screen, and for the sign-in page in all. */
const BUDGET_KB = { initial: 185, signIn: 245 };

type Chunks = Map<string, Rolldown.OutputChunk>;

/** Returns the files of a chunk and of everything that it imports statically. */
function filesOf(chunks: Chunks, chunk: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const file of chunk.imports) filesOf(chunks, chunks.get(file)!, seen);
  return seen;
}

const kilobytes = (chunks: Chunks, files: Set<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(chunks.get(file)!.code, { level: 9 }).length, 0) / 1024;

/** Fails a build that makes a browser load more than the budget, or the GraphQL client on the sign-in page. */
export function sizeBudget(): Plugin {
  return {
    name: 'size-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const all = Object.values(bundle).filter((output) => output.type === 'chunk');
      const chunks: Chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
      const find = (file: string) => all.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file));
      const [entry, signInPage] = [find('web/index.html'), find('pages/LoginPage.tsx')];
      if (!entry || !signInPage) return; // the gallery
      const initial = filesOf(chunks, entry);
      const signIn = filesOf(chunks, signInPage, new Set(initial));
      for (const [name, files] of Object.entries({ initial, signIn })) {
        const size = kilobytes(chunks, files);
        const most = BUDGET_KB[name as keyof typeof BUDGET_KB];
        if (size > most) this.error(`The ${name} JavaScript has ${size.toFixed(1)} kB; the budget is ${most} kB.`);
      }
      const client = [...signIn].find((file) =>
        chunks.get(file)!.moduleIds.some((id) => id.includes('@apollo/client/core')),
      );
      if (client) this.error(`The sign-in page loads the GraphQL client, in ${client}.`);
    },
  };
}
