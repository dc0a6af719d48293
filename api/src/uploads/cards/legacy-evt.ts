import { u16 } from './card-bytes.ts';
import type { AddWarning } from './card-warnings.ts';

const [HEADER, RECORD] = [0x800, 32];
const MOST_RECORDS = 4_000_000;

/**
 * Returns the number of apneas and hypopneas in a legacy `.evt`. Their times are not read: the origin of its clock is
 * not known, so the file is only compared with the `.USR`.
 */
export function countLegacyEvents(bytes: Uint8Array, file: string, add: AddWarning): number {
  if ((bytes.length - HEADER) % RECORD !== 0) add('file.size', { file });
  const end = Math.min(bytes.length, HEADER + MOST_RECORDS * RECORD);
  if (end < bytes.length) add('file.too_many', { file });
  let count = 0;
  for (let at = HEADER; at + RECORD <= end; at += RECORD) {
    const type = u16(bytes, at + 4);
    if (u16(bytes, at) === 0xaaaa) count += type >= 1 && type <= 3 ? 1 : 0;
    else if (u16(bytes, at) !== 0xffff) add('record.damaged', { file });
  }
  return count;
}
