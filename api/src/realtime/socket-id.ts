import { randomInt } from 'node:crypto';

const MAX_NUMBER = 1_000_000_000;

/**
 * Returns the id of a new realtime socket: two random numbers, as clients and server libraries expect. The id of
 * another user's socket cannot be guessed.
 */
export const newSocketId = (): string => `${randomInt(1, MAX_NUMBER)}.${randomInt(1, MAX_NUMBER)}`;
