import type { CardSource } from './card-source.ts';

/** Returns a serial in upper case; null when the text is none. */
export const serialIn = (text: string): string | null => {
  const serial = text.toUpperCase();
  return /^[A-Z0-9]{8,16}$/.test(serial) && /\d/.test(serial) ? serial : null;
};

/** Returns a model name; null when the text is none. */
export const modelIn = (text: string): string | null => (/^[A-Z0-9][A-Za-z0-9 .+/-]*$/.test(text) ? text : null);

/** Returns the first firmware token of a text, `G3-2.12.54.13`; null when there is none. */
export const firmwareIn = (text: string): string | null =>
  /[A-Za-z][A-Za-z0-9]{1,7}-\d{1,4}(?:\.\d{1,4}){2,5}/.exec(text)?.[0] ?? null;

/** How much of a `.log` is searched for the firmware. */
const LOG_HEAD = 65_536;

/** Returns the firmware in the first `.log` that has one; null when none does. Nothing else of a `.log` is read. */
export function firmwareOfLogs(sources: readonly CardSource[]): string | null {
  const heads = sources.filter(({ format }) => format === 'log').map(({ bytes }) => bytes.subarray(0, LOG_HEAD));
  return heads.map((head) => firmwareIn(new TextDecoder('latin1').decode(head))).find((text) => text) ?? null;
}

/**
 * Returns the serial that a file is named by: all 11 characters, or the last 8 on a legacy card; null when the name is
 * another one. A mark of a second download, ` (1)`, is no part of it.
 */
export function serialInName(name: string): string | null {
  const stem = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/ ?\(\d+\)$/, '')
    .toUpperCase();
  return /^(?:[A-Z0-9]{8}|[A-Z0-9]{11})$/.test(stem) && stem.replace(/\D/g, '').length >= 3 ? stem : null;
}
