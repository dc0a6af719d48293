import type { Machine } from '../machines/machine.entity.ts';
import type { Context } from '../shared/context.ts';

/** The patient that each night returns to, by id of the night; hidden: one that the viewer may not see. */
export type Returning = ReadonlyMap<string, number | 'hidden'>;

/**
 * Returns whose the nights are again that get back a date which they had, and which no assignment covers: a deleted
 * assignment leaves its nights with its patient (decisions/069). The other rows are not in the answer.
 */
export async function returningNights(
  { em }: Context,
  machine: Machine,
  rows: readonly { id: string; newDate: string }[],
): Promise<Returning> {
  const returning = await em.execute<{ id: string; patient: number | null }[]>(
    'select night_id::text as id, holder as patient from nights_returning(?, ?::jsonb)',
    [machine.id, JSON.stringify(rows.map(({ id, newDate }) => ({ id, date: newDate })))],
  );
  return new Map(returning.map(({ id, patient }) => [id, patient ?? 'hidden']));
}
