import { readdirSync, readFileSync } from 'node:fs';
import type { LoadLanguage } from '../lib/i18n.ts';

const folder = (language: string) => new URL(`../locales/${language}/`, import.meta.url);

/** The texts of a language as one object of JSON. */
const texts = new Map<string, string>();

function textsOf(language: string): string {
  const files = readdirSync(folder(language)).filter((file) => file.endsWith('.json'));
  const read = files.map(
    (file) => `"${file.replace('.json', '')}":${readFileSync(new URL(file, folder(language)), 'utf8')}`,
  );
  return `{${read.join(',')}}`;
}

/** The texts of a language from its files, as bundled with the client. Each translator has its own copy: it adds to it. */
export const loadTexts: LoadLanguage = (language) => {
  if (!texts.has(language)) texts.set(language, textsOf(language));
  return Promise.resolve(JSON.parse(texts.get(language)!));
};
