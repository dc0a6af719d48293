/** What a link to the page can carry. */
export interface SharedQuery {
  query: string;
  variables: string;
}

const KEY = '#query=';
/** A longer link is cut by programs that pass it on. */
const MAX_LENGTH = 16_000;

/** Returns the link that opens a query in the editor; null when it would be too long. */
export function linkOf(
  { origin, pathname }: Pick<Location, 'origin' | 'pathname'>,
  shared: SharedQuery,
): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify([shared.query, shared.variables]));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const link = `${origin}${pathname}${KEY}${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  return link.length > MAX_LENGTH ? null : link;
}

/** Returns the query that the part of an address behind `#` carries; null when it carries none. */
export function sharedIn(hash: string): SharedQuery | null {
  if (!hash.startsWith(KEY)) return null;
  try {
    const bytes = Uint8Array.from(atob(hash.slice(KEY.length).replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(read) || read.length !== 2 || !read.every((part) => typeof part === 'string')) return null;
    return { query: read[0] as string, variables: read[1] as string };
  } catch {
    return null; // a link that was cut
  }
}
