import { createInstance, type BackendModule, type i18n, type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setDatesLanguage } from './dates.ts';
import { asLanguage, languages, rememberLanguage, type Language } from './language.ts';
import { portalName } from './portalName.ts';

/** One namespace per file of locales/{language}: `patients.json` is read with useTranslation('patients'). */
export type LoadLanguage = (language: Language) => Promise<ResourceLanguage>;

/**
 * Returns a translator with `language` loaded; others are loaded when chosen. `loadLater`: the namespaces that `load`
 * leaves out. They are read when a component that uses them is drawn, which waits for them in its Suspense.
 */
export async function createI18n(
  language: Language,
  load: LoadLanguage,
  loadLater: LoadLanguage = load,
): Promise<i18n> {
  const instance = createInstance();
  const texts = await load(language);
  // A copy: i18next adds what is loaded later to `texts` and to its namespaces.
  const first = new Set(Object.keys(texts));
  const backend: BackendModule = {
    type: 'backend',
    init() {},
    read(wanted, namespace, done) {
      (first.has(namespace) ? load : loadLater)(wanted as Language).then(
        (loaded) => done(null, loaded[namespace] ?? {}),
        (error: Error) => done(error, false),
      );
    },
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
