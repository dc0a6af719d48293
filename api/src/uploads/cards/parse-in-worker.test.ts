import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { g3xCard } from '../../demo/cards/g3x-card.ts';
import { CardParseError, parseInWorker, type ParseLimits } from './parse-in-worker.ts';

const TODAY = '2026-03-01';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'airlog-cards-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stored = (name: string, bytes: Uint8Array) => {
  writeFileSync(join(folder, name), bytes);
  return [{ name, path: join(folder, name) }];
};
/** The reason with which a parse is refused. */
const refusal = async (
  files: Parameters<typeof parseInWorker>[0],
  signal?: AbortSignal,
  limits?: Partial<ParseLimits>,
) => {
  const error: unknown = await parseInWorker(files, TODAY, signal, limits).catch((reason: unknown) => reason);
  return error instanceof CardParseError ? error.reason : error;
};

test('a thread reads stored files and answers with the reading', async () => {
  const reading = await parseInWorker(stored('unknown.idx', new Uint8Array(100)), TODAY);
  expect(reading.warnings[0]).toEqual({ code: 'file.unknown', file: 'unknown.idx', night: null, count: 1 });
});

test('a whole card is read in a thread as it was made', async () => {
  const { files, golden } = g3xCard(51, { serial: 'A3900012345', first: '2025-12-01', days: 6 });
  const reading = await parseInWorker(
    files.flatMap(({ name, bytes }) => stored(name, bytes)),
    TODAY,
  );
  expect([reading.nights, reading.settings, reading.warnings]).toEqual([golden.nights, golden.settings, []]);
});

test('a thread that needs more memory than allowed ends, and the process goes on', async () => {
  const [file] = stored('many.evt', new Uint8Array(10));
  const many = Array.from({ length: 150_000 }, (_, nth) => ({ ...file!, name: `${nth}.evt` }));
  expect(await refusal(many, undefined, { heapMb: 16 })).toBe('memory');
});

test('cards that follow one another are read as each one alone, also after a thread was ended, and at once', async () => {
  const cards = [1, 2, 3].map((seed) => {
    const { files, golden } = g3xCard(seed, { serial: `A390001234${seed}`, first: '2025-12-01', days: 2 });
    return { golden, stored: files.flatMap(({ name, bytes }) => stored(name, bytes)) };
  });
  const expected = cards.map(({ golden }) => [golden.device.serial, golden.nights]);
  const shown = ({ device, nights }: Awaited<ReturnType<typeof parseInWorker>>) => [device?.serial, nights];
  const read = async (nth: number) => shown(await parseInWorker(cards[nth]!.stored, TODAY));
  expect([await read(0), await read(1), await read(2)]).toEqual(expected);
  const killer = new AbortController();
  const ended = refusal(cards[0]!.stored, killer.signal);
  killer.abort();
  expect(await ended).toBe('aborted');
  expect(await Promise.all([read(0), read(1), read(2)])).toEqual(expected);
});

test('a file that is not there is unreadable', async () => {
  expect(await refusal([{ name: 'gone.idx', path: join(folder, 'gone.idx') }])).toBe('unreadable');
});

test('files that are larger than the limit are not read into memory; files of the limit are', async () => {
  const files = stored('large.evt', new Uint8Array(1000));
  expect(await refusal(files, undefined, { fileBytes: 999 })).toBe('too_large');
  expect(await refusal(files, undefined, { fileBytes: 1000 })).toMatchObject({ nights: [] });
});

test('a parse ends at its deadline', async () => {
  // With other limits than the tests before, the thread is a new one, which takes longer to start.
  expect(await refusal(stored('late.evt', new Uint8Array(10)), undefined, { deadlineMs: 1, heapMb: 64 })).toBe(
    'deadline',
  );
});

test('a canceled parse ends at once, before and after it began', async () => {
  const files = stored('canceled.evt', new Uint8Array(10));
  expect(await refusal(files, AbortSignal.abort())).toBe('aborted');
  const controller = new AbortController();
  const parse = refusal(files, controller.signal);
  controller.abort();
  expect(await parse).toBe('aborted');
});
