import { Overloaded, TooMany } from './errors.ts';
import { Activity, Sender, type Share } from './lane-sender.ts';

const RETRY_SECONDS = 5;
/** Cost of a millisecond of work that ends in the round in which it began: no other sender had the event loop in it. */
const BLOCKING = 3;
/** Number of new senders after which those without work are forgotten. */
const SWEEP_AFTER = 1000;

/**
 * A concurrency limit for one kind of traffic: a fixed number runs at once. The others wait, those of one sender in
 * order of arrival and the senders in turn, so that one with much work delays another by no more than its share.
 */
export class Lane {
  readonly #longest: number;
  readonly #activity: Activity;
  readonly #senders = new Map<string, Sender>();
  /** Senders with waiting works, in the order of their turns. */
  readonly #turns = new Map<string, Sender>();
  #running = 0;
  #waiting = 0;
  #unswept = 0;
  #planned = false;
  #pausing: NodeJS.Timeout | undefined;
  /** The round of the event loop, which is counted while works begin. */
  #round = 0;
  #counting = false;

  /** `longest`: works that wait in all; one more is refused (Overloaded). */
  constructor(
    readonly width: number,
    { longest = Infinity, activity = new Activity() } = {},
  ) {
    this.#longest = longest;
    this.#activity = activity;
  }

  /**
   * Runs the work when its turn comes. A work whose signal aborts before its turn never runs: the reason of the signal
   * is thrown.
   */
  async run<T>(share: Share, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const sender = this.#senderOf(share.key);
    this.#activity.note(share.key);
    if (this.#waiting === 0 && this.#pause(share, sender) === 0) this.#begin(sender);
    else await this.#turn(share, sender, signal);
    const begun = performance.now();
    const round = this.#currentRound();
    try {
      return await work();
    } finally {
      sender.charge((performance.now() - begun) * (round === this.#round ? BLOCKING : 1));
      this.#activity.note(share.key);
      this.#running -= 1;
      sender.running -= 1;
      this.#plan();
    }
  }

  /** One callback for all works of a round: many frames come in one. */
  #currentRound(): number {
    if (!this.#counting)
      setImmediate(() => {
        this.#counting = false;
        this.#round += 1;
      });
    this.#counting = true;
    return this.#round;
  }

  #senderOf(key: string): Sender {
    const known = this.#senders.get(key);
    if (known) return known;
    this.#unswept += 1;
    if (this.#unswept > SWEEP_AFTER) {
      this.#unswept = 0;
      for (const [name, { isDone }] of this.#senders) if (isDone) this.#senders.delete(name);
    }
    const sender = new Sender();
    this.#senders.set(key, sender);
    return sender;
  }

  #pause(share: Share, sender: Sender): number {
    if (this.#running >= this.width) return Infinity;
    return sender.pause(share, this.#running > sender.running || this.#activity.othersThan(share.key));
  }

  #begin(sender: Sender): void {
    this.#running += 1;
    sender.running += 1;
  }

  /** Waits for the turn of one more work. */
  async #turn(share: Share, sender: Sender, signal?: AbortSignal): Promise<void> {
    if (sender.waiting.length >= share.longest) throw new TooMany(RETRY_SECONDS);
    if (this.#waiting >= this.#longest) throw new Overloaded(RETRY_SECONDS);
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { share, begin: resolve };
    const leave = () => {
      if (this.#remove(sender, turn)) reject(signal!.reason as Error);
    };
    sender.waiting.push(turn);
    this.#turns.set(share.key, sender);
    this.#waiting += 1;
    this.#plan();
    signal?.addEventListener('abort', leave);
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  #remove(sender: Sender, turn: Sender['waiting'][number]): boolean {
    const at = sender.waiting.indexOf(turn);
    if (at < 0) return false;
    sender.waiting.splice(at, 1);
    this.#waiting -= 1;
    this.#turns.delete(turn.share.key);
    if (sender.waiting.length > 0) this.#turns.set(turn.share.key, sender); // behind the other senders
    return true;
  }

  /** One work begins in each round of the event loop, so that answers to earlier ones are read in between. */
  #plan(): void {
    if (this.#planned || this.#waiting === 0) return;
    this.#planned = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#planned = false;
    clearTimeout(this.#pausing);
    let soonest = Infinity;
    for (const sender of this.#turns.values()) {
      const turn = sender.waiting[0]!;
      const pause = this.#pause(turn.share, sender);
      soonest = Math.min(soonest, pause);
      if (pause > 0) continue;
      this.#remove(sender, turn);
      this.#begin(sender);
      turn.begin();
      return this.#plan();
    }
    if (soonest < Infinity) this.#pausing = setTimeout(() => this.#next(), soonest);
  }
}
