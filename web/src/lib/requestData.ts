/** What a request sends: names to values, which may be nested, and files. */
export type RequestData = Record<string, unknown>;

/** Whether a file hides anywhere in the data. */
export function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}

/** Nested data as pairs of flat names and values: `a[b]`, `list[]`. */
function* flat(value: unknown, name: string): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const [n, item] of value.entries()) {
      // Lists of objects are told apart by number: codes[0][icode].
      const nested = typeof item === 'object' && item !== null && !(item instanceof Blob);
      yield* flat(item, `${name}[${nested ? n : ''}]`);
    }
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob) && !(value instanceof Date)) {
    for (const [key, item] of Object.entries(value)) yield* flat(item, name ? `${name}[${key}]` : key);
  } else yield [name, value];
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** Data as query parameters; what is null or undefined is left out. */
export function queryOf(data: RequestData): string {
  const query = new URLSearchParams();
  for (const [name, value] of flat(data, ''))
    if (value !== null && value !== undefined) query.append(name, textOf(value));
  return query.toString();
}

/** Data as a multipart form: true and false as 1 and 0, null as nothing. */
export function formDataOf(data: RequestData): FormData {
  const form = new FormData();
  for (const [name, value] of flat(data, '')) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, value === null ? '' : typeof value === 'boolean' ? String(Number(value)) : textOf(value));
  }
  return form;
}
