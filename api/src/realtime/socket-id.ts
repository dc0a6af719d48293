import { randomInt } from 'node:crypto';

const MAX_NUMBER = 1_000_000_000;

/** The id of a new realtime socket: two random numbers, as clients and server libraries expect it; nobody can guess the id of another's socket. */
export const newSocketId = (): string => `${randomInt(1, MAX_NUMBER)}.${randomInt(1, MAX_NUMBER)}`;
