/** `busy`: a form is being submitted. `dirty`: a form has unsaved values. */
export type WorkState = 'clean' | 'dirty' | 'busy';

const forms = new Set<() => WorkState>();
let discarded = false;

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
  window.addEventListener('beforeunload', askBeforeUnload);
  return () => {
    forms.delete(state);
    if (forms.size === 0) window.removeEventListener('beforeunload', askBeforeUnload);
  };
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
