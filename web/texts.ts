import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = /^virtual:texts\/(en|es)$/;
const FOLDER = fileURLToPath(new URL('./src/locales', import.meta.url));

/**
 * Provides every text of a language, by namespace, as one file. Imported one by one, those that another page needs too
 * would each be a request of their own.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : undefined),
    load(id) {
      const language = MODULE.exec(id.slice(1))?.[1];
      if (id[0] !== '\0' || !language) return;
      const namespaces = readdirSync(`${FOLDER}/${language}`).map((name) => {
        const file = `${FOLDER}/${language}/${name}`;
        this.addWatchFile(file);
        return [name.replace('.json', ''), JSON.parse(readFileSync(file, 'utf8')) as object];
      });
      const json = JSON.stringify(Object.fromEntries(namespaces));
      return `export const texts = JSON.parse(${JSON.stringify(json)});`;
    },
  };
}
