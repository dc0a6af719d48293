/** The page at /icode-reports. */
export function ICodeReportsPage() {
  return null;
}
