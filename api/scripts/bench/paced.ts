import { request, type Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './figures.ts';

/** Returns the milliseconds until the answer; null when it is not one, also with status 200 and the errors of GraphQL. */
export function timed(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<number | null> {
  const started = performance.now();
  return new Promise((done) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        let isError = answer.statusCode !== 200;
        answer.once('data', (chunk: Buffer) => {
          isError ||= chunk.includes('"errors":[');
          if (isError) process.stderr.write(`${answer.statusCode} ${chunk.toString('utf8', 0, 300)}\n`);
        });
        answer.once('end', () => done(isError ? null : performance.now() - started));
      },
    );
    sent.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      done(null);
    });
    sent.end(body);
  });
}

/** Sends at an even pace without waiting for earlier answers, and returns all times. Throws when one request failed. */
export async function paced(
  perSecond: number,
  seconds: number,
  send: (nth: number) => Promise<number | null>,
): Promise<number[]> {
  const started = performance.now();
  const sent: Promise<number | null>[] = [];
  for (let nth = 0; nth < perSecond * seconds; nth += 1) {
    const due = started + (nth * 1000) / perSecond - performance.now();
    if (due > 1) await wait(due);
    sent.push(send(nth));
  }
  const times = (await Promise.all(sent)).filter((time) => time !== null);
  if (times.length < sent.length) throw new Error(`${sent.length - times.length} of ${sent.length} calls failed`);
  return times;
}

/** The middle and the slowest of a hundred, as text. */
export const show = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
