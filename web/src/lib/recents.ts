import { useEffect } from 'react';
import { createStore } from './store.ts';

/** A page of a patient, a device or an organization that the user has opened. */
export interface Recent {
  path: string;
  label: string;
  kind: 'patient' | 'machine' | 'organization';
}

/** Pages to return to: as many as one glance takes in. */
const MOST = 6;

// In memory alone: the labels are names of patients, which no storage of the browser may hold. Leaving the document, as
// signing out does, ends it.
let recents: readonly Recent[] = [];

const store = createStore(() => recents);

/** Returns the pages that the user opened last, the newest first. */
export const useRecents: () => readonly Recent[] = store.useValue;

/** Remembers an open page. */
export function useRecent({ path, label, kind }: Recent): void {
  useEffect(() => {
    recents = [{ path, label, kind }, ...recents.filter((one) => one.path !== path)].slice(0, MOST);
    store.changed();
  }, [path, label, kind]);
}
