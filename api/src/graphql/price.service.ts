import { GraphQLError, getOperationAST, parse, type GraphQLSchema } from 'graphql';
import { InvalidInput } from '../shared/errors.ts';
import { MAX_COST } from '../shared/list-price.ts';
import { MAX_TOKENS, pointsOf, problemsOf } from './limits.ts';
import type { OperationPrice } from './price.types.ts';

/** Returns the variables that a JSON text has; refuses one that is no object. */
export function variablesIn(text: string | null): Record<string, unknown> {
  const refused = () => new InvalidInput([{ field: 'variables', code: 'invalid', message: 'invalid' }]);
  let read: unknown;
  try {
    read = JSON.parse(text || '{}');
  } catch {
    throw refused();
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw refused();
  return read as Record<string, unknown>;
}

/**
 * Returns what an operation would cost, in points, without running it; or why it is not valid. Throws InvalidInput when
 * the variables are no JSON object.
 */
export function priceOfOperation(
  schema: GraphQLSchema,
  text: string,
  operationName: string | null,
  variables: string | null,
): OperationPrice {
  const values = variablesIn(variables);
  const invalid = (problems: readonly GraphQLError[]): OperationPrice => ({
    points: null,
    limit: MAX_COST,
    problems: problems.map(({ message }) => message),
  });
  try {
    const document = parse(text, { maxTokens: MAX_TOKENS });
    const problems = problemsOf(schema, document);
    if (problems.length > 0) return invalid(problems);
    if (!getOperationAST(document, operationName)) return invalid([new GraphQLError('No operation has this name.')]);
    return { points: pointsOf(schema, document, operationName ?? undefined, values), limit: MAX_COST, problems: [] };
  } catch (error) {
    if (error instanceof GraphQLError) return invalid([error]);
    throw error;
  }
}
