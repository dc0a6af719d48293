import type { LoadLanguage } from './i18n.ts';

/** Loads the texts of a language in one request, only for a language in use. */
export const loadLanguage: LoadLanguage = async (language) =>
  (await (language === 'es' ? import('virtual:texts/es') : import('virtual:texts/en'))).texts;
