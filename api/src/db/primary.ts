import pg from 'pg';

/** Of the search for the primary: shorter than the time that a pool waits for a connection. */
const SEARCH_MS = 2500;
/** The server cannot take a connection that writes: the request is asked to retry (lost.ts). */
const NO_PRIMARY = '08001';

/** The newest history of several servers that write: a former primary that returned keeps the number it had. */
const TIMELINE = `select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

interface Place {
  host: string;
  port: number;
}

/** By the list of hosts: where the primary was found, and the search that runs. */
const known = new Map<string, { at?: Place; search?: Promise<Place> }>();

const stateOf = (hosts: string) => {
  const state = known.get(hosts) ?? {};
  known.set(hosts, state);
  return state;
};

/** Returns the address with one of its hosts alone. */
function withHost(address: string, host: string): string {
  const one = Object.assign(new URL(address), { host });
  one.searchParams.delete('hosts');
  return one.href;
}

/** Returns the timeline of a server that writes; null for a standby. Throws when it does not answer in time. */
async function timelineOf(address: string): Promise<{ at: Place; timeline: string | null }> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'airlog-search',
    connectionTimeoutMillis: SEARCH_MS,
    query_timeout: SEARCH_MS,
  });
  client.on('error', () => undefined); // the statement rejects with it
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
    return { at: { host: client.host, port: client.port }, timeline: rows[0]!.timeline };
  } finally {
    client.end().catch(() => undefined); // one that is silent is not waited for
  }
}

/** Asks all hosts at once. Of several that write, the one with the newest timeline, then the first one, is the primary. */
async function searchPrimary(address: string, hosts: string): Promise<Place> {
  const answers = await Promise.allSettled(hosts.split(',').map((host) => timelineOf(withHost(address, host))));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const [best] = found.filter((one) => one.timeline !== null).sort((a, b) => (a.timeline! < b.timeline! ? 1 : -1));
  if (best) return best.at;
  const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as pg.DatabaseError] : []));
  // A wrong password or name is the same at each host, and no retry mends it.
  const refused = faults.find(({ code }) => /^(28|3D)/.test(code ?? ''));
  if (refused) throw refused;
  const reasons = [...new Set(faults.map(({ code, message }) => message || code))];
  const why = [...(found.length > 0 ? ['the others are standbys'] : []), ...reasons].join(', ');
  throw Object.assign(new Error(`None of the hosts of DATABASE_URL is a primary: ${why}.`), { code: NO_PRIMARY });
}

function primaryOf(address: string, hosts: string): Promise<Place> {
  const state = stateOf(hosts);
  if (state.at) return Promise.resolve(state.at);
  state.search ??= searchPrimary(address, hosts)
    .then((at) => (state.at = at))
    .finally(() => (state.search = undefined));
  return state.search;
}

/** As the driver calls it, whose types say that there is always an error. */
type Connected = (error: Error | null) => void;

/**
 * A connection to the primary of the hosts that an address names (`hosts`, which config-database.ts writes). All connections
 * of a process share what they know of it, and search again when one of them fails or meets a standby (decisions/159). With
 * one host it is the driver's client.
 */
export class PrimaryClient extends pg.Client {
  readonly #address: string;
  readonly #hosts: string | null;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.#address = (typeof config === 'string' ? config : config?.connectionString) ?? '';
    this.#hosts = URL.parse(this.#address)?.searchParams.get('hosts') ?? null;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    if (this.#hosts === null) return callback ? super.connect(callback as () => void) : super.connect();
    if (callback) return this.#connectToPrimary(callback);
    return new Promise((done, fail) => this.#connectToPrimary((error) => (error ? fail(error) : done(this))));
  }

  #connectToPrimary(callback: Connected): void {
    let isStandby = false;
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter & { stream: { destroy(): void } } };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') isStandby = parameterValue === 'on';
    });
    this.on('error', () => this.forgetPrimary());
    const connected: Connected = (error) => {
      if (error || isStandby) this.forgetPrimary();
      if (error || !isStandby) return callback(error);
      connection.stream.destroy();
      callback(Object.assign(new Error(`${this.host}:${this.port} is a standby now.`), { code: NO_PRIMARY }));
    };
    primaryOf(this.#address, this.#hosts!).then((at) => {
      Object.assign(this, at);
      super.connect(connected as () => void);
    }, callback);
  }

  /** The next connection searches for the primary, unless another one has found a new one since. */
  protected forgetPrimary(): void {
    if (this.#hosts === null) return;
    const state = stateOf(this.#hosts);
    if (state.at?.host === this.host && state.at.port === this.port) state.at = undefined;
  }
}
