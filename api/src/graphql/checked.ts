import { getMetadataStorage } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { Conflict } from '../shared/conflict.ts';
import { answeredRefusals, InvalidInput } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { Payload, type UserError } from '../shared/payload.ts';

export type PayloadClass<P extends Payload = Payload> = new () => P;

/**
 * Returns the payload of what `work` found or, when it refuses, of the refusal: its facts and user errors. The other
 * fields have the defaults of the class. `known` are fields of both. Any other error is thrown.
 */
export async function checked<P extends Payload>(
  ctx: Context,
  type: PayloadClass<P>,
  work: () => Promise<Partial<P> | void>,
  known: Partial<P> = {},
): Promise<P> {
  const payload = Object.assign(new type(), known);
  try {
    return Object.assign(payload, await work());
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    ctx.shows(error.patients);
    const facts = error instanceof Conflict ? { conflict: error.row as unknown } : error.facts;
    return Object.assign(payload, facts, { userErrors: userErrorsOf(ctx, error) });
  }
}

/** Returns the payload class of a mutation's GraphQL type; throws when the type is none. */
export function payloadClassOf(typeName: string): PayloadClass {
  const type = getMetadataStorage().objectTypes.find(({ name }) => name === typeName)?.target;
  if (!(type?.prototype instanceof Payload)) throw new Error(`${typeName} is the type of a mutation and no Payload.`);
  return type as PayloadClass;
}

/** Refusals as GraphQL user errors, in the viewer's language. */
export function userErrorsOf({ locale }: Pick<Context, 'locale'>, { refusals }: InvalidInput): UserError[] {
  return answeredRefusals(refusals).map(({ field, code, message, values }) => ({
    field,
    code,
    message: translate(locale, message, values),
  }));
}
