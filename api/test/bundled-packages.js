import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** The API's imports from packages that Jest would load again, module by module, for each test file. */
const ENTRIES = [
  '@apollo/server',
  '@apollo/server/plugin/disabled',
  '@as-integrations/express5',
  '@escape.tech/graphql-armor-max-aliases',
  '@escape.tech/graphql-armor-max-depth',
  '@escape.tech/graphql-armor-max-directives',
  '@mikro-orm/core',
  '@mikro-orm/decorators/legacy',
  '@mikro-orm/postgresql',
  'csv-stringify/sync',
  'dataloader',
  'express',
  'graphql',
  'graphql-query-complexity',
  'graphql-scalars',
  'graphql-ws',
  'graphql-ws/use/ws',
  'helmet',
  'i18next',
  'kysely',
  'pg',
  'pg-boss',
  'sanitize-html',
  'type-graphql',
  'ws',
  'yup',
];

const ROOT = join(import.meta.dirname, '../..');
const BUNDLES = join(ROOT, 'node_modules/.cache/airlog/api-tests');
const STAMP = join(BUNDLES, 'stamp');
const PROVIDER = 'airlog.packages';

const packages = new Set(ENTRIES.map((entry) => entry.match(/^(@[^/]+\/)?[^/]+/)[0]));
/** For moduleNameMapper. An entry that is missing above fails with the address of its import. */
export const bundled = { [`^(${[...packages].join('|')})(/.*)?$`]: `${BUNDLES}/imports/$1$2.mjs` };

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/**
 * The names that a package exports. A CommonJS package has none before it runs. The default of one that was compiled
 * from ES modules is not among those modules' exports.
 */
async function namesOf(entry) {
  const names = Object.keys(await import(entry));
  const absent = ['module.exports', '__esModule', ...(names.includes('__esModule') ? ['default'] : [])];
  return names.filter((name) => !absent.includes(name));
}

/** The module that a test file loads in place of a package. It takes the exports from the bundle. */
function importOf(entry, names) {
  const taken = names.map((name, index) => `${name}: e${index}`).join(', ');
  const given = names.map((name, index) => `e${index} as ${name}`).join(', ');
  return `const { ${taken} } = globalThis[Symbol.for('${PROVIDER}')]('${entry}');\nexport { ${given} };\n`;
}

/** Bundles the packages when the lock file, this file or Node has changed since. */
export async function bundlePackages() {
  const hash = createHash('sha256').update(process.version);
  for (const file of ['package-lock.json', 'api/test/bundled-packages.js']) hash.update(readFileSync(join(ROOT, file)));
  const stamp = hash.digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  rmSync(BUNDLES, { recursive: true, force: true });
  const input = {};
  for (const entry of ENTRIES) {
    const names = await namesOf(entry);
    input[entry] = write(join(BUNDLES, 'entries', `${entry}.mjs`), `export { ${names.join(', ')} } from '${entry}';\n`);
    write(join(BUNDLES, 'imports', `${entry}.mjs`), importOf(entry, names));
  }
  const { build } = await import('vite'); // slow to load, and most runs bundle nothing
  await build({
    configFile: false,
    root: ROOT,
    mode: 'development',
    logLevel: 'error',
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: true,
      outDir: BUNDLES,
      emptyOutDir: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'cjs',
          exports: 'named',
          entryFileNames: 'code/[name].js',
          chunkFileNames: 'code/chunks/[name]-[hash].js',
        },
      },
    },
  });
  writeFileSync(STAMP, stamp);
}

/** The compiled bundles of this worker, by file. */
const scripts = new Map();

function scriptOf(file) {
  const known = scripts.get(file);
  if (known) return known;
  const code = `(function (module, exports, require, __filename) {${readFileSync(file, 'utf8')}\n})`;
  const script = new Script(code, { filename: file });
  scripts.set(file, script);
  return script;
}

const builtin = createRequire(import.meta.url);
const newModule = new Script('({ exports: {} })');

/** Lets a test file load the bundles in its own context. It runs them itself: only their compiled code is shared. */
export function providePackages(context, global) {
  const modules = new Map();
  const load = (file) => {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = newModule.runInContext(context);
    modules.set(file, module);
    const local = (name) => (name.startsWith('.') ? load(join(dirname(file), name)) : builtin(name));
    scriptOf(file).runInContext(context)(module, module.exports, local, file);
    return module.exports;
  };
  Object.assign(global, { [Symbol.for(PROVIDER)]: (entry) => load(join(BUNDLES, 'code', `${entry}.js`)) });
}
