import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import type { FileRow, RowError } from './users-import-table.ts';
import type { ImportState } from './users-import.store.ts';

/** Entries of `validation_error` in one answer: a dry run shows the others. */
const MAX_ENTRIES = 1000;

/** Returns the text of an error in the viewer's language, without its period. */
export const errorText = ({ locale }: Context, { message, values }: RowError): string =>
  translate(locale, message, values).replace(/\.$/, '');

/** Returns the documented refusal of rows (document 001, section 5): `Row N, attribute: errors.` */
export function refusedRows(ctx: Context, rows: readonly Pick<FileRow, 'row' | 'errors'>[]): InvalidInput {
  const entries = rows.flatMap(({ row, errors }) =>
    errors.map((error) => ({ row, attribute: error.attribute, errors: [errorText(ctx, error)] })),
  );
  return new InvalidInput(
    entries.map(({ row, attribute, errors }) => ({
      field: 'file',
      code: 'user_import.row',
      message: 'user_import.row',
      values: { row, attribute, errors: errors.join(', ') },
    })),
    { validation_error: entries.slice(0, MAX_ENTRIES) },
  );
}

/** What becomes, or became, of one row. */
export type RowOutcome = 'create' | 'refused' | 'created' | 'not-created';

/** Returns the outcome of a row in an import of this state. */
export function rowOutcomeOf(state: ImportState, { errors }: Pick<FileRow, 'errors'>): RowOutcome {
  if (errors.length > 0) return 'refused';
  if (state === 'done') return 'created';
  return state === 'refused' || state === 'failed' ? 'not-created' : 'create';
}
