import type { LoadLanguage } from './i18n.ts';

/** Loads the texts of a language in one request, only for a language in use. */
export const loadLanguage: LoadLanguage = async (language) =>
  (await (language === 'es' ? import('../locales/es.ts') : import('../locales/en.ts'))).texts as Awaited<
    ReturnType<LoadLanguage>
  >;
