import { Conflict } from '../shared/conflict.ts';
import { InvalidInput } from '../shared/errors.ts';

/** Returns what `work` returns. The refusal of a change of an older row is thrown with `conflict`: the row as the path answers it. */
export async function showingConflict<Row, T>(work: () => Promise<T>, toRest: (row: Row) => unknown): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    throw new InvalidInput(error.refusals, { conflict: await toRest(error.row as Row) }, error.patients);
  }
}
