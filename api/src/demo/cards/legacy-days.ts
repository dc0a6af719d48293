import type { Random } from '../random.ts';
import { secondsOf, type PlannedEventKind, type PlannedNight } from './card-plan.ts';
import { CardWriter, partsOf } from './card-writer.ts';

/**
 * Returns one closed day of a `.USR`, without the offset of the next one: unknown arrays of other item sizes are between
 * the arrays of the events. With the code 0x85 for central apneas the items of 0x85 have 3 bytes and those of 0x87 have 2.
 */
export function closedDay(random: Random, night: PlannedNight, centralCode: 0x87 | 0x85): Uint8Array {
  const codes: [code: number, size: number, kind: PlannedEventKind | null][] = [
    [0x81, 2, null],
    [0x82, 4, null],
    [0x83, 3, 'obstructive'],
    [0x84, 3, 'hypopnea'],
    centralCode === 0x85 ? [0x85, 3, 'central'] : [0x85, 2, null],
    [0x86, 4, null],
    centralCode === 0x87 ? [0x87, 3, 'central'] : [0x87, 2, null],
  ];
  const arrays = codes.map(([code, size, kind]) => {
    const items = kind === null ? unknownItems(random, size) : eventItems(night, kind);
    return new CardWriter(5 + items.length)
      .u8(0, code)
      .u16(1, items.length / size)
      .u8(5, ...items).bytes;
  });
  const table = 5 * (codes.length + 1);
  const record = new CardWriter(0x45 + table + arrays.reduce((sum, array) => sum + array.length, 0));
  const [year, month, day] = partsOf(night.night);
  record.u8(0, 0xe1).u16(0x07, ((year - 2000) << 9) | (month << 5) | day);
  record.u16(0x0f, Math.floor(secondsOf(night) / 60));
  for (let at = 0x11; at < 0x45; at += 1) record.u8(at, random.int(0, 255));
  let at = 0x45 + table;
  arrays.forEach((array, nth) => {
    record.u8(0x45 + nth * 5, codes[nth]![0]).u32(0x46 + nth * 5, at);
    record.bytes.set(array, at);
    at += array.length;
  });
  record.u8(0x45 + codes.length * 5, 0xff).u32(0x46 + codes.length * 5, 0xffffffff);
  return record.bytes;
}

// An odd number of items: with an even one both codes for central apneas could end at the same byte.
const unknownItems = (random: Random, size: number): number[] =>
  Array.from({ length: (random.int(0, 20) * 2 + 1) * size }, () => random.pick([0xe1, 0x83, 0xff, random.int(0, 255)]));

const eventItems = ({ events }: PlannedNight, kind: PlannedEventKind): number[] =>
  events.flatMap((event) =>
    event.kind === kind ? [Math.floor(event.at / 3600), Math.floor(event.at / 60) % 60, event.seconds] : [],
  );
