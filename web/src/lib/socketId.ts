let current: string | null = null;

/** The id of this page's realtime socket while it is open, null otherwise. */
export const socketId = (): string | null => current;

/** To be told when the socket is open (its id) and when it is not any more (null). */
export function setSocketId(id: unknown): void {
  current = typeof id === 'string' && id !== '' ? id : null;
}
