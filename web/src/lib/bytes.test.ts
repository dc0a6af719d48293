import { expect, test } from '@jest/globals';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [104_857_600, '100 MB'],
  [4_700_000_000, '4.4 GB'],
  [2_000_000_000_000_000, '1,819 TB'],
])('a size of %d bytes is written as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
