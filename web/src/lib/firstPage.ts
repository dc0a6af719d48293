/** The page length of a list without a preference (document 000, section 9). */
const USUAL_ROWS = 50;

/** The parts of the viewer's answer on which the first page of a list depends. */
export interface ViewerAnswer {
  data?: { viewer: { tablePreferences: readonly { table: string; pageSize: number | null }[] } | null } | null;
}

/**
 * Returns the arguments of the first page of a list as its page asks for it when its address has no query; null without
 * a viewer.
 */
export function firstPageOf(table: string, { data }: ViewerAnswer) {
  if (!data?.viewer) return null;
  const rows = data.viewer.tablePreferences.find((one) => one.table === table)?.pageSize ?? USUAL_ROWS;
  return { first: rows, page: 1, search: null, orderBy: null, where: null };
}
