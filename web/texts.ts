import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = /^virtual:texts\/(en|es)(\/later)?$/;
/** The codes of the rules of the sign-in page, which does without the texts of the others. */
const SIGN_IN_CODES = ['required', 'email.invalid', 'credentials'];
const SIGN_IN_RULES = /^sign-in-rules\/(en|es)$/;
const FOLDER = fileURLToPath(new URL('./src/locales', import.meta.url));

/**
 * Namespaces that only parts with their own file use, such as a page, a dialog or a tab, one a line. Their texts are in a
 * second file, which is read when such a part is opened.
 */
const LATER: ReadonlySet<string> = new Set([
  'hand-offs',
  'locations',
  'migration',
  'mobile-users',
  'org-groups',
  'organization-form',
  'organization-panels',
  'patient-access',
  'patient-form',
  'patient-notes',
  'patient-record',
  'personal-access-tokens',
  'suppressed-emails',
  'trusted-domains',
  'user-page',
  'users',
  'users-import',
]);

/**
 * Provides the texts of a language, by namespace, as one file, and those of LATER as another. Imported one by one, those
 * that another page needs too would each be a request of their own.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    // Before Vite finds the file.
    enforce: 'pre',
    resolveId(id, importer) {
      if (MODULE.test(id)) return `\0${id}`;
      const [, language] = /locales\/(en|es)\/rules\.json$/.exec(id) ?? [];
      return language && importer?.endsWith('/sign-in/signInPage.ts') ? `\0sign-in-rules/${language}` : undefined;
    },
    load(id) {
      const [, rulesOf] = SIGN_IN_RULES.exec(id.slice(1)) ?? [];
      if (rulesOf) return signInRules(rulesOf);
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

/** Returns the module of the rules' texts that the sign-in page shows. */
function signInRules(language: string): string {
  const rules = JSON.parse(readFileSync(`${FOLDER}/${language}/rules.json`, 'utf8')) as Record<string, string>;
  const texts = SIGN_IN_CODES.map((code) => {
    if (!rules[code]) throw new Error(`No text of ${code} in ${language}/rules.json.`);
    return [code, rules[code]];
  });
  return `export default ${JSON.stringify(Object.fromEntries(texts))};`;
}
