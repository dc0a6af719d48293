import { expect, test } from '@jest/globals';
import { isUnneeded } from './uploads.rules.ts';

test.each([
  ['A3900012345.000', true],
  ['A3900012345.062', true],
  ['a.999', true],
  ['nP3-35.ENG', true],
  ['np1-02.spa', true],
  ['._A3900012345.idx', true],
  ['.DS_Store', true],
  ['Thumbs.db', true],
  ['A3900012345.idx', false],
  ['A3900012345.USR', false],
  ['A3900012345.00', false],
  ['A3900012345.0000', false],
  ['nP3-35', false],
  ['report.pdf', false],
])('%s of a card is not needed: %s', (name, expected) => {
  expect(isUnneeded(name)).toBe(expected);
});
