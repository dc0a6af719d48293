/** `busy`: a form is being submitted. `dirty`: a form has unsaved values. */
export type WorkState = 'clean' | 'dirty' | 'busy';

const forms = new Set<() => WorkState>();
let discarded = false;
let formWasOpen = false;
const firstFormListeners = new Set<() => void>();

function askBeforeUnload(event: BeforeUnloadEvent) {
  if (workState() !== 'clean') event.preventDefault();
}

/**
 * Registers a form that may hold unsaved input; returns the function that removes it. The browser asks before a reload or
 * a closed tab loses such input. Without a form there is no listener, because it can keep a page out of the back-forward
 * cache.
 */
export function trackWork(state: () => WorkState): () => void {
  discarded = false;
  forms.add(state);
  if (!formWasOpen) {
    formWasOpen = true;
    for (const listener of firstFormListeners) listener();
  }
  window.addEventListener('beforeunload', askBeforeUnload);
  return () => {
    forms.delete(state);
    if (forms.size === 0) window.removeEventListener('beforeunload', askBeforeUnload);
  };
}

/** Returns whether this page has had a form that may hold unsaved input. */
export const wasFormOpen = (): boolean => formWasOpen;

/** Calls `listener` when the first such form opens; returns the function that ends it. */
export function onFirstForm(listener: () => void): () => void {
  firstFormListeners.add(listener);
  return () => void firstFormListeners.delete(listener);
}

/** Returns the strongest state of all open forms. */
export function workState(): WorkState {
  if (discarded) return 'clean';
  const states = [...forms].map((state) => state());
  return states.find((state) => state === 'busy') ?? states.find((state) => state === 'dirty') ?? 'clean';
}

/** Lets the browser leave the page without a question. Only for use right before a reload or another document. */
export function discardWork(): void {
  discarded = true;
}
