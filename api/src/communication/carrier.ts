/** Longest wait for a carrier's answer. */
export const CARRIER_TIMEOUT_MS = 3000;
/** Concurrent requests per node: a carrier that hangs must not hold all of the portal's connections. */
const MAX_QUESTIONS = 4;
const MAX_ANSWER_BYTES = 64 * 1024;

/** The last data session of a SIM as its carrier knows it. */
export interface DataSession {
  lastStartTime: string | null;
  lastStopTime: string | null;
}

/**
 * Why a carrier gave no usable answer: it was too slow, sent another format, does not know the SIM, or received too
 * many requests at once.
 */
export type CarrierProblem = 'slow' | 'broken' | 'absent' | 'busy';

export type CarrierAnswer = { session: DataSession; problem: null } | { session: null; problem: CarrierProblem };

/** Returns the network status of a SIM. Never throws. */
export type Carrier = (iccid: string) => Promise<CarrierAnswer>;

const nothing = (problem: CarrierProblem): CarrierAnswer => ({ session: null, problem });

/** Returns an instant of the carrier's answer in UTC; null when it is missing or invalid. */
function instant(value: unknown): string | null {
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : null;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}

/** The documented answer: networkResponse[0].dataSession with lastStartTime and lastStopTime. */
function sessionIn(answer: unknown): DataSession | null {
  const [first] = ((answer as { networkResponse?: unknown })?.networkResponse ?? []) as {
    dataSession?: Record<string, unknown>;
  }[];
  const session = first?.dataSession;
  return session && typeof session === 'object'
    ? { lastStartTime: instant(session.lastStartTime), lastStopTime: instant(session.lastStopTime) }
    : null;
}

async function read(response: Response): Promise<CarrierAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > MAX_ANSWER_BYTES) return nothing('broken');
    chunks.push(chunk as Uint8Array);
  }
  const session = sessionIn(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  return session ? { session, problem: null } : nothing('broken');
}

let asked = 0;

/**
 * Returns a carrier behind `CARRIER_URL`: GET {url}/{iccid}/device-details, with the address's user and password as
 * HTTP basic credentials. `report` receives each failure, without the credentials.
 */
export function httpCarrier(
  carrierUrl: string,
  report: (problem: CarrierProblem, error: unknown) => void,
  timeoutMs = CARRIER_TIMEOUT_MS,
): Carrier {
  const base = new URL(carrierUrl);
  const { username, password } = base;
  base.username = base.password = '';
  const headers: Record<string, string> = { accept: 'application/json' };
  if (username)
    headers.authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
  return async (iccid) => {
    if (asked >= MAX_QUESTIONS) return nothing('busy');
    asked += 1;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${base.href.replace(/\/$/, '')}/${encodeURIComponent(iccid)}/device-details`, {
        headers,
        signal,
        redirect: 'error',
      });
      if (response.status === 404) return nothing('absent');
      if (!response.ok) throw new Error(`The carrier answered ${response.status}.`);
      return await read(response);
    } catch (error) {
      const problem = signal.aborted ? 'slow' : 'broken';
      report(problem, error);
      return nothing(problem);
    } finally {
      asked -= 1;
    }
  };
}
