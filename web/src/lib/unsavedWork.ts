/** `busy`: a form is being submitted. `dirty`: a form has unsaved values. */
export type WorkState = 'clean' | 'dirty' | 'busy';

const forms = new Set<() => WorkState>();
let discarded = false;

/** Registers a form with unsaved work; returns the function that removes it. */
export function trackWork(state: () => WorkState): () => void {
  discarded = false;
  forms.add(state);
  return () => void forms.delete(state);
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
