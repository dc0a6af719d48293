import { InvalidInput } from '../shared/errors.ts';

/** True when the request asks for validation only. The header must be exactly `true`. */
export function isPrecognitive(headers: Record<string, unknown>): boolean {
  return headers.precognition === 'true';
}

/** Names in Precognition-Validate-Only; undefined without the header, an empty list when the header is empty. */
export function fieldsToValidate(headers: Record<string, unknown>): string[] | undefined {
  const header = headers['precognition-validate-only'];
  if (header === undefined) return undefined;
  return String(header)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** The requested names, segment by segment. `*` is any one segment. */
interface Names {
  asked: boolean;
  next: Map<string, Names>;
}

/**
 * Returns whether a field is among the requested names; `*` matches exactly one segment. Each name is read once and each
 * field once, so that many names and many refusals cost their sum and not their product.
 */
export function askedBy(only: string[] | undefined): (field: string) => boolean {
  if (!only) return () => true;
  const root: Names = { asked: false, next: new Map() };
  for (const name of only) {
    let at = root;
    for (const segment of name.split('.')) {
      let next = at.next.get(segment);
      if (!next) at.next.set(segment, (next = { asked: false, next: new Map() }));
      at = next;
    }
    at.asked = true;
  }
  const step = (at: Names[], segment: string) =>
    at.flatMap(({ next }) => [next.get(segment), next.get('*')].filter((found) => found !== undefined));
  return (field) =>
    field
      .split('.')
      .reduce(step, [root])
      .some(({ asked }) => asked);
}

/** Runs a check for a validate-only request and keeps only the errors of the requested fields. */
export async function runCheck(check: () => Promise<unknown>, only: string[] | undefined): Promise<void> {
  if (only?.length === 0) return; // present but empty: validate nothing, succeed
  try {
    await check();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const isAsked = askedBy(only);
    const asked = error.refusals.filter(({ field }) => isAsked(field));
    if (asked.length > 0) throw new InvalidInput(asked, error.facts, error.patients);
  }
}
