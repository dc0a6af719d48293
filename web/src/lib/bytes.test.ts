import { expect, test } from '@jest/globals';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [4_700_000_000, '4.7 GB'],
  [2_000_000_000_000_000, '2,000 TB'],
])('a size of %d bytes is written as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
