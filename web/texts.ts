import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = /^virtual:texts\/(en|es)(\/later)?$/;
const FOLDER = fileURLToPath(new URL('./src/locales', import.meta.url));

/**
 * Namespaces that only parts with their own file use, such as a page, a dialog or a tab, one a line. Their texts are in a
 * second file, which is read when such a part is opened.
 */
const LATER: ReadonlySet<string> = new Set([
  'mobile-users',
  'patient-record',
  'personal-access-tokens',
  'suppressed-emails',
  'trusted-domains',
  'user-page',
]);

/**
 * Provides the texts of a language, by namespace, as one file, and those of LATER as another. Imported one by one, those
 * that another page needs too would each be a request of their own.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, language, later] = MODULE.exec(id.slice(1)) ?? [];
      if (id[0] !== '\0' || !language) return;
      const namespaces = readdirSync(`${FOLDER}/${language}`)
        .map((file) => file.replace('.json', ''))
        .filter((name) => LATER.has(name) === Boolean(later))
        .map((name) => {
          const file = `${FOLDER}/${language}/${name}.json`;
          this.addWatchFile(file);
          return [name, JSON.parse(readFileSync(file, 'utf8')) as object];
        });
      const json = JSON.stringify(Object.fromEntries(namespaces));
      return `export const texts = JSON.parse(${JSON.stringify(json)});`;
    },
  };
}
