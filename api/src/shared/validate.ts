import { ValidationError, type InferType, type Schema } from 'yup';
import { InvalidInput, type Refusal } from './errors.ts';
import type { MessageKey } from './messages.ts';

/** yup writes `codes[0].icode`; the documents write `codes.0.icode`. */
const dotted = (path: string | undefined) => (path ?? '').replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');

/**
 * yup's trim() throws on a list or an object instead of a string; without conversions the same rules name the field.
 */
function run(rules: Schema, raw: unknown): Promise<unknown> {
  return rules.validate(raw, { abortEarly: false, stripUnknown: true }).catch(async (error: unknown) => {
    if (!(error instanceof ValidationError)) await rules.validate(raw, { abortEarly: false, strict: true });
    throw error;
  });
}

/**
 * Validates a form and returns the clean input, or throws InvalidInput with one error per field. Rules name message
 * keys, never sentences.
 */
export async function validate<S extends Schema>(rules: S, raw: unknown): Promise<InferType<S>> {
  try {
    return (await run(rules, raw ?? {})) as InferType<S>;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const failures = error.inner.length > 0 ? error.inner : [error];
    const refusals = new Map<string, Refusal>();
    for (const failure of failures) {
      const field = dotted(failure.path);
      // A wrong type has no message of its own, so it is reported as an invalid value.
      const key = (
        failure.type === 'typeError' && failure.message.includes(' ') ? 'invalid' : failure.message
      ) as MessageKey;
      if (!refusals.has(field))
        refusals.set(field, {
          field,
          code: key,
          message: key,
          values: failure.params as Record<string, string> | undefined,
        });
    }
    throw new InvalidInput([...refusals.values()]);
  }
}
