const texts = new Set<string>();

/**
 * Declares a statement that writes as prepared, and returns it: its values are sent next to its text, so that megabytes of
 * them are no part of it, and PostgreSQL plans it once. Queries are prepared without it (decisions/032). Declare it once,
 * when its file is loaded. A mark whose type does not follow from its place has a cast: `?::jsonb`.
 */
export function prepared(text: string): string {
  texts.add(text);
  return text;
}

/** Whether a statement was declared as prepared. */
export const isPrepared = (text: string): boolean => texts.has(text);
