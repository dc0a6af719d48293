import { u8 } from './card-bytes.ts';
import { formatOf } from './card-format.ts';

/** Where a legacy `.USR` has the name and address of the patient: the first byte, and the one after the last. */
export const PATIENT_BLOCK = { start: 0x22e, end: 0x42e } as const;

/**
 * Whether a file may have the block with the name and address of the patient: by its bytes, its first 2 KB or all of
 * them, or by its name, so that a damaged `.USR` has it blanked too.
 */
export function hasPatientBlock(bytes: Uint8Array, name: string): boolean {
  const format = formatOf(bytes, name);
  if (format === null || format === 'log') return /\.usr$/i.test(name) || u8(bytes, PATIENT_BLOCK.start) === 0xf2;
  return format === 'legacy-usr';
}

/**
 * Returns the bytes to archive: those of a legacy `.USR` with zeros in place of the patient's name and address (a copy;
 * the figures are not touched), those of any other file as they are.
 */
export function blankPatientBlock(bytes: Uint8Array, name: string): Uint8Array {
  return hasPatientBlock(bytes, name) ? bytes.slice().fill(0, PATIENT_BLOCK.start, PATIENT_BLOCK.end) : bytes;
}
