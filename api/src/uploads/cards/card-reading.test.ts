import { expect, test } from '@jest/globals';
import { readCard } from './card-reading.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

test('an empty file, zeros and 0xFF are refused with a warning', () => {
  const files = [0, 1, 0x40000].flatMap((size) => [new Uint8Array(size), new Uint8Array(size).fill(0xff)]);
  for (const bytes of files) {
    const { nights, files: outcomes, warnings, device } = readCard([{ name: 'A3900012345.idx', bytes }], NOW);
    expect([nights, outcomes, warnings, device]).toEqual([
      [],
      [{ name: 'A3900012345.idx', format: null, outcome: 'refused' }],
      [{ code: 'file.unknown', file: 'A3900012345.idx', night: null, count: 1 }],
      null,
    ]);
  }
});
