import type { LoadLanguage } from './i18n.ts';

/** Fetches the texts of a language: one request, and only for a language that is used. */
export const loadLanguage: LoadLanguage = async (language) =>
  (await (language === 'es' ? import('../locales/es.ts') : import('../locales/en.ts'))).texts as Awaited<
    ReturnType<LoadLanguage>
  >;
