import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

const ROOT = join(import.meta.dirname, '../..');
const PROVIDER = 'airlog.packages';
/**
 * What no test replaces. A name that is global in the context of a test file costs a call into Node each time; the packages
 * find these as parameters (decisions/085).
 */
const INTRINSICS =
  'Array, BigInt, Boolean, Error, Function, JSON, Map, Math, Number, Object, Promise, Proxy, RangeError, Reflect, RegExp, Set, String, Symbol, TypeError, WeakMap, WeakSet';

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

/** Gives the CommonJS modules of a bundle a `require`, by which React finds setImmediate. */
const moduleRequire = {
  name: 'module-require',
  renderChunk: (code) => code.replace('mod = { exports: {} }', 'mod = { exports: {}, require }'),
};

/**
 * Bundles of packages that Jest would load again, module by module, for each test file (decisions/026). `folder`: name
 * of the folder of the bundles. `list`: the file that lists the entries. `leftOut`: exports of an entry that the bundle
 * does not have. `build`: the rest of Vite's configuration.
 */
export function packageBundles({ folder, list, entries, leftOut = {}, ...build }) {
  const bundles = join(ROOT, 'node_modules/.cache/airlog', folder);
  const stampFile = join(bundles, 'stamp');
  const packages = new Set(entries.map((entry) => entry.match(/^(@[^/]+\/)?[^/]+/)[0]));

  /** Bundles the packages when the lock file, this file, the list or Node has changed since. */
  async function bundle() {
    const hash = createHash('sha256').update(process.version);
    for (const file of [join(ROOT, 'package-lock.json'), import.meta.filename, list]) hash.update(readFileSync(file));
    const stamp = hash.digest('hex');
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
    rmSync(bundles, { recursive: true, force: true });
    const input = {};
    for (const entry of entries) {
      const names = (await namesOf(entry)).filter((name) => !leftOut[entry]?.includes(name));
      input[entry] = write(
        join(bundles, 'entries', `${entry}.mjs`),
        `export { ${names.join(', ')} } from '${entry}';\n`,
      );
      write(join(bundles, 'imports', `${entry}.mjs`), importOf(entry, names));
    }
    const { build: runVite } = await import('vite'); // slow to load, and most runs bundle nothing
    await runVite({
      configFile: false,
      root: ROOT,
      mode: 'development',
      logLevel: 'error',
      plugins: [moduleRequire],
      ...build,
      build: {
        ...build.build,
        outDir: bundles,
        emptyOutDir: false,
        target: 'esnext',
        minify: false,
        rolldownOptions: {
          input,
          external: [/^node:/, ...builtinModules],
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
    writeFileSync(stampFile, stamp);
  }

  /** The compiled bundles of this worker, by file. */
  const scripts = new Map();
  function scriptOf(file) {
    const known = scripts.get(file);
    if (known) return known;
    const module = `(function (module, exports, require, __filename) {${readFileSync(file, 'utf8')}\n})`;
    const code = `(function (${INTRINSICS}) { return ${module}; })(${INTRINSICS})`;
    const script = new Script(code, { filename: file });
    scripts.set(file, script);
    return script;
  }

  const builtin = createRequire(import.meta.url);
  const newModule = new Script('({ exports: {} })');

  /** Lets a test file load the bundles in its own context. It runs them itself: only their compiled code is shared. */
  function provide(context, global) {
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
    Object.assign(global, { [Symbol.for(PROVIDER)]: (entry) => load(join(bundles, 'code', `${entry}.js`)) });
  }

  return {
    /** For moduleNameMapper. An entry that the list lacks fails with the address of its import. */
    mapper: { [`^(${[...packages].join('|')})(/.*)?$`]: `${bundles}/imports/$1$2.mjs` },
    bundle,
    provide,
  };
}
