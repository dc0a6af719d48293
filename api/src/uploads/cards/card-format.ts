import { isAt, isBlock, u16, u8 } from './card-bytes.ts';

/** Kinds of files of both generations of cards. The layout of a `.log` is unknown, and the same for both as far as we read it. */
export type CardFormat = 'legacy-usr' | 'legacy-idx' | 'legacy-evt' | 'g3x-idx' | 'g3x-evt' | 'g3x-set' | 'log';

/** Where the running day begins in a legacy `.USR`, and where its closed days do. */
const [RUNNING_DAY, CLOSED_DAYS] = [0x42e, 0x102340];
/** Size of the header of a legacy `.idx` and `.evt`, and of a G3X `.idx`. */
const HEADER = 0x800;
/** Records that are looked at, so that one damaged record does not hide the format. */
const LOOKED_AT = 8;

/** Whether at least one of the first records, from `start`, every `size` bytes, is one of the format. */
function oneOf(start: number, size: number, isRecord: (at: number) => boolean): boolean {
  for (let nth = 0; nth < LOOKED_AT; nth += 1) if (isRecord(start + nth * size)) return true;
  return false;
}

const isDay = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31;

/**
 * Returns the format of a file by its bytes; null when it is none of them. The extension counts only for a `.log`,
 * whose layout is unknown.
 */
export function formatOf(bytes: Uint8Array, name: string): CardFormat | null {
  if (isAt(bytes, 0, 'BMC G/E/P INDEX') || oneOf(HEADER + 0x80, 2048, (at) => isBlock(bytes, at, 'IT')))
    return 'g3x-idx';
  const isEvent = (at: number) => u16(bytes, at) === 0xaaae && u16(bytes, at + 0x20) === 0xaaae;
  if ((bytes.length < 64 && u16(bytes, 0) === 0xaaae) || oneOf(0, 32, isEvent)) return 'g3x-evt';
  if (oneOf(0, 256, (at) => isBlock(bytes, at, 'SH') || isBlock(bytes, at, 'SS'))) return 'g3x-set';
  const isLegacyEvent = (at: number) => u16(bytes, at) === 0xaaaa && u16(bytes, at + 0x20) === 0xaaaa;
  if (oneOf(HEADER, 32, isLegacyEvent)) return 'legacy-evt';
  const isLegacyDay = (at: number) => u16(bytes, at) === 0xaaaa && isDay(u8(bytes, at + 5), u8(bytes, at + 6));
  if (oneOf(HEADER, 512, isLegacyDay)) return 'legacy-idx';
  if (u8(bytes, RUNNING_DAY) === 0xf4 || u8(bytes, CLOSED_DAYS) === 0xe1) return 'legacy-usr';
  return /\.log$/i.test(name) ? 'log' : null;
}
