/** Bytes of a synthetic card, little-endian, of a fixed size. */
export class CardWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(size: number, filler = 0) {
    this.bytes = new Uint8Array(size).fill(filler);
    this.#view = new DataView(this.bytes.buffer);
  }

  u8(at: number, ...values: number[]): this {
    for (let nth = 0; nth < values.length; nth += 1) this.bytes[at + nth] = values[nth]!;
    return this;
  }

  u16(at: number, value: number): this {
    this.#view.setUint16(at, value, true);
    return this;
  }

  u32(at: number, value: number): this {
    this.#view.setUint32(at, value, true);
    return this;
  }

  /** Writes ASCII text and, where the field is larger, NUL. */
  text(at: number, text: string, size = text.length): this {
    this.bytes.fill(0, at, at + size);
    this.bytes.set(new TextEncoder().encode(text), at);
    return this;
  }

  /** Writes the sum of the first 254 bytes of a G3X block into its last two. */
  blockSum(at: number): this {
    return this.u16(at + 254, this.bytes.subarray(at, at + 254).reduce((sum, byte) => sum + byte, 0) & 0xffff);
  }
}

/** Returns year, month and day of a YYYY-MM-DD date. */
export const partsOf = (date: string): [year: number, month: number, day: number] =>
  date.split('-').map(Number) as [number, number, number];
