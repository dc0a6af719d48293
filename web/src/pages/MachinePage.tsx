/** The page at /machines/:id. */
export function MachinePage() {
  return null;
}
