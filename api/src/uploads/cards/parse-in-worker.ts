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
  today: string;
  fileBytes: number;
}
export type ParseAnswer = { reading: CardReading } | { failure: ParseFailure; detail: string };

/** A thread that has answered waits so long for the next card. */
const IDLE_MS = 1000;
/** Starting a thread takes longer than reading most cards: cards that follow one another are read in the same one. */
let waiting: { worker: Worker; heapMb: number; timer: NodeJS.Timeout } | null = null;

function threadOf(heapMb: number): Worker {
  if (waiting?.heapMb !== heapMb) {
    // Without tsx: Node strips the types of these few files itself, in a tenth of the time.
    const made = new Worker(new URL('./card-reading.worker.ts', import.meta.url), {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // It may end while it waits, and fail once more while it is ended.
    made.on('exit', () => forget(made)).on('error', () => forget(made));
    return made;
  }
  const { worker } = waiting;
  forget(worker);
  worker.ref();
  return worker;
}

/** Keeps a thread that has answered for the next card; it keeps no process alive. */
function keep(worker: Worker, heapMb: number): void {
  if (waiting) return void worker.terminate();
  worker.unref();
  const end = () => {
    forget(worker);
    void worker.terminate();
  };
  waiting = { worker, heapMb, timer: setTimeout(end, IDLE_MS).unref() };
}

function forget(worker: Worker): void {
  if (waiting?.worker !== worker) return;
  clearTimeout(waiting.timer);
  waiting = null;
}

/**
 * Reads the stored files of one card in a thread and returns what they hold. The thread ends when `signal` is aborted, at
 * the deadline and when it needs more memory than allowed; it then rejects with CardParseError. A process that ends takes
 * the thread with it: parsing writes nothing, so it can be repeated.
 */
export function parseInWorker(
  files: StoredCardFile[],
  today: string,
  signal?: AbortSignal,
  limits: Partial<ParseLimits> = {},
): Promise<CardReading> {
  const { deadlineMs, fileBytes, heapMb } = { ...PARSE_LIMITS, ...limits };
  if (signal?.aborted) return Promise.reject(new CardParseError('aborted', 'canceled before it began'));
  return new Promise<CardReading>((done, fail) => {
    const worker = threadOf(heapMb);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      worker.off('message', take).off('error', broken).off('exit', gone);
    };
    const stop = (reason: ParseFailure, detail: string) => {
      end();
      void worker.terminate();
      fail(new CardParseError(reason, detail));
    };
    const abort = () => stop('aborted', 'canceled');
    const take = (answer: ParseAnswer) => {
      if (!('reading' in answer)) return stop(answer.failure, answer.detail);
      end();
      keep(worker, heapMb);
      done(answer.reading);
    };
    const broken = (error: NodeJS.ErrnoException) =>
      stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', error.message);
    const gone = (code: number) => stop('ended', `the thread ended with ${code}`);
    const timer = setTimeout(() => stop('deadline', `no answer within ${deadlineMs} ms`), deadlineMs);
    signal?.addEventListener('abort', abort);
    worker.on('message', take).on('error', broken).on('exit', gone);
    const task: ParseTask = { files, today, fileBytes };
    worker.postMessage(task);
  });
}
