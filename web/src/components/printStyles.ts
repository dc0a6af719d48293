/**
 * Returns text as a CSS string. All characters but letters and digits are escaped, so that a name cannot end the
 * string.
 */
export const cssString = (text: string) =>
  `"${[...text].map((c) => (/[\p{L}\p{N}]/u.test(c) ? c : `\\${(c.codePointAt(0) ?? 0).toString(16)} `)).join('')}"`;

/**
 * The paper: Letter or A4, whichever the printer has, with margins of 12 mm. The margin repeats the patient and the
 * page number, because sheets of a fax get separated.
 */
export const printStyles = (running: string, page: string, of: string) => `
  @page {
    margin: 12mm;
    @bottom-left { content: ${cssString(running)}; font: 8pt sans-serif; color: #51636c; }
    @bottom-right { content: ${cssString(`${page} `)} counter(page) ${cssString(` ${of} `)} counter(pages); font: 8pt sans-serif; color: #51636c; }
  }
  @media print {
    body { font-size: 10pt; }
    thead { display: table-header-group; }
    tr, dl, section { break-inside: avoid; }
    section:has(table) { break-inside: auto; }
  }
`;
