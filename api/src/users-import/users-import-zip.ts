import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { unreadable } from './users-import-table.ts';

/** Parts of a workbook: a few dozen. */
const MAX_ENTRIES = 500;
/** Bytes of all parts that are read, inflated. 5,000 rows are about 3 MB. */
const MAX_INFLATED = 30 * 1024 * 1024;

const tooLarge = () => unreadable('user_import.too_large_inside');

/** The parts of a workbook by their names. */
export class Archive {
  #left = MAX_INFLATED;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Reads the directory of an archive; nothing is inflated yet. Refuses what is no archive. */
  static async open(bytes: Buffer): Promise<Archive> {
    const zip = await new Promise<ZipFile>((resolve, reject) =>
      yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, file) =>
        error ? reject(error) : resolve(file),
      ),
    );
    if (zip.entryCount > MAX_ENTRIES) throw tooLarge();
    const entries = new Map<string, Entry>();
    await new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: Entry) => {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.on('end', resolve);
      zip.on('error', reject);
      zip.readEntry();
    });
    return new Archive(zip, entries);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Hands over the bytes of a part, piece by piece. Refuses a part that is missing, that declares more than is left of the
   * limit, or (the library, validateEntrySizes) that inflates to more than it declares.
   */
  async read(name: string, take: (piece: Buffer) => void): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) throw unreadable('user_import.not_a_table');
    if (entry.uncompressedSize > this.#left) throw tooLarge();
    const stream = await new Promise<Readable>((resolve, reject) =>
      this.#zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    for await (const piece of stream as AsyncIterable<Buffer>) {
      this.#left -= piece.length;
      take(piece);
    }
  }
}
