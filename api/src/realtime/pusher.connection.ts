import type { SocketOwner } from './broadcasting.service.ts';
import {
  PONG,
  pusherError,
  PusherCode,
  readFrame,
  signinSuccess,
  subscriptionRefused,
  subscriptionSucceeded,
  type ClientFrame,
} from './pusher.frames.ts';
import { isSignature, signChannel, signUser, type PusherKey } from './pusher.signature.ts';

const MAX_CHANNELS = 20;
const MAX_CHANNEL_NAME = 200;
/** Frames that wait while an earlier one of the same socket asks the database. */
const MAX_WAITING = 50;
/** A client that does not read what it is sent. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** The websocket as far as a connection needs it. */
export interface Wire {
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

/** What a connection asks of its surroundings. */
export interface ConnectionHost {
  signer: PusherKey;
  now(): number;
  /** Whose the socket is, while their session is alive. */
  ownerOf(socketId: string): Promise<SocketOwner | null>;
  /** Registers the owner of a connection; false when the user has too many. */
  admit(connection: PusherConnection, owner: SocketOwner): boolean;
  failed(error: unknown): void;
}

/** One client of the Pusher protocol: what it says is answered in the order in which it came. */
export class PusherConnection {
  readonly channels = new Set<string>();
  readonly openedAt: number;
  owner: SocketOwner | null = null;
  /** When the client was last heard of, and whether it owes a pong since. */
  lastSeen: number;
  pinged = false;
  #signedInAs: string | null = null;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(
    readonly socketId: string,
    readonly wire: Wire,
    readonly host: ConnectionHost,
  ) {
    this.openedAt = this.lastSeen = host.now();
  }

  /** Anything that the client sends is a sign of life. */
  seen(): void {
    this.lastSeen = this.host.now();
    this.pinged = false;
  }

  send(...frames: string[]): void {
    if (this.wire.bufferedAmount > MAX_UNREAD_BYTES) return this.wire.terminate();
    for (const text of frames) this.wire.send(text);
  }

  /** Says why, then closes: clients read the code of the closing. */
  end(code: number, message: string): void {
    this.send(pusherError(code, message));
    this.wire.close(code, message);
  }

  receive(text: string): Promise<void> {
    this.seen();
    const frame = readFrame(text);
    if (this.#waiting >= MAX_WAITING) this.end(PusherCode.overCapacity, 'Too many messages');
    else {
      this.#waiting += 1;
      this.#last = this.#last
        .then(() => this.#answer(frame))
        .catch((error: unknown) => {
          // Not a refusal: the client shall come back and ask again.
          this.host.failed(error);
          this.end(PusherCode.overCapacity, 'Try again later');
        })
        .finally(() => void (this.#waiting -= 1));
    }
    return this.#last;
  }

  async #answer(frame: ClientFrame | null): Promise<void> {
    if (!frame) return this.#invalid();
    switch (frame.event) {
      case 'pusher:ping':
        return this.send(PONG);
      case 'pusher:pong':
        return;
      case 'pusher:subscribe':
        return this.#subscribe(frame.data);
      case 'pusher:unsubscribe':
        return void this.channels.delete(String(frame.data.channel));
      case 'pusher:signin':
        return this.#signIn(frame.data);
    }
    if (frame.event.startsWith('client-'))
      this.send(pusherError(PusherCode.clientEvents, 'The app does not have client messaging enabled.'));
    else if (frame.event.startsWith('pusher:')) this.#invalid();
    // Any other event is nobody's business and is never relayed.
  }

  #invalid(): void {
    this.send(pusherError(PusherCode.general, 'Invalid message format'));
  }

  async #subscribe({ channel, auth, channel_data: channelData }: Record<string, unknown>): Promise<void> {
    if (typeof channel !== 'string' || channel === '' || channel.length > MAX_CHANNEL_NAME) return this.#invalid();
    if (!(await this.#mayJoin(channel, auth, channelData))) return this.send(...subscriptionRefused(channel));
    this.channels.add(channel);
    this.send(subscriptionSucceeded(channel));
  }

  /** There is no public channel here: one is joined with a signature, or is the own one of a user who signed in. */
  async #mayJoin(channel: string, auth: unknown, channelData: unknown): Promise<boolean> {
    if (this.channels.size >= MAX_CHANNELS && !this.channels.has(channel)) return false;
    if (channel.startsWith('#server-to-user-'))
      return this.#signedInAs !== null && channel === `#server-to-user-${this.#signedInAs}`;
    const data = channel.startsWith('presence-') && typeof channelData === 'string' ? channelData : undefined;
    return (
      isSignature(signChannel(this.host.signer, this.socketId, channel, data), auth) &&
      (await this.#knowOwner()) !== null
    );
  }

  async #signIn({ auth, user_data: userData }: Record<string, unknown>): Promise<void> {
    const valid =
      typeof userData === 'string' && isSignature(signUser(this.host.signer, this.socketId, userData), auth);
    const owner = valid ? await this.#knowOwner() : null;
    if (!owner) return this.send(pusherError(PusherCode.unauthorized, 'Connection is unauthorized'));
    this.#signedInAs = String(owner.userId);
    this.send(signinSuccess(userData as string));
  }

  /** The owner as the database knows it now: the session that authorised this socket, alive, and the same user as before. */
  async #knowOwner(): Promise<SocketOwner | null> {
    const owner = await this.host.ownerOf(this.socketId);
    if (!owner || (this.owner && this.owner.userId !== owner.userId) || !this.host.admit(this, owner)) return null;
    this.owner = owner;
    return owner;
  }
}
