import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPersonName } from './name.rules.ts';

describe('the name of a person', () => {
  test.each([
    'Ana',
    "O'Brien",
    'O’Brien-Núñez',
    'María de los Ángeles',
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    'Martin Luther King, Jr.',
    'Smith M.D.',
    'Ph.D.',
    'St. John',
    'Nguyễn Thị Minh Khai',
    'Łukasz',
    'Þórdís',
    '山田 太郎',
    'ジャン・ピエール',
    'محمد بن سلمان',
    "N'Diaye (Awa)",
    'Henry 3rd',
    'Front desk 2',
    'R2D2 & Co',
    'João D’Ávila e Silva',
  ])('is %p', (name) => {
    expect(isPersonName(name)).toBe(true);
  });

  test.each([
    ['an address', 'Your parcel waits: open evil.example/x now'],
    ['a domain', 'evil.example'],
    ['a domain in capital letters', 'EVIL.EXAMPLE'],
    ['a short domain', 'x.co'],
    ['a domain in other letters', 'пример.рф'],
    ['a domain with a number', 'evil.1x'],
    ['a scheme', 'https://evil'],
    ['a scheme alone', 'javascript:x'],
    ['a path', 'evil/x'],
    ['a path of Windows', 'evil\\x'],
    ['an e-mail address', 'me@evil'],
    ['markup', '<b>Ana'],
    ['a full-width domain', 'evil．example'],
    ['an ideographic full stop', 'evil。example'],
    ['a half-width ideographic full stop', 'evil｡example'],
    ['a full-width slash', 'evil／x'],
    ['a phone number', 'Call 1-800-555-0100'],
    ['digits of another script', 'اتصل ١٢٣٤٥'],
    ['a line break', 'Ana\nSubject: x'],
    ['a carriage return', 'Ana\rRuiz'],
    ['a line separator', 'Ana\u2028Ruiz'],
    ['a paragraph separator', 'Ana\u2029Ruiz'],
    ['a tab', 'Ana\tRuiz'],
  ])('is not %s', (_kind, name) => {
    expect(isPersonName(name)).toBe(false);
  });

  test('has up to four digits', () => {
    expect([isPersonName('Desk 1234'), isPersonName('Desk 12345')]).toEqual([true, false]);
  });

  test('never has a domain anywhere in it', () => {
    const label = fc.stringMatching(/^[a-z]{2,12}$/);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        label,
        label,
        fc.string({ unit: 'binary' }),
        (before, one, other, after) => {
          expect(isPersonName(`${before}${one}.${other}${after}`)).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('of letters, apostrophes, hyphens and blanks is always one', () => {
    const letters = fc.stringMatching(/^[\p{L}\p{M}'’ -]{0,40}$/u);
    fc.assert(
      fc.property(letters, (name) => {
        expect(isPersonName(name)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
