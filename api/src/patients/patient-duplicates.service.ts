import type { Context } from '../shared/context.ts';
import type { PossibleDuplicate, PossibleDuplicatesInput } from './patient-duplicates.types.ts';

/** Not built yet. */
export async function possibleDuplicates(_ctx: Context, _input: PossibleDuplicatesInput): Promise<PossibleDuplicate[]> {
  throw new Error('not built yet');
}
