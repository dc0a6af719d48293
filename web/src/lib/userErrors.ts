import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { graphql } from './graphql.ts';

graphql(`
  fragment UserErrors on Payload {
    userErrors {
      field
      code
      message
    }
  }
`);

/** A refusal, as every payload and every check returns them. */
export interface UserError {
  field: string;
  code: string;
  message: string;
}

/** Returns a field's name in the forms: the REST layer's serial_number is serialNumber. */
export const camelCase = (field: string) => field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Sets a payload's `userErrors` on the fields of a form. Returns the text of those without a field; undefined when all
 * have one. Field names may be the REST layer's: serial_number, codes.0.icode.
 */
export function setUserErrors<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'setError' | 'getValues'>,
  userErrors: readonly UserError[],
): string | undefined {
  const values = form.getValues();
  const unassigned: string[] = [];
  for (const { field, code, message } of userErrors) {
    const name = [field, camelCase(field)].find((candidate) => get(values, candidate) !== undefined);
    if (name) form.setError(name as FieldPath<T>, { type: code, message });
    else unassigned.push(message);
  }
  return unassigned.join(' ') || undefined;
}
