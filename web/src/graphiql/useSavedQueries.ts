import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Unreachable } from '../lib/reach.ts';
import { Refused, savedQueriesOf, type QueryText, type SavedQuery } from './savedQueries.ts';
import { fill, useTexts } from './texts.ts';

/** What was said last: that something was done, or why it was not, and which field has to change for it. */
export interface Said {
  text: string;
  isError: boolean;
  field?: string;
}

export type SavedChange = Partial<QueryText & { name: string; isShared: boolean }>;

const isSame = (one: SavedQuery, other: SavedQuery): boolean => one.databaseId === other.databaseId;
const replaced = (list: SavedQuery[], now: SavedQuery) => list.map((one) => (isSame(one, now) ? now : one));
/** The order of the server: by name. */
const byName = (list: SavedQuery[]) => list.toSorted((one, other) => one.name.localeCompare(other.name));

/** The saved queries of the viewer and of colleagues, and what the viewer does with them. */
export function useSavedQueries(send: typeof fetch) {
  const texts = useTexts();
  const api = useMemo(() => savedQueriesOf(send), [send]);
  const [list, setList] = useState<SavedQuery[] | null>(null);
  const [unread, setUnread] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const change = (next: (before: SavedQuery[]) => SavedQuery[]) => setList((before) => before && next(before));
  const reasonOf = useCallback(
    (error: unknown) => (error instanceof Unreachable ? texts.saved.unreachable : (error as Error).message),
    [texts],
  );

  const load = useCallback(() => {
    api.list().then(
      (now) => {
        setList(now);
        setUnread('');
      },
      (error: unknown) => setUnread(reasonOf(error)),
    );
  }, [api, reasonOf]);
  useEffect(load, [load]);

  /** Does one thing at a time, so that a double click does it once. Returns whether it was done. */
  async function act(work: () => Promise<string>): Promise<boolean> {
    if (busy.current) return false;
    busy.current = true;
    setBusy(true);
    setSaid(null);
    try {
      setSaid({ text: await work(), isError: false });
      return true;
    } catch (error) {
      const refused = error instanceof Refused ? error : null;
      // The next attempt is about the query as it is now.
      if (refused?.conflict) change((before) => replaced(before, refused.conflict!));
      setSaid({ text: reasonOf(error), isError: true, field: refused?.userErrors[0]?.field ?? '' });
      return false;
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }

  function assertText(query: string | undefined): void {
    if (query?.trim() === '') throw new Error(texts.saved.empty);
  }

  return {
    list,
    /** Why the list could not be read. */
    unread,
    load,
    said,
    /** What was said is of no interest any more. */
    forget: () => setSaid(null),
    isBusy,
    open: (query: SavedQuery, show: (opened: QueryText) => void) =>
      act(async () => {
        const opened = await api.open(query.databaseId);
        change((before) => replaced(before, opened)); // what replaces it replaces this version
        show(opened);
        return '';
      }),
    create: (input: QueryText & { name: string; isShared: boolean }) =>
      act(async () => {
        assertText(input.query);
        const made = await api.create(input);
        change((before) => byName([...before, made]));
        return fill(texts.saved.saved, { name: made.name });
      }),
    update: (query: SavedQuery, sent: SavedChange) =>
      act(async () => {
        assertText(sent.query);
        const now = await api.update(query, sent);
        change((before) => byName(replaced(before, now)));
        return fill(sent.query === undefined ? texts.saved.changed : texts.saved.replaced, { name: now.name });
      }),
    remove: (query: SavedQuery) =>
      act(async () => {
        await api.remove(query);
        change((before) => before.filter((one) => !isSame(one, query)));
        return fill(texts.saved.deleted, { name: query.name });
      }),
  };
}
