import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** kB, and requests: what a browser loads before the client runs, on the sign-in page in all, and for `/` in all. */
const BUDGET = {
  initial: { gzip: 185 },
  signIn: { gzip: 40 },
  home: { brotli: 300, requests: 25 },
};
/** What the client imports until `/` is complete. */
const HOME =
  /web\/src\/(app\/(DataProvider|SessionGate|Shell)|pages\/DashboardPage|components\/(ToasterRegion|ConfirmQuestion))\.tsx$|locales\/en\.ts$/;
/** `/` itself, its icon, color-mode.js, and two queries. */
const OTHER_REQUESTS = 5;

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
      const home = filesOf(bundle, start, new Set(initial));
      for (const chunk of chunks) if (HOME.test(chunk.facadeModuleId ?? '')) filesOf(bundle, chunk, home);

      const sum = (files: Set<string>, compress: (content: string | Uint8Array) => Buffer) =>
        [...files].reduce((bytes, file) => bytes + compress(contentOf(bundle, file)).length, 0) / 1024;
      const check = (name: string, figure: number, most: number) => {
        if (figure > most) this.error(`${name}: ${figure.toFixed(1)}; the budget is ${most} (web/size-budget.ts).`);
      };
      const zip = (content: string | Uint8Array) => gzipSync(content, { level: 9 });
      check('kB before the client runs', sum(initial, zip), BUDGET.initial.gzip);
      check('kB of the sign-in page', sum(signIn, zip), BUDGET.signIn.gzip);
      check('requests for /', home.size + OTHER_REQUESTS, BUDGET.home.requests);
      check('kB for /', sum(home, brotliCompressSync), BUDGET.home.brotli);

      const library = [...signIn].find((file) => {
        const output = bundle[file];
        return output?.type === 'chunk' && output.moduleIds.some((id) => /node_modules.(react|@apollo)/.test(id));
      });
      if (library) this.error(`The sign-in page loads a library of the client, in ${library}.`);
    },
  };
}
