interface Column {
  id: string;
  identity?: boolean;
}

/** The columns in the order that was chosen; those the order does not name keep their place behind them. */
export function inOrder<C extends Column>(columns: readonly C[], order: readonly string[]): C[] {
  const place = new Map(order.map((id, n) => [id, n]));
  return columns
    .map((column, n) => ({ column, at: place.get(column.id) ?? order.length + n }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column);
}

/** The order after a column went one place up (-1) or down (1) among the columns in their present order. */
export function moved(order: readonly string[], id: string, by: -1 | 1): string[] {
  const next = [...order];
  const from = next.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= next.length) return next;
  [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}
