import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const TRIES = 3;
const RETRY_MS = 500;
const TOO_MANY = 429;

/** The gateway refused a call, or did not answer it after several tries. */
export class GatewayError extends Error {}

/**
 * The device's side of /device/v1: posts, and retries calls that may not have arrived. Every call may arrive twice, so
 * that is safe.
 */
export class Gateway {
  /** Milliseconds of each answered call. */
  readonly times: number[] = [];
  retries = 0;

  constructor(readonly origin: string) {}

  /** Posts to a path below /device/v1 and returns `data`; throws GatewayError. */
  async post<T>(authorization: string, path: string, body: object): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#try(authorization, path, body);
      if (answer && answer.status < 500 && answer.status !== TOO_MANY) return dataOf<T>(path, answer);
      if (attempt === TRIES) throw new GatewayError(`${path}: ${answer ? answer.status : 'no answer'}`);
      this.retries += 1;
      await wait(attempt * RETRY_MS);
    }
  }

  async #try(authorization: string, path: string, body: object): Promise<{ status: number; text: string } | null> {
    const started = performance.now();
    try {
      const response = await fetch(`${this.origin}/device/v1${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      this.times.push(performance.now() - started);
      return { status: response.status, text };
    } catch {
      return null; // the connection was refused, lost or too slow: retried
    }
  }
}

function dataOf<T>(path: string, { status, text }: { status: number; text: string }): T {
  if (status >= 400) throw new GatewayError(`${path}: ${status} ${text.slice(0, 200)}`);
  return (JSON.parse(text) as { data: T }).data;
}
