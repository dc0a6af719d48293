import { setTimeout as wait } from 'node:timers/promises';
import { deviceAuthorization } from '../../src/auth/device.ts';
import type { Config } from '../../src/shared/config.ts';
import { percentile } from '../bench/figures.ts';
import { behaviorOf, type Shares } from './behavior.ts';
import { SimulatedDevice, type Counts } from './device.ts';
import { Gateway } from './gateway.ts';
import type { SimulatedMachine } from './machines.ts';

/** Maximum number of concurrent sessions. */
const CONCURRENCY = 64;

export interface FleetOptions {
  /** Minutes over which the sessions are spread evenly. */
  minutes: number;
  shares: Shares;
  seed: number;
  origin: string;
}

/** Result of a fleet. */
export interface Tally extends Counts {
  devices: number;
  sessions: number;
  offline: number;
  /** Failed sessions, with the first reasons. */
  failed: number;
  reasons: string[];
}

const emptyTally = (devices: number): Tally => ({
  devices,
  sessions: 0,
  offline: 0,
  failed: 0,
  reasons: [],
  accepted: 0,
  clamped: 0,
  refused: 0,
  late: 0,
  nights: 0,
  doubled: 0,
  contradicted: 0,
});
const COUNTED = ['accepted', 'clamped', 'refused', 'late', 'nights', 'doubled', 'contradicted'] as const;
const MAX_REASONS = 5;

/** A fleet in which each device connects once, at its own time. The same seed gives the same behavior. */
export class Fleet {
  readonly tally: Tally;
  readonly gateway: Gateway;
  #next = 0;

  constructor(
    readonly machines: readonly SimulatedMachine[],
    readonly config: Pick<Config, 'encryptionKey'>,
    readonly options: FleetOptions,
  ) {
    this.tally = emptyTally(machines.length);
    this.gateway = new Gateway(options.origin);
  }

  /** Runs until every device had its turn, or until `stop`: then open sessions are ended and no others start. */
  async run(stop?: AbortSignal): Promise<Tally> {
    const started = performance.now();
    await Promise.all(
      Array.from({ length: Math.min(CONCURRENCY, this.machines.length) }, () => this.#work(started, stop)),
    );
    return this.tally;
  }

  async #work(started: number, stop: AbortSignal | undefined): Promise<void> {
    while (this.#next < this.machines.length && !stop?.aborted) {
      const index = this.#next;
      this.#next += 1;
      const due = started + (index / this.machines.length) * this.options.minutes * 60_000 - performance.now();
      if (due > 0) await wait(due, undefined, { signal: stop }).catch(() => undefined); // stopped while it waited for its turn
      if (!stop?.aborted) await this.#connect(this.machines[index]!, stop);
    }
  }

  async #connect(machine: SimulatedMachine, stop: AbortSignal | undefined): Promise<void> {
    const { seed, shares } = this.options;
    const behavior = behaviorOf(seed, machine.serial, shares);
    if (behavior.offline) return void (this.tally.offline += 1);
    try {
      const counts = await new SimulatedDevice(
        machine,
        behavior,
        seed,
        this.gateway,
        deviceAuthorization(this.config, machine.serial),
        undefined,
        stop,
      ).connect();
      this.tally.sessions += 1;
      for (const counted of COUNTED) this.tally[counted] += counts[counted];
    } catch (error) {
      this.tally.failed += 1;
      if (this.tally.reasons.length < MAX_REASONS)
        this.tally.reasons.push(`${machine.serial} ${(error as Error).message}`);
    }
  }

  /** Returns the tally as a table of one line. */
  get table(): string {
    const {
      tally,
      gateway: { times, retries },
    } = this;
    const columns: [string, string | number][] = [
      ['devices', tally.devices],
      ['sessions', tally.sessions],
      ['offline', tally.offline],
      ['accepted', tally.accepted],
      ['clamped', tally.clamped],
      ['refused', tally.refused],
      ['late', tally.late],
      ['nights', tally.nights],
      ['doubled', tally.doubled],
      ['retries', retries],
      ['failed', tally.failed],
      ['calls', times.length],
      ['p50 ms', percentile(times, 0.5).toFixed(0)],
      ['p99 ms', percentile(times, 0.99).toFixed(0)],
    ];
    const widths = columns.map(([name, value]) => Math.max(name.length, String(value).length));
    const line = (part: 0 | 1) =>
      columns.map((column, index) => String(column[part]).padStart(widths[index]!)).join('  ');
    return `${line(0)}\n${line(1)}`;
  }
}
