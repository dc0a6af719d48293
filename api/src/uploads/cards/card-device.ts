import { asciiText } from './card-bytes.ts';
import { serialIn, serialInName } from './card-identity.ts';
import type { CardDevice } from './card-reading.types.ts';
import type { CardSource } from './card-source.ts';
import type { AddWarning } from './card-warnings.ts';
import { legacySerial } from './legacy-usr.ts';

/** Returns the serial in the header of a file; null when its format has no header or the header is damaged. */
function headerSerial({ format, bytes }: CardSource): string | null {
  if (format === 'g3x-idx') return serialIn(asciiText(bytes, 0x30, 16));
  return format === 'legacy-usr' || format === 'legacy-idx' || format === 'legacy-evt' ? legacySerial(bytes) : null;
}

/** Whether two serials are of one device; a legacy name has only the last 8 characters. */
const isSame = (one: string, other: string) => one.endsWith(other) || other.endsWith(one);

/**
 * Returns the serial of a card and the other serials that its files have: by their headers, and by their names for files
 * without a serial in a header.
 */
export function serialOfCard(
  files: readonly CardSource[],
  add: AddWarning,
): { serial: Pick<CardDevice, 'serial' | 'serialFrom'> | null; others: string[] } {
  const known = files.filter(({ format }) => format !== null);
  const named = known.map((file) => ({ file, header: headerSerial(file), name: serialInName(file.name) }));
  const headers = named.flatMap(({ header }) => header ?? []);
  const names = named.flatMap(({ header, name }) => (header ? [] : (name ?? [])));
  for (const { file, header, name } of named)
    if (header && name && !isSame(header, name)) add('file.name', { file: file.name });
  const longest = (serials: string[]) => serials.toSorted((one, other) => other.length - one.length)[0];
  const serial = longest(headers) ?? longest(names);
  if (serial === undefined) return { serial: null, others: [] };
  const others = new Set([...headers, ...names].filter((other) => !isSame(serial, other)));
  return { serial: { serial, serialFrom: headers.length > 0 ? 'header' : 'name' }, others: [...others] };
}
