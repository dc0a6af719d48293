import { createInstance, type BackendModule, type i18n, type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setDatesLanguage } from './dates.ts';
import { asLanguage, languages, rememberLanguage, type Language } from './language.ts';
import { portalName } from './portalName.ts';

/** One namespace per file of locales/{language}: `patients.json` is read with useTranslation('patients'). */
export type LoadLanguage = (language: Language) => Promise<ResourceLanguage>;

let loadPageTexts: () => Promise<unknown> = () => Promise.resolve();

/** Returns `load` with the texts of the pages, for code that is loaded after the frame. */
export const withPageTexts =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [code] = await Promise.all([load(), loadPageTexts()]);
    return code;
  };

/**
 * Returns a translator with `language` loaded; others are loaded when chosen. `loadPages`: the namespaces that come with
 * the code of a page (withPageTexts). `loadLater`: the others. Both are read as well when a component that uses them is
 * drawn, which waits for them in its Suspense.
 */
export async function createI18n(
  language: Language,
  load: LoadLanguage,
  loadPages: LoadLanguage = load,
  loadLater: LoadLanguage = loadPages,
): Promise<i18n> {
  const instance = createInstance();
  const texts = await load(language);
  // A copy: i18next adds what is loaded later to `texts` and to its namespaces.
  const first = new Set(Object.keys(texts));
  const backend: BackendModule = {
    type: 'backend',
    init() {},
    read(wanted, namespace, done) {
      textsOf(wanted as Language, namespace).then(
        (loaded) => done(null, loaded ?? {}),
        (error: Error) => done(error, false),
      );
    },
  };
  async function textsOf(wanted: Language, namespace: string) {
    if (first.has(namespace)) return (await load(wanted))[namespace];
    return (await loadPages(wanted))[namespace] ?? (await loadLater(wanted))[namespace];
  }
  loadPageTexts = async () => {
    const names = Object.keys(await loadPages(instance.language as Language));
    await instance.loadNamespaces(names.filter((name) => !first.has(name)));
  };
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: languages,
      fallbackLng: false,
      ns: [...first],
      defaultNS: 'components',
      resources: { [language]: texts },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, defaultVariables: { portal: portalName() } },
      saveMissing: true,
      missingKeyHandler: (_languages, namespace, missing) =>
        console.error(`Missing translation ${namespace}:${missing} (${instance.language})`),
      react: { useSuspense: true },
    });
  instance.on('languageChanged', showLanguage);
  await setDatesLanguage(language);
  showLanguage(language);
  return instance;
}

function showLanguage(language: string) {
  document.documentElement.lang = language;
}

/** Switches the client to a language and stores it in this browser; ignores an unknown one. */
export async function changeLanguage(instance: i18n, wanted: string): Promise<void> {
  const language = asLanguage(wanted);
  if (!language || language === instance.language) return;
  await setDatesLanguage(language);
  await instance.changeLanguage(language);
  rememberLanguage(language);
}
