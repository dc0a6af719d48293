import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type { renderTheme } from './src/app/builtTheme.tsx';

const STYLES = '\0virtual:theme.css';
const LOOK = '\0virtual:look';
const DICTIONARY = '\0virtual:token-dictionary';
const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function rendered(): Promise<ReturnType<typeof renderTheme>> {
  const { module } = await runnerImport<{ renderTheme: typeof renderTheme }>(fromHere('./src/app/builtTheme.tsx'), {
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
  });
  return module.renderTheme();
}

/**
 * Computes the theme while the client is built: the styles of every page become a style sheet, and the tokens a table
 * that takes the place of Chakra's dictionary of tokens. A browser would compute both at each start.
 */
export function builtTheme(): Plugin {
  let theme: ReturnType<typeof rendered> | undefined;
  const once = () => (theme ??= rendered());
  let loaded: string[] = [];
  return {
    name: 'built-theme',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      loaded = [];
    },
    resolveId(id, importer = '') {
      if (id === STYLES) return STYLES;
      if (id === './look.ts' && importer.endsWith('/app/theme.ts')) return LOOK;
      if (id === './token-dictionary.js' && importer.endsWith('/styled-system/system.js')) return DICTIONARY;
    },
    async load(id) {
      if (![STYLES, LOOK, DICTIONARY].includes(id)) return;
      loaded.push(id);
      if (id === STYLES) return (await once()).css;
      if (id === LOOK) return `import ${JSON.stringify(STYLES)}; export const look = [];`;
      const json = JSON.stringify(JSON.stringify((await once()).tokens));
      return `import { tokenDictionary } from ${JSON.stringify(fromHere('./src/app/builtTokens.ts'))};
export const createTokenDictionary = () => tokenDictionary(JSON.parse(${json}));`;
    },
    buildEnd(error) {
      if (error || !loaded.includes(LOOK)) return;
      if (!loaded.includes(DICTIONARY)) this.error('Chakra no longer has its dictionary of tokens where it was.');
    },
  };
}
