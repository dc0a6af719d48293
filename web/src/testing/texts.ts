import { readdirSync, readFileSync } from 'node:fs';
import type { LoadLanguage } from '../lib/i18n.ts';

const folder = (language: string) => new URL(`../locales/${language}/`, import.meta.url);

/** The texts of a language from its files, as bundled with the client. */
export const loadTexts: LoadLanguage = (language) =>
  Promise.resolve(
    Object.fromEntries(
      readdirSync(folder(language))
        .filter((file) => file.endsWith('.json'))
        .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, folder(language)), 'utf8'))]),
    ),
  );
