import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { languages } from '../lib/language.ts';
import { loadTexts } from '../testing/texts.ts';

const keysOf = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => keysOf(child, path ? `${path}.${key}` : key))
    : [path];

/** Returns the text at a path such as `org.ep.admin`. */
const textAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((part, key) => (part as Record<string, unknown>)[key], value);

const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [String(value)];

// Spanish has a separate plural for millions; English uses its usual one.
const inEnglish = (key: string) => key.replace(/_many$/, '_other');

const placeholders = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort();

const english = await loadTexts('en');

/** Words for a thing that has another name on the screens. */
const OTHER_NAMES = {
  en: /date of birth|patient number/i,
  es: /\b(sedes?|sucursal(es)?|función|funciones|configuración|fichas?|fecha (inicial|final)|claves? API|Wireless)\b|\b[Aa]ñad|¡Atención!|número de paciente/i,
};

describe.each(languages)('the texts in %s', (language) => {
  test('have the same files as English', async () => {
    expect(Object.keys(await loadTexts(language)).sort()).toEqual(Object.keys(english).sort());
  });

  test('have one name for each thing', async () => {
    expect(textsOf(await loadTexts(language)).filter((text) => OTHER_NAMES[language].test(text))).toEqual([]);
  });

  test('name each role as the server does', async () => {
    const server = new URL(`../../../api/src/locales/${language}.json`, import.meta.url);
    const named = Object.entries(JSON.parse(readFileSync(server, 'utf8')) as Record<string, string>)
      .filter(([key]) => key.startsWith('role.'))
      .map(([key, text]) => [key.replace('role.', ''), text] as const);
    const { roleNames } = (await loadTexts(language)).users as { roleNames: object };
    const shown = keysOf(roleNames).map((path) => [path, textAt(roleNames, path)] as const);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(named));
    expect(shown).toHaveLength(13);
  });

  test.each(Object.keys(english))('have the keys of English in %s', async (namespace) => {
    const keys = keysOf((await loadTexts(language))[namespace]).map(inEnglish);
    expect([...new Set(keys)].sort()).toEqual(keysOf(english[namespace]).sort());
  });

  test.each(Object.keys(english))(
    'keep the placeholders of English and have no empty text in %s',
    async (namespace) => {
      const texts = (await loadTexts(language))[namespace];
      expect(textsOf(texts).filter((text) => text.trim() === '')).toEqual([]);
      const byKey = new Map(keysOf(english[namespace]).map((key, n) => [key, textsOf(english[namespace])[n] ?? '']));
      keysOf(texts).forEach((key, n) => {
        expect({ key, has: placeholders(textsOf(texts)[n] ?? '') }).toEqual({
          key,
          has: placeholders(byKey.get(inEnglish(key)) ?? ''),
        });
      });
    },
  );
});
