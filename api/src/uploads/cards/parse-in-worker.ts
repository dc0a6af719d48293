import { Worker } from 'node:worker_threads';
import type { CardReading } from './card-reading.ts';

/** One stored file of an upload: its original name and where its bytes are. */
export interface StoredCardFile {
  name: string;
  path: string;
}

/** Limits of one parse. */
export interface ParseLimits {
  /** Milliseconds from the start of the thread to its answer. */
  deadlineMs: number;
  /** Bytes of all files together, which the thread holds in memory while it reads them. */
  fileBytes: number;
  /** Megabytes of the thread's heap; the bytes of the files are not in it. */
  heapMb: number;
}

export const PARSE_LIMITS: ParseLimits = { deadlineMs: 60_000, fileBytes: 220 * 2 ** 20, heapMb: 128 };

/** Why a card was not parsed. Only `ended` may succeed when it is tried again. */
export type ParseFailure = 'aborted' | 'deadline' | 'memory' | 'too_large' | 'unreadable' | 'ended';

export class CardParseError extends Error {
  readonly reason: ParseFailure;

  constructor(reason: ParseFailure, detail: string) {
    super(`The card was not parsed (${reason}): ${detail}`);
    this.name = 'CardParseError';
    this.reason = reason;
  }
}

/** What the thread receives and answers. */
export interface ParseTask {
  files: StoredCardFile[];
  now: Date;
  fileBytes: number;
}
export type ParseAnswer = { reading: CardReading } | { failure: ParseFailure; detail: string };

/**
 * Reads the stored files of one card in a thread of its own and returns what they hold. The thread ends with its
 * answer, when `signal` is aborted, at the deadline and when it needs more memory than allowed; it then rejects with
 * CardParseError. A process that ends takes the thread with it: parsing writes nothing, so it can be repeated.
 */
export function parseInWorker(
  files: StoredCardFile[],
  now: Date,
  signal?: AbortSignal,
  limits: Partial<ParseLimits> = {},
): Promise<CardReading> {
  const { deadlineMs, fileBytes, heapMb } = { ...PARSE_LIMITS, ...limits };
  if (signal?.aborted) return Promise.reject(new CardParseError('aborted', 'canceled before it began'));
  return new Promise<CardReading>((done, fail) => {
    const task: ParseTask = { files, now, fileBytes };
    // Without tsx: Node strips the types of these few files itself, in a tenth of the time.
    const worker = new Worker(new URL('./card-reading.worker.ts', import.meta.url), {
      workerData: task,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      void worker.terminate();
      settle();
    };
    const stop = (reason: ParseFailure, detail: string) => end(() => fail(new CardParseError(reason, detail)));
    const abort = () => stop('aborted', 'canceled');
    const timer = setTimeout(() => stop('deadline', `no answer within ${deadlineMs} ms`), deadlineMs);
    signal?.addEventListener('abort', abort);
    worker.once('message', (answer: ParseAnswer) =>
      'reading' in answer ? end(() => done(answer.reading)) : stop(answer.failure, answer.detail),
    );
    worker.once('error', (error: NodeJS.ErrnoException) =>
      stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', error.message),
    );
    worker.once('exit', (code) => stop('ended', `the thread ended with ${code}`));
  });
}
