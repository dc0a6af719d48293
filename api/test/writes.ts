import { Socket } from 'node:net';
import { jest } from '@jest/globals';

/** What a stream calls to write one chunk, or several at once. */
const WIRE = Socket.prototype as unknown as Record<'_write' | '_writev', (...args: unknown[]) => void>;
const OF_PATIENTS = /from "?patients/;
/** What only requests send: a job that reads patients at that time says `begin`. */
const READ = 'start transaction read only';

/** Returns what each socket wrote while `work` ran: the queue of the portal writes on its own at any time. Each entry is one write. */
export async function writesBySocket(work: () => Promise<unknown>): Promise<string[][]> {
  const bySocket = new Map<unknown, string[]>();
  const note = (socket: unknown, text: string) => bySocket.set(socket, [...(bySocket.get(socket) ?? []), text]);
  const { _write: write, _writev: writeMany } = WIRE;
  const spies = [
    jest.spyOn(WIRE, '_write').mockImplementation(function (this: unknown, ...args) {
      note(this, String(args[0]));
      write.apply(this, args);
    }),
    jest.spyOn(WIRE, '_writev').mockImplementation(function (this: unknown, ...args) {
      note(this, (args[0] as { chunk: unknown }[]).map(({ chunk }) => String(chunk)).join());
      writeMany.apply(this, args);
    }),
  ];
  try {
    await work();
    return [...bySocket.values()];
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/**
 * Reads twice; returns what the socket of that request wrote, known by its query of patients, from the beginning of its last transaction on.
 * Use a query that the portal has not sent before: a prepared one is sent by its name.
 */
export async function writesDuring(read: () => Promise<unknown>): Promise<string[]> {
  const sockets = await writesBySocket(async () => {
    await read();
    await read();
  });
  const written = sockets.find(
    (texts) => texts.some((text) => OF_PATIENTS.test(text)) && texts.some((text) => text.includes(READ)),
  )!;
  return written.slice(written.findLastIndex((text) => text.includes(READ)));
}
