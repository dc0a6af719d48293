import { Worker } from 'node:worker_threads';

/** Limits of one task. */
export interface ThreadLimits {
  /** Milliseconds from the start of the thread to its answer. */
  deadlineMs: number;
  /** Megabytes of the thread's heap. Buffers are not in it. */
  heapMb: number;
}

/** Why a task has no answer. Only `ended` may succeed when it is tried again. */
export type ThreadFailure = 'aborted' | 'deadline' | 'memory' | 'ended';

export class ThreadError extends Error {
  override name = 'ThreadError';
  constructor(
    readonly reason: ThreadFailure,
    readonly detail: string,
  ) {
    super(`A task of a thread was not done (${reason}): ${detail}`);
  }
}

/** A thread that has answered waits so long for the next task: starting one takes longer than most tasks. */
const IDLE_MS = 1000;

/**
 * Returns a function that has a thread do a task: the script answers each message with one. Files of users are parsed in
 * this way alone (decisions/139). The thread ends when `signal` is aborted, at the deadline and when it needs more memory
 * than allowed; the task then rejects with ThreadError. A process that ends takes the thread with it.
 */
export function threadOf<Task, Answer>(script: URL) {
  let waiting: { worker: Worker; heapMb: number; timer: NodeJS.Timeout } | null = null;

  function forget(worker: Worker): void {
    if (waiting?.worker !== worker) return;
    clearTimeout(waiting.timer);
    waiting = null;
  }

  function take(heapMb: number): Worker {
    if (waiting?.heapMb !== heapMb) {
      // Without tsx: Node strips the types of these few files itself, in a tenth of the time.
      const made = new Worker(script, {
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

  /** Keeps a thread that has answered for the next task; it keeps no process alive. */
  function keep(worker: Worker, heapMb: number): void {
    if (waiting) return void worker.terminate();
    worker.unref();
    const end = () => {
      forget(worker);
      void worker.terminate();
    };
    waiting = { worker, heapMb, timer: setTimeout(end, IDLE_MS).unref() };
  }

  return (task: Task, { deadlineMs, heapMb }: ThreadLimits, signal?: AbortSignal): Promise<Answer> => {
    if (signal?.aborted) return Promise.reject(new ThreadError('aborted', 'canceled before it began'));
    return new Promise<Answer>((done, fail) => {
      const worker = take(heapMb);
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        worker.off('message', answered).off('error', broken).off('exit', gone);
      };
      const stop = (reason: ThreadFailure, detail: string) => {
        end();
        void worker.terminate();
        fail(new ThreadError(reason, detail));
      };
      const abort = () => stop('aborted', 'canceled');
      const answered = (answer: Answer) => {
        end();
        keep(worker, heapMb);
        done(answer);
      };
      const broken = (error: NodeJS.ErrnoException) =>
        stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', error.message);
      const gone = (code: number) => stop('ended', `the thread ended with ${code}`);
      const timer = setTimeout(() => stop('deadline', `no answer within ${deadlineMs} ms`), deadlineMs);
      signal?.addEventListener('abort', abort);
      worker.on('message', answered).on('error', broken).on('exit', gone);
      worker.postMessage(task);
    });
  };
}
