import type { Context } from './context.ts';
import { InvalidInput } from './errors.ts';
import type { MessageKey } from './messages.ts';

/** Tables whose rows keep the last change of each column: its user and its time (`keep_recent_changes`). */
type KeepingTable = 'announcements' | 'device_history' | 'mobile_users' | 'organizations' | 'patients';

/** A change that names no version: the columns that it sends, and those of them whose value is not that of now. */
interface Unversioned {
  id: number;
  sent: readonly string[];
  different: readonly string[];
}

/** A whole object was sent that has another value than a colleague wrote. One column alone is written on purpose. */
const isSuspect = ({ sent, different }: Unversioned) => sent.length > 1 && different.length > 0;

async function namesAny({ em }: Context, sql: string, { id, different }: Unversioned): Promise<boolean> {
  const [row] = await em.execute<{ columns: string[] }[]>(sql, [id]);
  return different.some((column) => row?.columns.includes(column));
}

/**
 * Whether a change without a version contradicts a newer value: it sends more than one column, and one of them, with
 * another value than that of now, was last changed by another user within the last hour (decisions/140). Call it with the
 * row locked.
 */
export const contradicts = async (ctx: Context, table: KeepingTable, change: Unversioned): Promise<boolean> =>
  isSuspect(change) &&
  namesAny(ctx, `select changed_by_others(recent_changes) as columns from ${table} where id = ?`, change);

/** The same of a user, whose columns are named as in user_changes. */
export const contradictsUser = async (ctx: Context, change: Unversioned): Promise<boolean> =>
  isSuspect(change) && namesAny(ctx, 'select user_changed_by_others(?) as columns', change);

/** Returns the version that an input names; null when it names none. Refuses what is no whole number. */
export function versionIn(input: object): number | null {
  const { version } = input as { version?: unknown };
  if (version === undefined || version === null || version === '') return null;
  if (!['number', 'string'].includes(typeof version) || !Number.isInteger(Number(version)))
    throw new InvalidInput([{ field: 'version', code: 'invalid', message: 'invalid' }]);
  return Number(version);
}

/** The row has changed since the client read it; `row`: as it is now, which each transport shows as it shows every row. */
export class ChangedRow<T> extends InvalidInput {
  constructor(
    readonly row: T,
    message: MessageKey,
    {
      code = 'changed-meanwhile',
      facts,
      patients,
    }: { code?: string; facts?: object; patients?: readonly number[] } = {},
  ) {
    super([{ field: '', code, message }], facts, patients);
  }
}
