import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { loadTexts } from '../testing/texts.ts';

const source = new URL('../', import.meta.url);
const api = new URL('../../../api/src/', import.meta.url);
const read = (url: URL) => readFileSync(url, 'utf8');

const messages = Object.keys(JSON.parse(read(new URL('locales/en.json', api))) as object);
const imported = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    [...read(new URL(file, source)).matchAll(/from '#rules\/([^']+)'/g)].map(([, rules]) => rules ?? ''),
  );
const { rules: texts } = await loadTexts('en');
/** Rules files without a refusal: their words name what the server counts. */
const NAMES = ['shared/security-log'];

test.each([...new Set(imported)].filter((rules) => !NAMES.includes(rules)))(
  'every refusal of the rules of %s has its text in the client',
  (rules) => {
    const quoted = [...read(new URL(`${rules}.rules.ts`, api)).matchAll(/'([\w.-]+)'/g)].map(([, word]) => word ?? '');
    const codes = quoted.filter((word) => messages.includes(word));
    expect(codes.filter((code) => !(code in (texts as object)))).toEqual([]);
  },
);
