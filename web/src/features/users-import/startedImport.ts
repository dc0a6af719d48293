import { createStore } from '../../lib/store.ts';

/** The import that the user works on, by organization: it outlives the dialog and the page. */
const started = new Map<number, string>();
const { useValue, changed } = createStore((orgId: number) => started.get(orgId) ?? null);

/** Returns the id of the import of an organization; null without one. */
export const useStartedImport = useValue;

/** Keeps an import, or forgets it. */
export function keepImport(orgId: number, importId: string | null): void {
  if (importId === null) started.delete(orgId);
  else started.set(orgId, importId);
  changed();
}
