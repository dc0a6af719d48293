import { ValidationError, type AnySchema, type InferType, type Schema } from 'yup';
import { InvalidInput, type Refusal } from './errors.ts';
import type { MessageKey } from './messages.ts';

/** yup writes `codes[0].icode`; the documents write `codes.0.icode`. */
const dotted = (path: string | undefined) => (path ?? '').replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');

const SINGLE_VALUES = ['string', 'number', 'boolean', 'date'];

/** The rule's own message for a list or an object in place of one value. */
function typeErrorOf(rules: AnySchema): string {
  try {
    rules.validateSync([], { strict: true });
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
  return 'invalid';
}

/**
 * Returns the input without lists and objects where the rules take one value, and puts the path and the message of each
 * into `wrong`. yup would convert them: trim() throws on them, and a transform may read a text into them.
 */
function singleValues(rules: AnySchema, raw: unknown, wrong: Map<string, string>, path = ''): unknown {
  if (typeof raw !== 'object' || raw === null || raw instanceof Date) return raw;
  if (SINGLE_VALUES.includes(rules.type as string)) {
    wrong.set(path, typeErrorOf(rules));
    return undefined;
  }
  const below = (key: string | number, inner: unknown, value: unknown) =>
    inner ? singleValues(inner as AnySchema, value, wrong, path ? `${path}.${key}` : `${key}`) : value;
  if (Array.isArray(raw))
    return raw.map((value, index) => below(index, 'innerType' in rules ? rules.innerType : null, value));
  const fields = ('fields' in rules ? rules.fields : {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, below(key, fields[key], value)]));
}

/** The place of a field in its form, in whose order refusals are reported. */
const placeOf = (rules: AnySchema, path: string | undefined): number =>
  'fields' in rules ? Object.keys(rules.fields as object).indexOf(dotted(path).split('.')[0]!) : 0;

/**
 * Validates a form and returns the clean input, or throws InvalidInput with one error per field. Rules name message
 * keys, never sentences.
 */
export async function validate<S extends Schema>(rules: S, raw: unknown): Promise<InferType<S>> {
  const wrong = new Map<string, string>();
  const kept = singleValues(rules, raw ?? {}, wrong);
  let clean: unknown;
  let failures: { path?: string; type?: string; message: string; params?: unknown }[] = [];
  try {
    clean = await rules.validate(kept, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    failures = error.inner.length > 0 ? error.inner : [error];
  }
  if (wrong.size > 0)
    failures = [
      ...failures.filter(({ path }) => !wrong.has(dotted(path))),
      ...[...wrong].map(([path, message]) => ({ path, type: 'typeError', message })),
    ].sort((a, b) => placeOf(rules, a.path) - placeOf(rules, b.path));
  if (failures.length === 0) return clean as InferType<S>;
  const refusals = new Map<string, Refusal>();
  for (const { path, type, message, params } of failures) {
    const field = dotted(path);
    // A wrong type without a message of its own is reported as an invalid value.
    const key = (type === 'typeError' && message.includes(' ') ? 'invalid' : message) as MessageKey;
    if (!refusals.has(field))
      refusals.set(field, { field, code: key, message: key, values: params as Record<string, string> | undefined });
  }
  throw new InvalidInput([...refusals.values()]);
}
