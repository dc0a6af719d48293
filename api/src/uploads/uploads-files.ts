import type { Refusal } from '../shared/errors.ts';
import type { ReceivedFile } from '../shared/file-store.ts';
import type { MessageKey } from '../shared/messages.ts';
import { EXTENSIONS, MAX_FILES } from './uploads.rules.ts';

/** Characters of a name that is kept. */
const LONGEST = 255;

/**
 * Returns the name of a file as it is shown: without folders, control characters and characters that turn the direction
 * of the text. It is never used in a path.
 */
export function shownName(sent: string): string {
  const name = sent
    .split(/[/\\]/)
    .at(-1)!
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return name.length <= LONGEST ? name : name.slice(0, LONGEST - 5).toWellFormed() + name.slice(-5);
}

/** Whether the last extension of a name is one of a card's files, in either case. */
export const hasExtension = (name: string): boolean => EXTENSIONS.some((one) => name.toLowerCase().endsWith(one));

/** First bytes of what is no card, whatever its name: programs, archives, pictures and documents. */
const FOREIGN = [
  [0x4d, 0x5a], // MZ
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xcf, 0xfa, 0xed, 0xfe], // Mach-O
  [0xca, 0xfe, 0xba, 0xbe],
  [0x50, 0x4b, 0x03, 0x04], // ZIP
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b], // gzip
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0x52, 0x61, 0x72, 0x21], // RAR
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0xd0, 0xcf, 0x11, 0xe0], // old Office
  [0x23, 0x21], // #!
];
const MARKUP = /^(\uFEFF|\s)*<[a-z!?/]/i;

/** Whether a file begins like a program, an archive, a document or markup. */
export const isForeign = (head: Buffer): boolean =>
  FOREIGN.some((start) => start.every((byte, index) => head[index] === byte)) ||
  MARKUP.test(head.subarray(0, 512).toString('utf8'));

/** Returns why the files are refused; none when they may be kept. Their contents are read by the job. `field`: of the input. */
export function refusedFiles(files: readonly ReceivedFile[], field: string): Refusal[] {
  if (files.length === 0) return [{ field, code: 'required', message: 'uploads.required' }];
  if (files.length > MAX_FILES)
    return [{ field, code: 'uploads.too_many', message: 'uploads.too_many', values: { max: MAX_FILES } }];
  return files.flatMap(({ name: sent, size, head }, index) => {
    const name = shownName(sent);
    const refusal = (message: MessageKey): Refusal[] => [
      { field: `${field}.${index}`, code: message, message, values: { name: name || '?' } },
    ];
    if (!hasExtension(name)) return refusal('uploads.extension');
    if (size === 0) return refusal('uploads.empty');
    return isForeign(head) ? refusal('uploads.foreign') : [];
  });
}
