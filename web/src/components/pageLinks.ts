const count = 5;

/** Returns up to five page numbers around the current one. */
export function pageLinks(page: number, last: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), last - count + 1));
  return Array.from({ length: Math.min(count, last) }, (_, n) => first + n);
}
