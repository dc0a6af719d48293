/** Whether the page has a list with keys of its own (components/rowKeys.ts), and whether its rows can be selected. */
export function keysOfPage(): { hasRows: boolean; canSelect: boolean } {
  const rows = 'main [role=region] > table > tbody > tr';
  return {
    hasRows: document.querySelector(rows) !== null,
    canSelect: document.querySelector(`${rows} input[type=checkbox]`) !== null,
  };
}
