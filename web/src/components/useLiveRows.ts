import { useEffect, useEffectEvent, useState } from 'react';
import { useQuiet } from '../lib/useQuiet.ts';
import { useReloadInTurn } from '../lib/useReloadInTurn.ts';
import { isRefusal } from '../lib/useShown.ts';
import { useSteadyRows } from './useSteadyRows.ts';

/** Milliseconds between two reads, when the devices of several patients report. */
const quietMs = 3000;

interface Read<Row> {
  rows: readonly Row[] | undefined;
  /** The variables of the query: an object that stays the same. */
  choice: unknown;
  loading: boolean;
  /** Reads the rows again without an act of the user, and without showing that they load. */
  readAgain: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

/**
 * Returns the rows of a list that follow the changes of other users and of devices: `note` reads them again, at most once
 * in a few seconds and only while the page is visible; each row stays in its place, and those that changed are marked.
 * `error`: why the rows may be out of date. `refresh` is the act of the user that shows them as they are now.
 */
export function useLiveRows<Row extends { id: string }>(read: Read<Row>) {
  const { choice, loading } = read;
  const { hold, ...steady } = useSteadyRows(read.rows, choice, loading);
  const [failed, setFailed] = useState<{ choice: unknown; error: unknown } | null>(null);
  const [isMissed, setMissed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const refetch = () => void read.refetch().catch(() => undefined);
  const inTurn = useReloadInTurn(read.readAgain, loading, (error) => {
    // The query itself must fail, so that the rows go away.
    if (isRefusal(error)) refetch();
    else setFailed({ choice, error });
  });
  const reload = useQuiet(() => {
    hold();
    void inTurn();
  }, quietMs);
  const note = () => (document.hidden ? setMissed(true) : reload());

  const onVisible = useEffectEvent(() => {
    if (document.hidden || !isMissed) return;
    setMissed(false);
    reload();
  });
  useEffect(() => {
    const listener = () => onVisible();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);

  return {
    ...steady,
    error: failed && failed.choice === choice ? failed.error : undefined,
    note,
    noteError: (error: unknown) => setFailed({ choice, error }),
    /** Another number: what follows the changes has ended, and begins again. */
    attempt,
    refresh() {
      if (failed) setAttempt(attempt + 1);
      setFailed(null);
      refetch();
    },
  };
}
