import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { differingFields } from '../lib/differingFields.ts';
import type { UserError } from '../lib/userErrors.ts';

/** A row with the version that a change of it names. */
interface VersionedRow {
  version: string | number;
}

/** The answer to a change, or to its check. */
interface Answer<Row> {
  conflict: Row | null;
  userErrors: readonly UserError[];
}

/** What another user stored while a form was open, next to what the form was opened with. */
export interface OpenConflict<Values> {
  /** The server's sentence. */
  message: string;
  opened: Values;
  theirs: Values;
  /** Fields that the other user changed, and those of the own changes. */
  changed: readonly (keyof Values & string)[];
  own: readonly (keyof Values & string)[];
  mine: Values;
  /** Ends the conflict with the own changes on top of the other user's, or without them. */
  resolve: (keep: 'mine' | 'theirs') => void;
}

interface Options<Row, Values> {
  /** The row with which the form is opened; null for a new one. It stays when the page reads it again. */
  row: Row | null;
  valuesOf: (row: Row) => Values;
  /** Returns the fields in which two states differ. */
  differing?: (before: Values, after: Values) => readonly (keyof Values & string)[];
  /** A change of other fields than the own ones is taken over without a question. */
  joins?: boolean;
}

/**
 * The protection of every form against lost updates (decisions/146): a save names the version of the row that the user has
 * seen. When another user was first, the input stays, and `open` says what they changed until the user decides.
 */
export function useConflict<Row extends VersionedRow, Values extends FieldValues>({
  row,
  valuesOf,
  differing = differingFields<Values>,
  joins = false,
}: Options<Row, Values>) {
  const [known, setKnown] = useState(row);
  const [found, setFound] = useState<{ row: Row; message: string } | null>(null);
  const before = known && valuesOf(known);

  return {
    /** The row with which the form was opened, or that the user has accepted since. */
    known,
    /** Its values; null for a new one. */
    before,
    /**
     * Sends the change of the known row, `send` with the row whose version it names and the fields that the user changed.
     * Returns the answer; null when the user has to decide first.
     */
    async save<A extends Answer<Row>>(
      values: Values,
      send: (row: Row, fields: readonly (keyof Values & string)[]) => Promise<A>,
    ): Promise<A | null> {
      const opened = valuesOf(known!);
      const own = differing(opened, values);
      for (let current = known!; ;) {
        const answer = await send(current, own);
        const theirs = answer.conflict;
        if (!theirs) return answer;
        const stored = valuesOf(theirs);
        const changed = differing(opened, stored);
        const contested = changed.filter((field) => own.includes(field) && differing(stored, values).includes(field));
        // The same version again would be refused again, without an end.
        if (theirs.version === current.version || (changed.length > 0 && (contested.length > 0 || !joins))) {
          setFound({ row: theirs, message: answer.userErrors.map(({ message }) => message).join(' ') });
          return null;
        }
        current = theirs;
      }
    },
    /** The conflict that waits for the user; null when there is none. */
    open(form: UseFormReturn<Values>): OpenConflict<Values> | null {
      if (!found || !before) return null;
      const theirs = valuesOf(found.row);
      const mine = form.getValues();
      const own = differing(before, mine);
      return {
        message: found.message,
        opened: before,
        theirs,
        changed: differing(before, theirs),
        own,
        mine,
        resolve(keep) {
          const kept = Object.fromEntries(own.map((field) => [field, mine[field]]));
          setKnown(found.row);
          setFound(null);
          form.reset(theirs);
          form.reset(keep === 'mine' ? { ...theirs, ...kept } : theirs, { keepDefaultValues: true });
        },
      };
    },
    /** A row that was saved, or read again, is the known one. */
    accept: (saved: Row) => setKnown(saved),
  };
}
