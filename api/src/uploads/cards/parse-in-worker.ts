import { ThreadError, threadOf, type ThreadFailure, type ThreadLimits } from '../../shared/in-thread.ts';
import type { CardReading } from './card-reading.types.ts';

/** One stored file of an upload: its original name and where its bytes are. */
export interface StoredCardFile {
  name: string;
  path: string;
}

/** Limits of one parse. The bytes of the files are not in the thread's heap. */
export interface ParseLimits extends ThreadLimits {
  /** Bytes of all files together, which the thread holds in memory while it reads them. */
  fileBytes: number;
}

export const PARSE_LIMITS: ParseLimits = { deadlineMs: 10_000, fileBytes: 220 * 2 ** 20, heapMb: 128 };

/** Why a card was not parsed. Only `ended` may succeed when it is tried again. */
export type ParseFailure = ThreadFailure | 'too_large' | 'unreadable';

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

const read = threadOf<ParseTask, ParseAnswer>(new URL('./card-reading.worker.ts', import.meta.url));

/**
 * Reads the stored files of one card in a thread and returns what they hold; rejects with CardParseError when it has no
 * answer. Parsing writes nothing, so it can be repeated.
 */
export async function parseInWorker(
  files: StoredCardFile[],
  today: string,
  signal?: AbortSignal,
  limits: Partial<ParseLimits> = {},
): Promise<CardReading> {
  const { fileBytes, ...thread } = { ...PARSE_LIMITS, ...limits };
  const answer = await read({ files, today, fileBytes }, thread, signal).catch((error: unknown) => {
    throw error instanceof ThreadError ? new CardParseError(error.reason, error.detail) : error;
  });
  if (!('reading' in answer)) throw new CardParseError(answer.failure, answer.detail);
  return answer.reading;
}
