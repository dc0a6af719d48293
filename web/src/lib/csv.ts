/** A cell of a file (RFC 4180); one that a spreadsheet would run as a formula begins with an apostrophe. */
function cell(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns rows of cells, the titles first, as a CSV file: UTF-8 with a byte order mark. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
