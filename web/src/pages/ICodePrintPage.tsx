/** The page at /reports/icode. */
export function ICodePrintPage() {
  return null;
}
