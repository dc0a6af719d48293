import { remember, remembered } from './storage.ts';

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The name of each language, in that language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' };

const key = 'language';

/** Returns the language of that code; undefined when the client has none. */
export function asLanguage(value: unknown): Language | undefined {
  return languages.find((language) => language === value);
}

/** Returns the language of this browser: the last chosen one, else the browser's own, else English. */
export function initialLanguage(): Language {
  return asLanguage(remembered<unknown>(key, null)) ?? asLanguage(navigator.language.slice(0, 2)) ?? 'en';
}

/** Stores the chosen language in this browser. */
export const rememberLanguage = (language: Language): void => remember(key, language);
