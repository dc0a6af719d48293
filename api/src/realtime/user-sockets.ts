/** Sockets of a user on both endpoints together. */
const MAX_SOCKETS = 20;

/** The open sockets of this node by their users, on both endpoints. */
export class UserSockets {
  readonly #sockets = new Map<number, Set<object>>();

  /** Whether the user may open no other socket. */
  isFull(userId: number): boolean {
    return (this.#sockets.get(userId)?.size ?? 0) >= MAX_SOCKETS;
  }

  /** Registers a socket under its user; false when they have too many others. */
  add(userId: number, socket: object): boolean {
    const own = this.#sockets.get(userId) ?? new Set();
    if (!own.has(socket) && own.size >= MAX_SOCKETS) return false;
    this.#sockets.set(userId, own.add(socket));
    return true;
  }

  /** Frees the place of a closed socket. */
  remove(userId: number, socket: object): void {
    const own = this.#sockets.get(userId);
    own?.delete(socket);
    if (own?.size === 0) this.#sockets.delete(userId);
  }
}
