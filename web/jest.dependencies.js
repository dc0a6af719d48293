import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const BUNDLES = join(root, 'node_modules/.cache/airlog/web-tests');
const STAMP = join(BUNDLES, 'stamp');

/** The client's imports from packages of hundreds of modules, which Jest would load again for every test file. */
const ENTRIES = [
  '@apollo/client',
  '@apollo/client/errors',
  '@apollo/client/link/error',
  '@apollo/client/link/http',
  '@apollo/client/link/subscriptions',
  '@apollo/client/masking',
  '@apollo/client/react',
  '@apollo/client/testing',
  '@chakra-ui/react',
  '@chakra-ui/react/theme',
  'lucide-react',
];

/** Modules that other packages import too: there is one copy of each. */
const SHARED = [/^react(-dom)?(\/|$)/, /^graphql(\/|$)/, /^@emotion\//];

/** For moduleNameMapper. An entry that is missing above fails with the address of its bundle. */
export const bundled = { '^(@apollo/client|@chakra-ui/react|lucide-react)(/.*)?$': `${BUNDLES}/$1$2.mjs` };

/** A bundle consists of files, so each entry gets one. */
function entryFile(name) {
  const file = join(BUNDLES, 'entries', `${name}.js`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export * from '${name}';\n`);
  return file;
}

/** Bundles the packages when the lock file or this file changed. */
export default async function bundleDependencies() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'web/jest.dependencies.js']) hash.update(readFileSync(join(root, file)));
  const stamp = hash.digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  rmSync(BUNDLES, { recursive: true, force: true });
  const { build } = await import('vite'); // slow to load, and most runs bundle nothing
  await build({
    configFile: false,
    root,
    mode: 'development',
    logLevel: 'error',
    resolve: { conditions: ['browser'] },
    build: {
      outDir: BUNDLES,
      emptyOutDir: false,
      target: 'esnext',
      minify: false,
      lib: { entry: Object.fromEntries(ENTRIES.map((entry) => [entry, entryFile(entry)])), formats: ['es'] },
      rolldownOptions: {
        external: SHARED,
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  });
  writeFileSync(STAMP, stamp);
}
