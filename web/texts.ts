import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const MODULE = /^virtual:texts\/(en|es)(?:\/(pages|later))?$/;
/** The codes of the rules of the sign-in page, which does without the texts of the others. */
const SIGN_IN_CODES = ['required', 'email.invalid', 'credentials'];
/** What the frame and the home page consist of. */
const FRAME = /web\/index\.html$|app\/signedIn\.ts$/;
const USED = /\buseTranslation\(([^)]*)\)/g;
const SIGN_IN_RULES = /^sign-in-rules\/(en|es)$/;
const FOLDER = fileURLToPath(new URL('./src/locales', import.meta.url));

/**
 * Namespaces of the frame and of the home page, one a line: the only texts that these wait for. Those of the other pages
 * come with the code of a page (lib/i18n.ts, withPageTexts).
 */
const FIRST: ReadonlySet<string> = new Set([
  'announcements',
  'components',
  'dashboard',
  'follow-ups',
  'org-messages',
  'palette',
  'patients',
  'session',
  'shell',
]);
/**
 * Namespaces that only parts with their own file use, such as a page, a dialog or a tab, one a line. Their texts are in a
 * third file, which is read when such a part is opened.
 */
const LATER: ReadonlySet<string> = new Set([
  'activity',
  'card-info',
  'compliance-reports',
  'conflict',
  'first-run',
  'first-steps',
  'follow-up-acts',
  'follow-up-list',
  'hand-offs',
  'inbox',
  'installation',
  'locations',
  'migration',
  'mobile-users',
  'news',
  'night',
  'night-voids',
  'org-groups',
  'organization-form',
  'organization-panels',
  'patient-access',
  'patient-declines',
  'patient-form',
  'patient-notes',
  'patient-record',
  'personal-access-tokens',
  'roles',
  'row-keys',
  'security-events',
  'service-accounts',
  'suppressed-emails',
  'timeline',
  'trusted-domains',
  'two-factor',
  'usage-periods',
  'user-page',
  'users',
  'users-import',
  'webhooks',
]);

/** Namespaces of pages without the client, which bundle their own texts. */
const APART: ReadonlySet<string> = new Set(['graphiql']);

const fileOf = (namespace: string) =>
  APART.has(namespace) ? 'apart' : FIRST.has(namespace) ? 'first' : LATER.has(namespace) ? 'later' : 'pages';

/**
 * Provides the texts of a language, by namespace, in three files: those of FIRST, those of LATER, and the others. Imported
 * one by one, those that another page needs too would each be a request of their own.
 */
export function texts(): Plugin {
  /** The namespaces that each module names. */
  const namedIn = new Map<string, string[]>();
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
      const [, language, wanted = 'first'] = MODULE.exec(id.slice(1)) ?? [];
      if (id[0] !== '\0' || !language) return;
      const namespaces = readdirSync(`${FOLDER}/${language}`)
        .map((file) => file.replace('.json', ''))
        .filter((name) => fileOf(name) === wanted)
        .map((name) => {
          const file = `${FOLDER}/${language}/${name}.json`;
          this.addWatchFile(file);
          return [name, JSON.parse(readFileSync(file, 'utf8')) as object];
        });
      const json = JSON.stringify(Object.fromEntries(namespaces));
      return `export const texts = JSON.parse(${JSON.stringify(json)});`;
    },
    transform(code, id) {
      const names = [...code.matchAll(USED)].flatMap(([, list]) => [...list!.matchAll(/'([\w-]+)'/g)]);
      if (names.length > 0 && !id.includes('node_modules'))
        namedIn.set(
          id,
          names.map(([, name]) => name!),
        );
      return null;
    },
    // Where nothing waits for texts that come later, the whole page would be empty.
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const seen = new Set<Rolldown.OutputChunk>();
      const add = (chunk: Rolldown.OutputChunk) => {
        if (seen.has(chunk)) return;
        seen.add(chunk);
        for (const file of chunk.imports) add(bundle[file] as Rolldown.OutputChunk);
      };
      chunks.filter(({ facadeModuleId }) => FRAME.test(facadeModuleId ?? '')).forEach(add);
      for (const id of [...seen].flatMap(({ moduleIds }) => moduleIds))
        for (const name of namedIn.get(id) ?? [])
          if (!FIRST.has(name)) this.error(`${id} is part of the frame, and ${name} is not in FIRST (web/texts.ts).`);
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
