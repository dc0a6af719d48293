import { typedText } from './text.rules.ts';

/** Passwords are compared as they were set, character by character. */
const AS_SENT = /password/i;

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/**
 * Returns input of a client with each of its texts as it was meant (typedText), except passwords. Called where input comes
 * in, before any rule reads it; files and other objects stay as they are.
 */
export function typedInput<T>(input: T, name = ''): T {
  if (typeof input === 'string') return (AS_SENT.test(name) ? input : typedText(input)) as T;
  if (Array.isArray(input)) return input.map((value: unknown) => typedInput(value, name)) as T;
  if (typeof input !== 'object' || input === null || !isPlain(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, typedInput(value as unknown, key)])) as T;
}
