import type { Context } from './context.ts';
import { InvalidInput } from './errors.ts';
import type { MessageKey } from './messages.ts';

/** Names a state of a row: the number of its changes or, of what is computed, a text. Clients send it back unread. */
export type RowVersion = number | string;

/** A row as it is now, as the refusal of an older change shows it. */
export interface CurrentRow<Row> {
  row: Row;
  version: RowVersion;
  message: Extract<MessageKey, `conflict.${string}`>;
  /** Whose data the row has. */
  patients?: readonly number[];
}

/** The row has changed since the client read it; each transport shows it as it shows every row. The one code of all forms. */
export class Conflict<Row> extends InvalidInput {
  constructor(
    readonly row: Row,
    message: CurrentRow<Row>['message'],
    patients?: readonly number[],
  ) {
    super([{ field: '', code: 'conflict', message }], {}, patients);
  }
}

const NO_VERSION = { field: 'version', code: 'invalid', message: 'invalid' } as const;

/** Returns the version that an input names; null when it names none. Refuses what is neither a number nor a text. */
export function versionIn(input: object): RowVersion | null {
  const { version } = input as { version?: unknown };
  if (version === undefined || version === null || version === '') return null;
  if (typeof version === 'number' || typeof version === 'string') return version;
  throw new InvalidInput([NO_VERSION]);
}

/** Throws Conflict when an input names another version than the current one (decisions/146). Call it with the row locked. */
export function refuseOlder<Row>(input: object, { row, version, message, patients }: CurrentRow<Row>): void {
  const named = versionIn(input);
  if (named !== null && typeof version === 'number' && !Number.isInteger(Number(named)))
    throw new InvalidInput([NO_VERSION]);
  if (named !== null && String(named) !== String(version)) throw new Conflict(row, message, patients);
}

/** Tables whose rows keep the last change of each column: its user and its time (keep_recent_changes). Of users it is user_changes. */
const LAST_CHANGES = {
  announcements: 'select changed_by_others(recent_changes) as columns from announcements where id = ?',
  device_history: 'select changed_by_others(recent_changes) as columns from device_history where id = ?',
  mobile_users: 'select changed_by_others(recent_changes) as columns from mobile_users where id = ?',
  organizations: 'select changed_by_others(recent_changes) as columns from organizations where id = ?',
  patients: 'select changed_by_others(recent_changes) as columns from patients where id = ?',
  users: 'select user_changed_by_others(?) as columns',
} as const;

/** What a change sends: its columns, and those of them whose value is not the current one. Of users as user_changes names them. */
interface SentColumns {
  id: number;
  sent: readonly string[];
  different: readonly string[];
}

/**
 * Throws Conflict when an input without a version contradicts a newer value: it sends more than one column, and one of
 * them, with another value than the current one, was last changed by another user within the last hour (decisions/140).
 * One column alone is written on purpose. Call it with the row locked.
 */
export async function refuseContradiction<Row>(
  { em }: Context,
  table: keyof typeof LAST_CHANGES,
  input: object,
  { id, sent, different }: SentColumns,
  { row, message, patients }: CurrentRow<Row>,
): Promise<void> {
  if (versionIn(input) !== null || sent.length < 2 || different.length === 0) return;
  const [found] = await em.execute<{ columns: string[] }[]>(LAST_CHANGES[table], [id]);
  if (different.some((column) => found?.columns.includes(column))) throw new Conflict(row, message, patients);
}
