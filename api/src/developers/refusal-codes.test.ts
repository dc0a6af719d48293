import { readFileSync, globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import en from '../locales/en.json' with { type: 'json' };
import { anonymous, usePortal } from '../../test/harness.ts';
import { REFUSAL_CODES } from './refusal-codes.ts';

usePortal();

const texts: Record<string, string> = en;
const sources = globSync('api/src/**/*.ts').filter(
  (file) => !/\.(test|contract)\.ts$|\/(demo|migrations)\/|developers\/refusal-codes/.test(file),
);
const textOf = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));
const whole = [...textOf.values()].join('\n');

/** Codes of errors of GraphQL, of systems and of cards, which are in no `userErrors`. */
const NO_REFUSALS = /^[A-Z_\d]+$|^(card\.dates|two_serials|phone|serial)$/;

/** Texts that a program makes the key of, by the part that it writes. */
const MADE = ['icode.', 'two_factor.', 'uploads.reason.'];

/** The codes that the sources write (resources of FHIR have codes of their own): as `code`, as the message of a refusal of a list, and as the message of a rule. */
function written(): string[] {
  const codes = [...textOf].flatMap(([file, text]) =>
    [...text.matchAll(/\bcode: '([^']+)'/g)]
      .map(([, code]) => code!)
      .filter((code) => !file.includes('/fhir/') || code.startsWith('fhir.')),
  );
  const refusals = [...whole.matchAll(/\brefusal(?:Of)?\(\s*[^,()]+,\s*'([^']+)'/g)].map(([, code]) => code!);
  const rules = [...textOf].flatMap(([file, text]) =>
    /(\.rules|usage-range)\.ts$/.test(file)
      ? [...text.matchAll(/'([a-z_]+(?:\.[a-zA-Z_]+)?)'/g)].map(([, code]) => code!)
      : [],
  );
  return [...codes, ...refusals, ...rules.filter((code) => code in texts && /[. ]|required|invalid/.test(code))];
}

test('every code that the sources refuse with is in the catalog', () => {
  const found = [...new Set(written())].filter((code) => !NO_REFUSALS.test(code));
  expect(found.length).toBeGreaterThan(200);
  expect(found.filter((code) => !REFUSAL_CODES.has(code))).toEqual([]);
});

test('no code of the catalog is unused', () => {
  const isUsed = (code: string) =>
    whole.includes(`'${code}'`) || MADE.some((start) => code.startsWith(start) && whole.includes(`\`${start}\${`));
  expect([...REFUSAL_CODES.keys()].filter((code) => !isUsed(code))).toEqual([]);
});

test('codes of the documents have their texts', () => {
  expect(REFUSAL_CODES.get('device-already-connected')).toBe('device.not_available');
  expect(REFUSAL_CODES.get('max_failed_attempts_reached')).toBe('device.max_failed_attempts_reached');
  expect(REFUSAL_CODES.get('list.cursor')).toBe('list.cursor');
});

test.each([
  ['en', 'Narrow the filter; without nights and models it takes more.', 'at most <var>max</var> rows'],
  ['es', 'Limite el filtro; sin noches ni modelos admite más.', 'como máximo <var>max</var> filas'],
])('the page of errors has every code with what to do, in %s', async (language, next, value) => {
  const { text } = await anonymous().rest('GET', `/developers/errors?lang=${language}`, undefined, {
    accept: 'text/html',
  });
  const shown = [...text.matchAll(/<dt><code>([\w.-]+)<\/code><\/dt>/g)].map(([, code]) => code);
  expect(shown.filter((code) => REFUSAL_CODES.has(code!))).toEqual([...REFUSAL_CODES.keys()]);
  expect(text).toContain(next);
  expect(text).toContain(value);
});
