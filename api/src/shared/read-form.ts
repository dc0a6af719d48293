import type { AnyObject, ObjectSchema, Schema } from 'yup';
import { InvalidInput, refuse } from './errors.ts';
import { validate } from './validate.ts';

/** Whether a check includes a field: `only` names it, or is absent. */
export const asks = (only: string[] | undefined, field: string) => !only || only.includes(field);

/** Returns the clean input of a form; an invalid field outside `only` is left out instead of refused. */
export async function readForm<T extends AnyObject>(
  rules: ObjectSchema<T>,
  raw: unknown,
  only: string[] | undefined,
): Promise<Partial<T>> {
  try {
    return (await validate(rules, raw)) as T;
  } catch (error) {
    if (!(error instanceof InvalidInput) || !only) throw error;
    refuse(error.refusals.filter(({ field }) => only.includes(field)));
    const readable: Schema = rules.omit(error.refusals.map(({ field }) => field.split('.')[0] as keyof T));
    return (await validate(readable, raw)) as Partial<T>;
  }
}
