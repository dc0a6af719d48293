import type { LoadLanguage } from './i18n.ts';

/** Loads the texts of the frame and the home page in one request (web/texts.ts), only for a language in use. */
export const loadLanguage: LoadLanguage = async (language) =>
  (await (language === 'es' ? import('virtual:texts/es') : import('virtual:texts/en'))).texts;

/** Loads the texts of the other pages. */
export const loadPages: LoadLanguage = async (language) =>
  (await (language === 'es' ? import('virtual:texts/es/pages') : import('virtual:texts/en/pages'))).texts;
