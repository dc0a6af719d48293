import type { LoadLanguage } from './i18n.ts';

/** Loads the texts of a language that the first page does without (web/texts.ts). */
export const loadLater: LoadLanguage = async (language) =>
  (await (language === 'es' ? import('virtual:texts/es/later') : import('virtual:texts/en/later'))).texts;
