// Numbers and texts of the cards, little-endian. Past the end of the file a number is -1 and a text is empty, so that a
// truncated file needs no check at every step.

export const u8 = (bytes: Uint8Array, at: number): number => (at >= 0 && at < bytes.length ? bytes[at]! : -1);

export const u16 = (bytes: Uint8Array, at: number): number =>
  at >= 0 && at + 2 <= bytes.length ? bytes[at]! | (bytes[at + 1]! << 8) : -1;

export const u32 = (bytes: Uint8Array, at: number): number =>
  at >= 0 && at + 4 <= bytes.length
    ? (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
    : -1;

/** Returns the printable ASCII text of a field, which ends at NUL or 0xFF, without outer blanks; empty when it has other bytes. */
export function asciiText(bytes: Uint8Array, at: number, length: number): string {
  let value = '';
  for (let index = at; index < at + length; index += 1) {
    const byte = u8(bytes, index);
    if (byte === -1) return '';
    if (byte === 0 || byte === 0xff) break;
    if (byte < 0x20 || byte > 0x7e) return '';
    value += String.fromCharCode(byte);
  }
  return value.trim();
}

/** Whether the bytes at this offset are these ASCII characters. */
export function isAt(bytes: Uint8Array, at: number, characters: string): boolean {
  for (let index = 0; index < characters.length; index += 1)
    if (u8(bytes, at + index) !== characters.charCodeAt(index)) return false;
  return true;
}

/** Size of a G3X block. Its last two bytes are the sum of the others. */
export const BLOCK = 256;

/** Whether a whole G3X block with this tag and a good sum is at this offset. */
export function isBlock(bytes: Uint8Array, at: number, tag: string): boolean {
  if (at < 0 || at + BLOCK > bytes.length || !isAt(bytes, at, tag)) return false;
  let sum = 0;
  for (let index = at; index < at + BLOCK - 2; index += 1) sum += bytes[index]!;
  return (sum & 0xffff) === u16(bytes, at + BLOCK - 2);
}
