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

/** Whether a field is among the requested names; `*` matches exactly one segment. */
export function isAsked(field: string, only: string[] | undefined): boolean {
  return (
    !only ||
    only.some((name) => {
      const parts = name.split('.');
      const segments = field.split('.');
      return parts.length === segments.length && parts.every((part, index) => part === '*' || part === segments[index]);
    })
  );
}

/** Runs a check for a validate-only request and keeps only the errors of the requested fields. */
export async function runCheck(check: () => Promise<unknown>, only: string[] | undefined): Promise<void> {
  if (only?.length === 0) return; // present but empty: validate nothing, succeed
  try {
    await check();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const asked = error.refusals.filter(({ field }) => isAsked(field, only));
    if (asked.length > 0) throw new InvalidInput(asked, error.facts);
  }
}
