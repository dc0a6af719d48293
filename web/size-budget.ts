import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** kB of gzip: what a browser loads before the client runs, and on the sign-in page in all. */
const BUDGET = { initial: 182, signIn: 32 };
/** kB of Brotli, and requests, until a page is complete for a signed-in user who only looks at it. */
const PAGES = {
  '/': { kB: 237.5, requests: 16, code: null },
  '/patients': { kB: 278.5, requests: 21, code: /(pages\/PatientsPage\.tsx|virtual:texts\/en\/pages)$/ },
  '/patients/1': { kB: 304.5, requests: 23, code: /(pages\/PatientPage\.tsx|virtual:texts\/en\/pages)$/ },
};
/** What the client imports on each of these pages. */
const EVERY_PAGE = /(app\/signedIn\.ts|virtual:texts\/en)$/;
/** The page itself, color-mode.js, and two queries. */
const OTHER_REQUESTS = 4;

type Bundle = Rolldown.OutputBundle;

/** Returns the files of a chunk: itself, its styles, and everything that it imports statically. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const file of chunk.imports) filesOf(bundle, bundle[file] as Rolldown.OutputChunk, seen);
  return seen;
}

function contentOf(bundle: Bundle, file: string): string | Uint8Array {
  const output = bundle[file]!;
  return output.type === 'chunk' ? output.code : output.source;
}

/** Fails a build that makes a browser load more than the budget, or a library of the client on the sign-in page. */
export function sizeBudget(): Plugin {
  return {
    name: 'size-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const find = (file: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file));
      const [client, start, signInPage] = [find('web/index.html'), find('web/src/start.ts'), find('web/login.html')];
      if (!client || !start || !signInPage) return; // the gallery
      const initial = filesOf(bundle, client);
      const signIn = filesOf(bundle, signInPage);
      const sum = (files: Set<string>, compress: (content: string | Uint8Array) => Buffer) =>
        [...files].reduce((bytes, file) => bytes + compress(contentOf(bundle, file)).length, 0) / 1024;
      const check = (name: string, figure: number, most: number) => {
        if (figure > most)
          this.error(
            `${name}: ${figure.toFixed(1)}; the budget is ${most} (web/size-budget.ts). Texts: FIRST and LATER in web/texts.ts.`,
          );
      };
      const zip = (content: string | Uint8Array) => gzipSync(content, { level: 9 });
      check('kB before the client runs', sum(initial, zip), BUDGET.initial);
      check('kB of the sign-in page', sum(signIn, zip), BUDGET.signIn);
      for (const [address, { kB, requests, code }] of Object.entries(PAGES)) {
        const files = filesOf(bundle, start, new Set(initial));
        for (const chunk of chunks) {
          const module = chunk.facadeModuleId ?? '';
          if (EVERY_PAGE.test(module) || code?.test(module)) filesOf(bundle, chunk, files);
        }
        check(`requests for ${address}`, files.size + OTHER_REQUESTS, requests);
        check(`kB for ${address}`, sum(files, brotliCompressSync), kB);
      }

      const library = [...signIn].find((file) => {
        const output = bundle[file];
        return output?.type === 'chunk' && output.moduleIds.some((id) => /node_modules.(react|@apollo)/.test(id));
      });
      if (library) this.error(`The sign-in page loads a library of the client, in ${library}.`);
    },
  };
}
