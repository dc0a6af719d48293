import type { SocketOwner } from './broadcasting.service.ts';
import type { PusherConnection } from './pusher-connection.ts';
import { PING, PusherCode } from './pusher-frames.ts';
import type { UserSockets } from './user-sockets.ts';

const SECOND = 1000;
const PING_AFTER = 60 * SECOND;
const PRUNE_AFTER = 90 * SECOND;
const MAX_AGE = 24 * 60 * 60 * SECOND;
/** High, because a whole hospital, or all users behind a proxy that is not trusted, share one address. */
export const MAX_PER_ADDRESS = 5000;

/** The open connections of one node: by user, counted by address, maintained in ticks. */
export class PusherConnections {
  readonly #all = new Map<string, { connection: PusherConnection; address: string }>();
  readonly #addresses = new Map<string, number>();
  readonly #users = new Map<number, Set<PusherConnection>>();

  constructor(readonly users: UserSockets) {}

  get all(): PusherConnection[] {
    return [...this.#all.values()].map(({ connection }) => connection);
  }

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Whether an address may open one more connection. */
  hasRoom(address: string): boolean {
    return (this.#addresses.get(address) ?? 0) < MAX_PER_ADDRESS;
  }

  add(connection: PusherConnection, address: string): void {
    this.#all.set(connection.socketId, { connection, address });
    this.#addresses.set(address, (this.#addresses.get(address) ?? 0) + 1);
  }

  remove(connection: PusherConnection): void {
    const known = this.#all.get(connection.socketId);
    if (!known) return;
    this.#all.delete(connection.socketId);
    const left = this.#addresses.get(known.address)! - 1;
    if (left > 0) this.#addresses.set(known.address, left);
    else this.#addresses.delete(known.address);
    const { owner } = connection;
    if (!owner) return;
    this.users.remove(owner.userId, connection);
    const own = this.#users.get(owner.userId);
    own?.delete(connection);
    if (own?.size === 0) this.#users.delete(owner.userId);
  }

  /** Registers a connection under its owner; false when it is closed or the user has too many. */
  admit(connection: PusherConnection, { userId }: SocketOwner): boolean {
    if (!this.#all.has(connection.socketId) || !this.users.add(userId, connection)) return false;
    this.#users.set(userId, (this.#users.get(userId) ?? new Set()).add(connection));
    return true;
  }

  /** Returns the connections that a user's live sessions authorized. */
  ofUser(userId: number): PusherConnection[] {
    return [...(this.#users.get(userId) ?? [])];
  }

  hasUser(userId: number): boolean {
    return this.#users.has(userId);
  }

  /** Pings silent clients, drops those that did not answer, and asks very old connections to reconnect. */
  tick(now: number): void {
    for (const connection of this.all) {
      const silent = now - connection.lastSeen;
      if (connection.pinged && silent >= PRUNE_AFTER)
        connection.end(PusherCode.noPong, 'Pong reply not received in time');
      else if (now - connection.openedAt >= MAX_AGE) connection.wire.close(PusherCode.general, 'Reconnect');
      else if (!connection.pinged && silent >= PING_AFTER) {
        connection.pinged = true;
        connection.send(PING);
      }
    }
  }
}
