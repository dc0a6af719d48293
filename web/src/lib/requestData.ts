/** Data of a request: names to values, which may be nested, and files. */
export type RequestData = Record<string, unknown>;

/** Whether the data contains a file at any depth. */
export function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}

/** Returns nested data as pairs of flat names and values: `a[b]`, `list[]`. */
function* flat(value: unknown, name: string): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const [n, item] of value.entries()) {
      // Objects in lists get an index: codes[0][icode].
      const nested = typeof item === 'object' && item !== null && !(item instanceof Blob);
      yield* flat(item, `${name}[${nested ? n : ''}]`);
    }
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob) && !(value instanceof Date)) {
    for (const [key, item] of Object.entries(value)) yield* flat(item, name ? `${name}[${key}]` : key);
  } else yield [name, value];
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** Returns data as query parameters, without null and undefined. */
export function queryOf(data: RequestData): string {
  const query = new URLSearchParams();
  for (const [name, value] of flat(data, ''))
    if (value !== null && value !== undefined) query.append(name, textOf(value));
  return query.toString();
}

/** Returns data as a multipart form: true and false as 1 and 0, null as an empty value. */
export function formDataOf(data: RequestData): FormData {
  const form = new FormData();
  for (const [name, value] of flat(data, '')) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, value === null ? '' : typeof value === 'boolean' ? String(Number(value)) : textOf(value));
  }
  return form;
}
