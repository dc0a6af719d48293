import { Socket } from 'node:net';
import { jest } from '@jest/globals';

/** What a stream calls to write one chunk, or several at once. */
const WIRE = Socket.prototype as unknown as Record<'_write' | '_writev', (...args: unknown[]) => void>;
const OF_PATIENTS = /from "?patients/;

/**
 * Reads twice; returns what the socket wrote that sent a query of patients, from the beginning of its last transaction on.
 * Each entry is one write. Use a query that the portal has not sent before: a prepared one is sent by its name.
 */
export async function writesDuring(read: () => Promise<unknown>): Promise<string[]> {
  /** What each socket wrote: the queue of the portal writes on its own at any time. */
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
    await read();
    await read();
    const written = [...bySocket.values()].find((texts) => texts.some((text) => OF_PATIENTS.test(text)))!;
    return written.slice(written.findLastIndex((text) => text.includes('start transaction')));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
