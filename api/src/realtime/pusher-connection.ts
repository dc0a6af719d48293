import type { SocketOwner } from './broadcasting.service.ts';
import { Frames } from './frames.ts';
import {
  PONG,
  pusherError,
  PusherCode,
  readFrame,
  signinSuccess,
  subscriptionRefused,
  subscriptionSucceeded,
  type ClientFrame,
} from './pusher-frames.ts';
import { isSignature, signChannel, signUser, type PusherKey } from './pusher-signature.ts';
import { textFrame } from './text-frame.ts';

/** The same bytes for every socket: most frames are answers to pings. */
const PONG_FRAME = textFrame(PONG);
const MAX_CHANNELS = 20;
const MAX_CHANNEL_NAME = 200;
/** Limit of unsent bytes for a client that does not read. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** The part of the websocket that a connection uses. */
export interface SocketWire {
  readonly bufferedAmount: number;
  /** Sends the bytes of a frame (text-frame.ts), unless the socket is closing. */
  write(frame: Buffer): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

/** What a connection needs from the server. */
export interface ConnectionHost {
  signer: PusherKey;
  now(): number;
  /** Returns the owner of the socket while their session is alive. */
  ownerOf(socketId: string): Promise<SocketOwner | null>;
  /** Registers the owner of a connection; false when the user has too many. */
  admit(connection: PusherConnection, owner: SocketOwner): boolean;
  failed(error: unknown): void;
  /** Runs the answer to a frame in the turn of its sender. */
  admitted(connection: PusherConnection, answer: () => Promise<void>): Promise<void>;
}

/** One client of the Pusher protocol. Its frames are answered in order of arrival. */
export class PusherConnection {
  readonly channels = new Set<string>();
  readonly openedAt: number;
  owner: SocketOwner | null = null;
  /** Time of the last frame from the client, and of a ping that it has not answered. */
  lastSeen: number;
  pinged = false;
  #signedInAs: string | null = null;
  readonly #frames: Frames;

  constructor(
    readonly socketId: string,
    readonly wire: SocketWire,
    readonly host: ConnectionHost,
  ) {
    this.openedAt = this.lastSeen = host.now();
    this.#frames = new Frames({
      admitted: (answer) => host.admitted(this, answer),
      tooMany: () => this.end(PusherCode.overCapacity, 'Too many messages'),
      failed: (error) => {
        // Not a refusal: the client shall reconnect and try again.
        host.failed(error);
        this.end(PusherCode.overCapacity, 'Try again later');
      },
    });
  }

  /** Any frame from the client shows that it is alive. */
  seen(): void {
    this.lastSeen = this.host.now();
    this.pinged = false;
  }

  send(...frames: string[]): void {
    for (const text of frames) this.deliver(textFrame(text));
  }

  /** Sends a frame that other sockets may get too. */
  deliver(frame: Buffer): void {
    if (this.wire.bufferedAmount > MAX_UNREAD_BYTES) return this.wire.terminate();
    this.wire.write(frame);
  }

  /** Sends the reason, then closes: clients read the closing code. */
  end(code: number, message: string): void {
    this.send(pusherError(code, message));
    this.wire.close(code, message);
  }

  /** The socket is closed: its waiting frames are dropped. */
  closed(): void {
    this.#frames.close();
  }

  receive(text: string): Promise<void> {
    this.seen();
    return this.#frames.receive(() => this.#answer(readFrame(text)));
  }

  async #answer(frame: ClientFrame | null): Promise<void> {
    if (!frame) return this.#invalid();
    switch (frame.event) {
      case 'pusher:ping':
        return this.deliver(PONG_FRAME);
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
    // Any other event is ignored and never relayed.
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

  /** There are no public channels: a client joins with a signature, or joins the own channel of its signed-in user. */
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

  /**
   * Returns the current owner from the database: the session that authorized this socket, still alive, with the same
   * user as before.
   */
  async #knowOwner(): Promise<SocketOwner | null> {
    const owner = await this.host.ownerOf(this.socketId);
    if (!owner || (this.owner && this.owner.userId !== owner.userId) || !this.host.admit(this, owner)) return null;
    this.owner = owner;
    return owner;
  }
}
