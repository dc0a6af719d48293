import type { LoadLanguage } from './i18n.ts';

/** Loads the texts of a language that every page does without at first (web/texts.ts). */
export const loadLater: LoadLanguage = async (language) =>
  (await (language === 'es' ? import('virtual:texts/es/later') : import('virtual:texts/en/later'))).texts;
