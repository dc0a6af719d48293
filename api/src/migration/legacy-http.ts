import { locationsIn, patientsIn } from './legacy-answers.ts';
import { LegacyUnavailable, MAX_LOCATIONS, type LegacyDirectory, type LegacyProblem } from './legacy.ts';

/** Longest wait for a whole answer. */
export const LEGACY_TIMEOUT_MS = 5000;
/** Concurrent questions of a node: a legacy system that hangs must not hold all of the portal's connections. */
const MAX_QUESTIONS = 4;
/** Bytes of an answer: a page of 250 patients is about 200 kB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

async function parsed(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`The legacy system sent more than ${MAX_ANSWER_BYTES} bytes.`);
    chunks.push(chunk as Uint8Array);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

let asked = 0;

/**
 * Returns the legacy system behind `LEGACY_URL` (decisions/088): GET {url}/locations and {url}/locations/{dme_id}/patients,
 * with the address's user and password as HTTP basic credentials. `report` receives each failure, without the credentials.
 */
export function httpDirectory(
  legacyUrl: string,
  report: (problem: LegacyProblem, error: unknown) => void,
  timeoutMs = LEGACY_TIMEOUT_MS,
): LegacyDirectory {
  const base = new URL(legacyUrl);
  const { username, password } = base;
  base.username = base.password = '';
  const address = base.href.replace(/\/$/, '');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (username)
    headers.authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;

  /** Returns what `read` finds in the answer, or `none` for a 404. */
  async function ask<T>(
    path: string,
    query: Record<string, string | number>,
    none: T,
    read: (answer: unknown) => T,
  ): Promise<T> {
    if (asked >= MAX_QUESTIONS) throw new LegacyUnavailable('busy');
    asked += 1;
    const signal = AbortSignal.timeout(timeoutMs);
    const values = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    try {
      const response = await fetch(`${address}${path}?${values}`, { headers, signal, redirect: 'error' });
      if (response.status === 404) {
        await response.body?.cancel();
        return none;
      }
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new Error(`The legacy system answered ${response.status}.`);
      }
      return read(await parsed(response));
    } catch (error) {
      const problem = signal.aborted ? 'slow' : 'broken';
      report(problem, error);
      throw new LegacyUnavailable(problem);
    } finally {
      asked -= 1;
    }
  }

  return {
    async search(query, by) {
      const text = query.trim();
      if (text === '') return [];
      const found = await ask('/locations', { type: by === 'NAME' ? 'name' : by, query: text }, [], (answer) =>
        locationsIn(answer, MAX_LOCATIONS),
      );
      return by === 'NAME' ? found : found.filter(({ dmeId }) => dmeId.toUpperCase() === text.toUpperCase());
    },
    async patients(dmeId, { active, limit, after = null, offset = 0 }) {
      const none = { patients: [], total: 0 };
      // Not as a part of a path: the address of the question would be another one.
      if (dmeId === '.' || dmeId === '..') return none;
      return ask(
        `/locations/${encodeURIComponent(dmeId)}/patients`,
        { active: active ? 1 : 0, limit, ...(after === null ? { offset } : { after }) },
        none,
        (answer) => patientsIn(answer, limit),
      );
    },
  };
}
