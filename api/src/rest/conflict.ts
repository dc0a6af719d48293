import { InvalidInput } from '../shared/errors.ts';
import { ChangedRow } from '../shared/recent-changes.ts';

/**
 * Returns what `work` returns. The refusal of a change of an older row is thrown with `conflict`: the row of now, as the
 * path answers it.
 */
export async function showingConflict<Row, T>(
  work: () => Promise<T>,
  toRest: (row: Row) => Promise<unknown>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChangedRow)) throw error;
    throw new InvalidInput(error.refusals, { conflict: await toRest(error.row as Row) }, error.patients);
  }
}
