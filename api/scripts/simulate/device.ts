import { isDeepStrictEqual } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { clamp, oneDecimal, Random } from '../../src/demo/random.ts';
import { runningNight } from '../../src/gateway/gateway-clock.ts';
import { defaultSettings, SETTINGS, type SettingValue } from '../../src/device-settings/settings-catalog.rules.ts';
import { addDays, daysBetween } from '../../src/shared/dates.ts';
import { hashOf, type Behavior } from './behavior.ts';
import type { Gateway } from './gateway.ts';
import type { SimulatedMachine } from './machines.ts';

type Values = Record<string, SettingValue>;
interface Opened {
  session: number | null;
  server_time: string;
  clock_drift_seconds: number;
  assigned: boolean;
  pending: boolean;
}
interface Change {
  id: number;
  values: Values;
}
type Answer = { result: 'accepted' } | { result: 'clamped'; values: Values } | { result: 'refused'; reason: string };
interface Taken {
  result: Answer['result'];
  applied: boolean;
}

/** Result of one session of a device. */
export interface Counts {
  accepted: number;
  clamped: number;
  refused: number;
  /** Changes that were replaced or expired before the device answered them. */
  late: number;
  nights: number;
  /** Calls that were sent twice at once, and the number of them with different answers, which must be 0. */
  doubled: number;
  contradicted: number;
}

const NIGHTS = 3;
/** The device counts its nights from here. */
const FIRST_RECORD = '2020-01-01';
const PRESSURES = new Set<string>(
  SETTINGS.filter((setting) => 'unit' in setting && setting.unit === 'cmH2O').map(({ name }) => name),
);
const WIRELESS = 1;
const PC = 3;

/**
 * One simulated device with a memory: it opens a session, fetches pending changes, accepts, clamps or refuses them,
 * reports its settings, sends its last nights and ends the session. `report` receives every step in words; after `hurry`,
 * a slow device makes no more pauses.
 */
export class SimulatedDevice {
  values: Values;
  #counts: Counts = { accepted: 0, clamped: 0, refused: 0, late: 0, nights: 0, doubled: 0, contradicted: 0 };

  constructor(
    readonly machine: SimulatedMachine,
    readonly behavior: Behavior,
    readonly seed: number,
    readonly gateway: Gateway,
    readonly authorization: string,
    readonly report: (line: string) => void = () => undefined,
    readonly hurry?: AbortSignal,
  ) {
    this.values = machine.values ?? defaultSettings(machine.kind);
  }

  /** The time on its own clock. */
  #clock(): string {
    return new Date(Date.now() + this.behavior.clockMs).toISOString();
  }

  async #post<T>(path: string, body: object): Promise<T> {
    if (this.behavior.pauseMs)
      await wait(this.behavior.pauseMs, undefined, { signal: this.hurry }).catch(() => undefined); // hurried
    const send = () => this.gateway.post<T>(this.authorization, path, body);
    if (!this.behavior.duplicate) return send();
    const [first, second] = await Promise.all([send(), send()]);
    this.#counts.doubled += 1;
    // Two openings are two sessions, and the later one ends the other; of two reports of a night, only one changes
    // data. Every other call gets the same answer twice.
    if (path === '/sessions')
      return ((first as Opened).session ?? 0) > ((second as Opened).session ?? 0) ? first : second;
    if (path !== '/nights' && !isDeepStrictEqual(first, second)) this.#counts.contradicted += 1;
    return first;
  }

  /** Runs one session from beginning to end. Throws GatewayError when the gateway refuses. */
  async connect(): Promise<Counts> {
    this.#counts = { accepted: 0, clamped: 0, refused: 0, late: 0, nights: 0, doubled: 0, contradicted: 0 };
    const { iccid } = this.machine;
    const opened = await this.#post<Opened>('/sessions', {
      iccid,
      terminal_type: iccid ? WIRELESS : PC,
      device_time: this.#clock(),
    });
    this.report(
      `Session ${opened.session ?? '(not recorded)'} opened through ${iccid ? `module ${iccid}` : 'a PC'}; the portal says it is ${opened.server_time}, the clock is ${-opened.clock_drift_seconds} s ahead.`,
    );
    if (!opened.assigned) this.report('No patient has this device: nothing is recorded.');
    if (opened.pending)
      for (const change of await this.#post<Change[]>('/settings/fetch', {})) await this.#answer(change);
    else this.report('No change waits for this device.');
    await this.#post('/settings/report', { values: this.values, device_time: this.#clock() });
    this.report(`Reported ${Object.keys(this.values).length} settings that it uses, mode ${this.values.mode}.`);
    await this.#sendNights();
    if (opened.session !== null) await this.#post(`/sessions/${opened.session}/end`, { exit_flag: 'ok' });
    this.report('Session ended.');
    return this.#counts;
  }

  async #answer(change: Change): Promise<void> {
    const differences = Object.keys(change.values).filter((name) => change.values[name] !== this.values[name]);
    this.report(
      `Fetched change ${change.id}: ${differences.map((name) => `${name} ${this.values[name] ?? '-'} → ${change.values[name]}`).join(', ') || 'nothing new'}.`,
    );
    const answer = this.#decide(change.values);
    const taken = await this.#post<Taken>(`/settings/${change.id}/answer`, answer);
    this.#counts[taken.applied ? taken.result : 'late'] += 1;
    if (answer.result !== 'refused') this.values = answer.result === 'clamped' ? answer.values : change.values;
    this.report(
      `Answered: ${taken.result}${taken.applied ? '' : ', too late: the change was replaced or had expired'}${answer.result === 'refused' ? `, "${answer.reason}"` : ''}.`,
    );
  }

  #decide(wanted: Values): Answer {
    const { refusing, highestPressure } = this.behavior;
    if (refusing) return { result: 'refused', reason: 'Settings are locked at the device.' };
    const values = Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => [
        name,
        PRESSURES.has(name) && typeof value === 'number' ? Math.min(value, highestPressure) : value,
      ]),
    );
    return isDeepStrictEqual(values, wanted) ? { result: 'accepted' } : { result: 'clamped', values };
  }

  /** The last nights that are over by its own clock; each is the same in every call. */
  async #sendNights(): Promise<void> {
    const time = this.#clock();
    const running = runningNight(time, new Date(time));
    const nights = Array.from({ length: NIGHTS }, (_, back) => addDays(running, -1 - back))
      .reverse()
      .map((night) => this.#night(night));
    const outcomes = await this.#post<{ date: string; result: string }[]>('/nights', { device_time: time, nights });
    this.#counts.nights = outcomes.filter(({ result }) => result === 'stored').length;
    this.report(`Sent ${nights.length} nights: ${outcomes.map(({ date, result }) => `${date} ${result}`).join(', ')}.`);
  }

  #night(night: string) {
    const random = new Random(hashOf(this.seed, this.machine.serial, night));
    const minutes = random.chance(0.07) ? 0 : Math.round(clamp(random.normal(390, 90), 10, 800));
    const record_no = Math.max(1, daysBetween(FIRST_RECORD, night));
    if (minutes === 0) return { night, minutes, record_no, sessions: 0 };
    const pressure = oneDecimal(clamp(random.normal(9, 2), 4, 18));
    const figures = {
      pressure,
      p95: oneDecimal(pressure + 1 + random.next()),
      ahi: oneDecimal(clamp(random.normal(4, 2), 0, 40)),
      leak: oneDecimal(clamp(random.normal(8, 5), 0, 60)),
    };
    const events = Math.round((figures.ahi * minutes) / 60);
    const [hypopneas, central_apneas] = [Math.round(events / 2), Math.round(events / 10)];
    return {
      night,
      minutes,
      record_no,
      ...figures,
      sni: oneDecimal(clamp(random.normal(5, 4), 0, 60)),
      sessions: random.int(1, 3),
      hypopneas,
      central_apneas,
      obstructive_apneas: events - hypopneas - central_apneas,
      unclassified_apneas: 0,
      reras: random.int(0, 6),
    };
  }
}
