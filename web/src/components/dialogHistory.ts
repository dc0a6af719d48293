import type { Location, NavigateFunction, NavigationType } from 'react-router';

/** A dialog that is open and not in the address: it has a history entry of its own. */
export interface DialogEntry {
  readonly id: string;
  /** The entry exists, or existed until the user went back. */
  pushed: boolean;
  /** The user went back; the dialog decides whether it closes. */
  leaving: boolean;
  /** Returns whether the dialog closes. */
  requestClose: () => Promise<boolean>;
}

/** Returns the ids of the dialogs that are open at a history entry, the outermost first. */
function dialogsAt({ state }: Location): readonly string[] {
  const { dialogs } = (state ?? {}) as { dialogs?: unknown };
  return Array.isArray(dialogs) ? (dialogs as string[]) : [];
}

type HistoryStep =
  | { kind: 'back'; entries: number }
  /** `replace`: another navigation overwrote the entry of a dialog that is still open. */
  | { kind: 'mark'; dialogs: readonly string[]; replace: boolean };

/** Returns the next step that makes the history match the open dialogs; null when it does. */
export function nextStep(current: readonly string[], open: readonly DialogEntry[]): HistoryStep | null {
  let common = 0;
  while (common < current.length && current[common] === open[common]?.id) common += 1;
  if (current.length > common) return { kind: 'back', entries: current.length - common };
  const entry = open[common];
  return entry ? { kind: 'mark', dialogs: [...current, entry.id], replace: entry.pushed } : null;
}

/**
 * Returns the object that keeps one history entry for each open dialog: Back closes the dialog, and closing the dialog
 * removes its entry. After every change it compares the open dialogs with the browser's current entry.
 */
export function createDialogHistory() {
  let open: readonly DialogEntry[] = [];
  let here: Location | undefined;
  let navigate: NavigateFunction | undefined;
  // Between our own navigation and its arrival the location does not reflect the open dialogs.
  let isNavigating = false;
  let isGoingBack = false;
  /** A navigation that happened while we were going back: `history.go()` arrives later. */
  let held: { location: Location; replace: boolean } | null = null;

  function reconcile() {
    if (!here || !navigate || isNavigating || open.some(({ leaving }) => leaving)) return;
    const step = nextStep(dialogsAt(here), open);
    if (!step) return;
    isNavigating = true;
    if (step.kind === 'back') {
      isGoingBack = true;
      void navigate(-step.entries);
      return;
    }
    const state = { ...(here.state as object | null), dialogs: step.dialogs };
    void navigate(here, { state, replace: step.replace, preventScrollReset: true });
  }

  async function leave(entry: DialogEntry) {
    entry.leaving = true;
    entry.pushed = false;
    // A closing dialog leaves the list when its owner has removed it.
    if (await entry.requestClose()) return;
    entry.leaving = false;
    reconcile();
  }

  return {
    /** Adds an open dialog; returns the function that removes it. */
    register(entry: DialogEntry): () => void {
      open = [...open, entry];
      // StrictMode registers, removes and registers again within one task: only the result counts.
      queueMicrotask(reconcile);
      return () => {
        open = open.filter((one) => one !== entry);
        queueMicrotask(reconcile);
      };
    },
    /** Records the browser's current entry. */
    arrive(location: Location, type: NavigationType, navigateFrom: NavigateFunction) {
      here = location;
      navigate = navigateFrom;
      isNavigating = false;
      isGoingBack = false;
      const next = held;
      held = null;
      if (next) {
        void navigate(next.location, { replace: next.replace, state: next.location.state, preventScrollReset: true });
        return;
      }
      const dialogs = dialogsAt(location);
      // The innermost first: a dialog inside another one closes before it.
      const left = open.filter(({ id, pushed, leaving }) => pushed && !leaving && !dialogs.includes(id)).toReversed();
      if (type === 'POP') for (const entry of left) void leave(entry);
      for (const entry of open) if (dialogs.includes(entry.id)) entry.pushed = true;
      queueMicrotask(reconcile);
    },
    /**
     * Returns whether a navigation must wait until the entry of a closed dialog is removed; it continues after that.
     */
    holds(location: Location, type: NavigationType): boolean {
      if (!isGoingBack || type === 'POP') return false;
      held = { location, replace: type === 'REPLACE' };
      return true;
    },
    isHolding: () => held !== null,
  };
}

export type DialogHistory = ReturnType<typeof createDialogHistory>;
