import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { maskedName } from './device-history.masking.ts';

test('a conflict keeps the first 2 letters of the last name and the first 3 of the first name', () => {
  expect(maskedName({ lastName: 'Henderson', firstName: 'Margaret' })).toEqual({
    lastName: 'He*******',
    firstName: 'Mar*****',
  });
  expect(maskedName({ lastName: 'Ng', firstName: 'Al' })).toEqual({ lastName: 'Ng', firstName: 'Al' });
  expect(maskedName({ lastName: 'Núñez', firstName: 'José' })).toEqual({ lastName: 'Nú***', firstName: 'Jos*' });
  // A letter and its accent as two characters count as one letter.
  const apart = { lastName: 'Núñez'.normalize('NFD'), firstName: 'José'.normalize('NFD') };
  expect(maskedName(apart)).toEqual({ lastName: 'Nú***', firstName: 'Jos*' });
});

test('nothing of a name after the kept letters is revealed except its length', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 30 });
  fc.assert(
    fc.property(names, (name) => {
      const { lastName, firstName } = maskedName({ lastName: name, firstName: name });
      expect([...lastName].slice(2).every((letter) => letter === '*')).toBe(true);
      expect([...firstName].slice(3).every((letter) => letter === '*')).toBe(true);
    }),
  );
});
