import { useEffect, useSyncExternalStore } from 'react';

/** A page of a patient or a device that the user has opened. */
export interface Recent {
  path: string;
  label: string;
  kind: 'patient' | 'machine';
}

/** Pages to return to: as many as one glance takes in. */
const MOST = 6;

const listeners = new Set<() => void>();
// In memory alone: the labels are names of patients, which no storage of the browser may hold. Leaving the document, as
// signing out does, ends it.
let recents: readonly Recent[] = [];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the pages that the user opened last, the newest first. */
export const useRecents = (): readonly Recent[] => useSyncExternalStore(subscribe, () => recents);

/** Remembers an open page. */
export function useRecent({ path, label, kind }: Recent): void {
  useEffect(() => {
    recents = [{ path, label, kind }, ...recents.filter((one) => one.path !== path)].slice(0, MOST);
    for (const listener of listeners) listener();
  }, [path, label, kind]);
}
