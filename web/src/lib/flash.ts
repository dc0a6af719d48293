const key = 'flash';

/** Keeps a message across a reload of the page, which otherwise loses the reason for it. */
export function keepFlash(message: string): void {
  try {
    sessionStorage.setItem(key, message);
  } catch {
    // Without storage the page reloads without a word.
  }
}

/** The message kept by `keepFlash`, once. */
export function takeFlash(): string | null {
  try {
    const message = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return message;
  } catch {
    return null;
  }
}
