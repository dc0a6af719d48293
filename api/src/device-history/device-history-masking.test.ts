import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { maskedName } from './device-history-masking.ts';

test('a conflict keeps the first 2 letters of the last name and the first 3 of the first name', () => {
  expect(maskedName({ lastName: 'Henderson', firstName: 'Margaret' })).toEqual({
    lastName: 'He*******',
    firstName: 'Mar*****',
  });
  expect(maskedName({ lastName: 'Núñez', firstName: 'José' })).toEqual({ lastName: 'Nú***', firstName: 'Jos*' });
  // A letter and its accent as two characters count as one letter.
  const apart = { lastName: 'Núñez'.normalize('NFD'), firstName: 'José'.normalize('NFD') };
  expect(maskedName(apart)).toEqual({ lastName: 'Nú***', firstName: 'Jos*' });
});

test.each([
  ['Nguyen', 'N', 'Ng****', '*'],
  ['Ngo', 'Anna', 'Ng*', 'Ann*'],
  ['Ng', 'Ann', 'N*', 'An*'],
  ['X', 'Al', '*', 'A*'],
  ['', '', '', ''],
])('a short name is masked too, by at least one letter: %s, %s', (lastName, firstName, last, first) => {
  expect(maskedName({ lastName, firstName })).toEqual({ lastName: last, firstName: first });
});

test('a letter of several characters is kept or masked whole', () => {
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
  const flag = '\u{1F1EA}\u{1F1F8}';
  expect(maskedName({ lastName: `${family}${flag}x`, firstName: `a${family}${flag}${family}` })).toEqual({
    lastName: `${family}${flag}*`,
    firstName: `a${family}${flag}*`,
  });
});

test('nothing of a name after the kept letters is revealed except its length', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 30 });
  fc.assert(
    fc.property(names, (name) => {
      const { lastName, firstName } = maskedName({ lastName: name, firstName: name });
      const letters = (text: string) =>
        Array.from(new Intl.Segmenter('es', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
      const rest = letters(lastName).slice(2).concat(letters(firstName).slice(3));
      expect(rest.every((letter) => letter === '*')).toBe(true);
    }),
  );
});
