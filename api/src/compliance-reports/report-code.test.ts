import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newReportCode } from './report-code.ts';
import { parseReportCode, spokenCode } from './report-code.rules.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = Array.from({ length: 200 }, () => newReportCode());
const code = fc.constantFrom(...codes);
const place = fc.integer({ min: 0, max: 11 });

describe('a verification code', () => {
  test('has twelve characters without I, L, O and U, and is another one each time', () => {
    for (const one of codes) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('is printed in groups of four', () => {
    expect(spokenCode('0123456789AB')).toBe('0123-4567-89AB');
  });

  test('is read in any case, with blanks and hyphens, O as 0, I and L as 1', () => {
    fc.assert(
      fc.property(code, (one) => {
        const written = spokenCode(one).toLowerCase().replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I');
        expect(parseReportCode(`  ${written} `)).toBe(one);
      }),
    );
  });

  test('with one wrong character is none', () => {
    fc.assert(
      fc.property(code, place, fc.constantFrom(...ALPHABET), (one, at, character) => {
        fc.pre(one[at] !== character);
        expect(parseReportCode(one.slice(0, at) + character + one.slice(at + 1))).toBeNull();
      }),
    );
  });

  test('with two characters that changed places is none', () => {
    fc.assert(
      fc.property(code, place, place, (one, at, other) => {
        fc.pre(one[at] !== one[other]);
        const characters = [...one];
        [characters[at], characters[other]] = [characters[other]!, characters[at]!];
        expect(parseReportCode(characters.join(''))).toBeNull();
      }),
    );
  });

  test.each(['', '0', '00000000000', '0000000000000', 'UUUUUUUUUUUU', '0123456789Ä0', "' or 1=1 --", '%00'])(
    '%j is none',
    (text) => {
      expect(parseReportCode(text)).toBeNull();
    },
  );
});
