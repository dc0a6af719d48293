const FLAGS = new Map<unknown, boolean>([
  ...[1, '1', true, 'true'].map((yes) => [yes, true] as const),
  ...[0, '0', false, 'false'].map((no) => [no, false] as const),
]);

/** Returns a flag as clients send it: 1 and true, 0 and false, also as text; null for anything else. */
export const flagOf = (value: unknown): boolean | null => FLAGS.get(value) ?? null;
