import { useEffect, useState } from 'react';

/** Milliseconds for which a changed row is marked. */
const markMs = 8000;

const none: ReadonlySet<string> = new Set();

interface Row {
  id: string;
}

interface Steady<R> {
  choice: unknown;
  /** The rows of the last answer. */
  arrived: readonly R[] | undefined;
  rows: readonly R[] | undefined;
  /** Ids of the rows that are marked. */
  changed: ReadonlySet<string>;
  /** The answer has other rows, or the same ones in another order. */
  isMoved: boolean;
  /** Answers arrive that the user did not ask for. */
  isHeld: boolean;
}

const isSame = (one: Row, other: Row) => one === other || JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the shown rows with the values that have arrived, each in its place: a row that is missing in the answer stays
 * as it was, and a new one is left out. `changed`: the ids of those that differ.
 */
export function inPlace<R extends Row>(
  shown: readonly R[],
  arrived: readonly R[],
): { rows: readonly R[]; changed: string[]; isMoved: boolean } {
  const byId = new Map(arrived.map((row) => [row.id, row]));
  const rows = shown.map((row) => byId.get(row.id) ?? row);
  return {
    rows,
    changed: rows.filter((row, n) => !isSame(row, shown[n]!)).map(({ id }) => id),
    isMoved: shown.length !== arrived.length || shown.some(({ id }, n) => arrived[n]!.id !== id),
  };
}

/**
 * Returns the rows of a list that stay in their places, once `hold` was called, while answers arrive that the user did not
 * ask for, and those that changed since, marked for a while. Another `choice`, or a read that shows as `loading`, is an
 * act of the user: its rows are shown as they are.
 */
export function useSteadyRows<R extends Row>(arrived: readonly R[] | undefined, choice: unknown, loading: boolean) {
  const asRead: Steady<R> = { choice, arrived, rows: arrived, changed: none, isMoved: false, isHeld: false };
  const [kept, setKept] = useState(asRead);
  const now = next(kept, asRead, loading);
  if (now !== kept) setKept(now);

  const { changed } = now;
  useEffect(() => {
    if (changed.size === 0) return undefined;
    const timer = setTimeout(() => setKept((last) => ({ ...last, changed: none })), markMs);
    return () => clearTimeout(timer);
  }, [changed]);

  return {
    rows: now.rows,
    changed,
    isMoved: now.isMoved,
    hold: () => setKept((last) => ({ ...last, isHeld: true })),
  };
}

function next<R extends Row>(kept: Steady<R>, asRead: Steady<R>, loading: boolean): Steady<R> {
  const { arrived, choice } = asRead;
  if (kept.choice !== choice || (kept.isHeld && loading)) return asRead;
  if (kept.arrived === arrived) return kept;
  if (!kept.isHeld || !kept.rows || !arrived) return asRead;
  const { rows, changed, isMoved } = inPlace(kept.rows, arrived);
  // Of a row that changes again while it is marked, the mark stays for its time.
  return {
    ...kept,
    arrived,
    rows,
    isMoved,
    changed: changed.length > 0 ? new Set([...kept.changed, ...changed]) : kept.changed,
  };
}
