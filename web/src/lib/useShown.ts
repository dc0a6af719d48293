import { useState } from 'react';
import { failureOf, type Failure } from './failure.ts';

const REFUSALS: readonly Failure[] = ['forbidden', 'notFound', 'signedOut'];

/** Whether an error says that the viewer may not see the data any more: what is shown of it goes away. */
export const isRefusal = (error: unknown): boolean => REFUSALS.includes(failureOf(error));

/**
 * Returns the data of a query that is shown: its own, else the last, while the next is read or when reading it again has
 * failed. Undefined when a read fails that the user asked for by another `choice` (the variables: an object that stays the
 * same, or a text), because rows of the choice before would be a false answer, and when the server refuses it.
 * `isBefore`: it is the answer to another choice.
 */
export function useShown<Data>(
  { data, error }: { data: Data | undefined; error?: unknown },
  choice: unknown,
): { shown: Data | undefined; isBefore: boolean } {
  const [last, setLast] = useState({ data, choice });
  const isNew = data !== undefined && (last.data !== data || last.choice !== choice);
  if (isNew) setLast({ data, choice });
  const { data: kept, choice: keptChoice } = isNew ? { data, choice } : last;
  const isBefore = keptChoice !== choice;
  const isGone = Boolean(error) && data === undefined && (isBefore || isRefusal(error));
  return { shown: isGone ? undefined : kept, isBefore };
}
