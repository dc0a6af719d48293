import type { IncomingHttpHeaders } from 'node:http';
import { divided } from '../db/connections.ts';
import type { Config } from '../shared/config.ts';
import { Lane } from '../shared/lane.ts';
import { Activity } from '../shared/lane-sender.ts';
import { networkOf } from '../shared/network.ts';
import { proofOf } from './bearer.ts';
import { provenSerial } from './device.ts';
import type { Viewer } from './viewer.ts';

/** Works of users at once: more than the connections of the database, because some wait for other systems. */
const USERS_AT_ONCE = 96;
/** All sign-ins that may wait for a password hash (password.ts), and some pages. */
const GUESTS_AT_ONCE = 72;

/** A user's requests and frames: the six connections of a browser, and some of another one. */
const USER = { width: 8, contended: 2, longest: 200 };
/** What comes without a known session. A whole clinic shares an address. */
const ADDRESS = { width: 16, contended: 4, longest: 1000 };
/** A user's events wait without a limit: each of their subscriptions has one at most. */
const EVENTS = { width: 2, contended: 1, longest: Infinity };
const DEVICES = { key: 'devices', width: Infinity, longest: 2000 };
/** Files that are received: each keeps memory for as long as its client sends, and no connection. */
const RECEIVED_AT_ONCE = { org: 6, support: 2 };
const FILES = { width: 2, longest: 2 };
const SIGN_INS = { width: 1, longest: 64 };
const KNOWN_SESSIONS = 10_000;

/** Who sends work: a user, or what a request says. */
export type Origin = { userId: number } | { headers: IncomingHttpHeaders; ip: string };

/**
 * Requests, frames of sockets and events begin in the turn of their sender, so that the load of one user or address
 * does not stop the others (decisions/037).
 */
export class Admission {
  readonly #activity = new Activity();
  readonly #users = new Lane(USERS_AT_ONCE, { activity: this.#activity });
  readonly #guests = new Lane(GUESTS_AT_ONCE, { activity: this.#activity });
  /** A fleet that reports at once uses only a part of its pool, so that jobs always get a connection. */
  readonly #devices: Lane;
  /** A file that is sent keeps a connection of its pool until its client has it. */
  readonly #sent: { org: Lane; support: Lane };
  readonly #received = { org: new Lane(RECEIVED_AT_ONCE.org), support: new Lane(RECEIVED_AT_ONCE.support) };
  readonly #signIns = new Lane(Infinity);
  /** The users of the sessions and tokens that were alive when they were last read, by their hash. */
  readonly #known = new Map<string, number>();

  constructor(readonly config: Config) {
    const { files, devices } = divided(config.databaseConnections);
    this.#devices = new Lane(devices);
    this.#sent = { org: new Lane(files.org), support: new Lane(files.support) };
  }

  /** Keeps the user of a session that was read; null when it is not alive. */
  know(sessionHash: Buffer, userId: number | null): void {
    const key = sessionHash.toString('hex');
    this.#known.delete(key);
    if (userId === null) return;
    this.#known.set(key, userId);
    if (this.#known.size > KNOWN_SESSIONS) this.#known.delete(this.#known.keys().next().value!);
  }

  /**
   * Returns the user of a session or token that this node has read, without reading it again; null for any other. An
   * invented one is thus the work of its address.
   */
  userOf(headers: IncomingHttpHeaders): number | null {
    const hash = proofOf(this.config, headers)?.hash;
    return hash ? (this.#known.get(hash.toString('hex')) ?? null) : null;
  }

  /** Runs the work of a request or of a frame. Refuses more than may wait (TooMany, Overloaded). */
  run<T>(origin: Origin, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const userId = 'userId' in origin ? origin.userId : this.userOf(origin.headers);
    if (userId !== null) return this.#users.run({ key: `user:${userId}`, ...USER }, work, signal);
    const { headers, ip } = origin as Exclude<Origin, { userId: number }>;
    if (provenSerial(this.config, headers.authorization)) return this.#devices.run(DEVICES, work, signal);
    return this.#guests.run({ key: `address:${networkOf(ip)}`, ...ADDRESS }, work, signal);
  }

  /** Runs the work of an event for a user's subscription. */
  runEvent<T>(userId: number, work: () => Promise<T>): Promise<T> {
    return this.#users.run({ key: `events:${userId}`, ...EVENTS }, work);
  }

  /**
   * Resolves when a file may begin that is sent to the user, or received from them. Its place is free when `over` aborts.
   * Refuses more than two that wait (TooMany).
   */
  beginFile({ facts: { host, userId } }: Viewer, over: AbortSignal, way: 'sent' | 'received'): Promise<void> {
    const lanes = way === 'sent' ? this.#sent : this.#received;
    return new Promise((resolve, reject) => {
      const work = async () => {
        resolve();
        if (!over.aborted) await new Promise((ended) => over.addEventListener('abort', ended));
      };
      lanes[host].run({ key: `user:${userId}`, ...FILES }, work, over).catch(reject);
    });
  }

  /** Runs the sign-ins of an address, and those of an account, one after another: parallel right ones are no guesses. */
  runSignIn<T>(ip: string, account: string, work: () => Promise<T>): Promise<T> {
    return this.#signIns.run({ key: `address:${networkOf(ip)}`, ...SIGN_INS }, () =>
      this.#signIns.run({ key: `account:${account}`, ...SIGN_INS }, work),
    );
  }
}
