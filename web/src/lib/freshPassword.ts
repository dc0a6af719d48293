type Answer = (isGiven: boolean) => void;

const waiting = new Set<Answer>();
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

/** Asks the user for the password again, once for all calls that wait for it. Resolves to whether it was given. */
export function askForPassword(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.add(resolve);
    changed();
  });
}

/** Answers every call that waits. */
export function answerPassword(isGiven: boolean): void {
  for (const answer of waiting) answer(isGiven);
  waiting.clear();
  changed();
}

/** Returns whether a call waits for the password. */
export const isPasswordAsked = (): boolean => waiting.size > 0;

/** Calls `listener` each time that changes; returns the function that ends it. */
export function onPasswordAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
