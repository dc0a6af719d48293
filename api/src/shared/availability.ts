/** After a write was refused for want of space, the node counts as full for this long. */
const FULL_MS = 10_000;

/** What a node knows about itself and answers to load balancers at /readyz. */
export class Availability {
  /** The node is about to end: open requests are finished, and clients are sent to other nodes. */
  draining = false;
  #fullUntil = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Remembers what a fault says about the node: PostgreSQL's 53100 is a full disk. */
  noteFault(error: unknown): void {
    if ((error as { code?: string }).code === '53100') this.#fullUntil = this.now() + FULL_MS;
  }

  /** Whether the node may receive new requests, as far as it knows without asking the database. */
  get accepting(): boolean {
    return !this.draining && this.now() >= this.#fullUntil;
  }
}
