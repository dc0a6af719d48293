interface Column {
  id: string;
  identity?: boolean;
}

/** Fields of a row on a phone, after its identity. The order of the columns is the user's. */
const PHONE_FIELDS = 3;

/** Returns the columns that the card of a row leaves out on a phone. */
export const hiddenOnPhone = <C extends { identity?: boolean; action?: boolean }>(
  columns: readonly C[],
): ReadonlySet<C> => new Set(columns.filter(({ identity, action }) => !identity && !action).slice(PHONE_FIELDS));

/** Returns the names of the columns in the CSV file. */
export const csvColumns = (columns: readonly { id: string; csv?: readonly string[] }[]): string[] =>
  columns.flatMap(({ id, csv }) => csv ?? [id]);

/** Returns the columns in the chosen order; columns that are not in it follow in their own order. */
export function inOrder<C extends Column>(columns: readonly C[], order: readonly string[]): C[] {
  const place = new Map(order.map((id, n) => [id, n]));
  return columns
    .map((column, n) => ({ column, at: place.get(column.id) ?? order.length + n }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column);
}

/** Returns the order after a column moved up (-1) or down (1) by one. */
export function moved(order: readonly string[], id: string, by: -1 | 1): string[] {
  const next = [...order];
  const from = next.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= next.length) return next;
  [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}

/** Returns the API's name of the order by a column, as in `sort=`. */
export const orderBy = ({ id, sortable }: { id: string; sortable?: boolean | string }): string =>
  typeof sortable === 'string' ? sortable : id;
