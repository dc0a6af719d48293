const key = 'flash';

/** Keeps a message across a reload of the page, which would otherwise lose its reason. */
export function keepFlash(message: string): void {
  try {
    sessionStorage.setItem(key, message);
  } catch {
    // Without storage the page reloads without a message.
  }
}

/** Returns the message kept by `keepFlash`, once. */
export function takeFlash(): string | null {
  try {
    const message = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return message;
  } catch {
    return null;
  }
}
