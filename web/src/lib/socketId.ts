let current: string | null = null;

/** Returns the id of this page's realtime socket while it is open, otherwise null. */
export const socketId = (): string | null => current;

/** Records the id of the open socket, or null when it closed. */
export function setSocketId(id: unknown): void {
  current = typeof id === 'string' && id !== '' ? id : null;
}
