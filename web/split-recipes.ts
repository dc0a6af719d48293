import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const ALL = 'virtual:recipes';
const ONE = /^\0virtual:recipe\/(recipes|slotRecipes)\/(\w+)$/;
/** Where a module asks for the recipe of a component. */
const USE = /\b(?:create|use)(Slot)?Recipe(?:Context)?\(\s*\{\s*key: ['"](\w+)['"]/g;
const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

type Kind = 'recipes' | 'slotRecipes';
type Recipes = Record<Kind, Record<string, unknown>>;

async function listed(): Promise<Recipes> {
  const { module } = await runnerImport<Recipes>(fromHere('./src/app/recipes.ts'), {
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
  });
  return module;
}

/**
 * Gives each module of a component the recipe of its styles, of those that app/recipes.ts lists. A browser then loads the
 * recipes of the components that it loads, and not all of them before the first screen.
 */
export function splitRecipes(): Plugin {
  let recipes: ReturnType<typeof listed> | undefined;
  const given = new Set<string>();
  return {
    name: 'split-recipes',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer = '') {
      if (id === ALL || (id === './recipes.ts' && importer.endsWith('/app/theme.ts'))) return `\0${ALL}`;
      if (id.startsWith('virtual:recipe/')) return `\0${id}`;
    },
    load(id) {
      if (id === `\0${ALL}`) return 'export const recipes = {}, slotRecipes = {};';
      const [, kind, key] = ONE.exec(id) ?? [];
      if (!kind || !key) return;
      const own = fromHere(`./src/app/recipes/${key}.ts`);
      const from = existsSync(own)
        ? `{ recipe } from ${JSON.stringify(own)}`
        : `{ ${key}${kind === 'slotRecipes' ? 'Slot' : ''}Recipe as recipe } from '@chakra-ui/react/theme'`;
      return `import ${from};\nimport { ${kind} } from '${ALL}';\n${kind}.${key} = recipe;`;
    },
    async transform(code) {
      const used = [...code.matchAll(USE)].map(([, slot, key]) => ({
        kind: slot ? 'slotRecipes' : 'recipes',
        key: key!,
      }));
      if (used.length === 0) return null;
      const all = await (recipes ??= listed());
      const imports = used
        .filter(({ kind, key }) => key in all[kind as Kind])
        .map(({ kind, key }) => `virtual:recipe/${kind}/${key}`);
      for (const one of imports) given.add(one);
      return imports.length > 0
        ? { code: [code, ...imports.map((one) => `import '${one}';`)].join('\n'), map: null }
        : null;
    },
    async buildEnd(error) {
      if (error || !recipes) return;
      for (const [kind, ofKind] of Object.entries(await recipes))
        for (const key of Object.keys(ofKind))
          if (!given.has(`virtual:recipe/${kind}/${key}`))
            this.error(
              `No component asks for ${kind}.${key} of app/recipes.ts in the form that web/split-recipes.ts expects.`,
            );
    },
  };
}
