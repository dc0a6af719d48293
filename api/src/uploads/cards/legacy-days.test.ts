import { expect, test } from '@jest/globals';
import { EVERY_DAY } from './card-dates.ts';
import { collectWarnings } from './card-warnings.ts';
import { closedDays } from './legacy-days.ts';

/** Where the closed days of a `.USR` begin, and the size of each here. */
const [FIRST, SIZE] = [0x102340, 504];

/** Bytes that count how many of them are looked at; a search counts those that it passes. */
function counted(bytes: Uint8Array): { bytes: Uint8Array; looked: () => number } {
  let looked = 0;
  const proxy = new Proxy(bytes, {
    get(target, name) {
      if (name === 'length') return target.length;
      if (name === 'indexOf')
        return (value: number, from: number) => {
          const found = target.indexOf(value, from);
          looked += (found === -1 ? target.length : found) - from + 1;
          return found;
        };
      looked += 1;
      return target[Number(name)];
    },
  });
  return { bytes: proxy, looked: () => looked };
}

/** A `.USR` whose closed days all claim that they end where the file does, and are filled with `fill`. */
function endless(days: number, fill: readonly number[], next = (end: number) => end): Uint8Array {
  const bytes = new Uint8Array(FIRST + days * SIZE);
  const view = new DataView(bytes.buffer);
  for (let nth = 0; nth < days; nth += 1) {
    const at = FIRST + nth * SIZE;
    for (let offset = 0; offset < SIZE; offset += 1) bytes[at + offset] = fill[offset % fill.length]!;
    bytes[at] = 0xe1;
    view.setUint32(at + 1, next(bytes.length), true);
    const date = new Date(Date.UTC(2010, 0, 1 + nth));
    view.setUint16(
      at + 7,
      ((date.getUTCFullYear() - 2000) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
      true,
    );
    view.setUint16(at + 0x0f, 400, true);
  }
  return bytes;
}

/** A table that ends at once, empty arrays of five bytes each, and a last one that passes over the head of the next record. */
function withArrays(bytes: Uint8Array): Uint8Array {
  for (let at = FIRST; at < bytes.length; at += SIZE) {
    bytes[at + 0x45] = 0xff;
    bytes.set([0x80, 0x4a / 2, 0, 0, 0], at + SIZE - 5);
  }
  return bytes;
}

test.each([
  ['a table without an end', (days: number) => endless(days, [1])],
  ['arrays without an end', (days: number) => withArrays(endless(days, [0, 0, 0, 0, 0x84]))],
  ['a next record in the middle of nothing', (days: number) => endless(days, [1], (end) => end - 3)],
])('a card is read in a time that grows with its size, also when each of its days has %s', (_name, fileOf) => {
  const days = 400;
  const file = fileOf(days);
  const { bytes, looked } = counted(file);
  const { add, list } = collectWarnings();
  const nights = closedDays(bytes, 'card.usr', EVERY_DAY, add);
  expect(nights).toHaveLength(days);
  expect(nights.every(({ events, seconds }) => events === null && seconds === 24_000)).toBe(true);
  expect(list().map(({ code }) => code)).toContain('night.events_unreadable');
  // Reading each day to the end of the file is 11 to 88 times its size.
  expect(looked()).toBeLessThan(8 * file.length);
});
