/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Returns the canonical text of a value (RFC 8785, JSON Canonicalization Scheme): names in the order of their UTF-16 code
 * units, no blanks, numbers and texts as JSON.stringify gives them. Throws for what JSON cannot hold, and for a text with
 * half of a surrogate pair, which has no UTF-8 form.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = value as { readonly [name: string]: Json };
    const names = Object.keys(members).sort();
    return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(members[name]!)}`).join(',')}}`;
  }
  const isText = typeof value === 'string' && value.isWellFormed();
  if (!isText && value !== null && typeof value !== 'boolean' && !Number.isFinite(value))
    throw new TypeError(`No canonical JSON: ${typeof value}.`);
  return JSON.stringify(value);
}
