import type { Route } from '../rest/route.ts';

const FORM = 'application/x-www-form-urlencoded';
/** A parameter may come more than once: each of its values must be met. */
const values = { type: 'array', items: { type: 'string' } };

/** Returns the parameters of the query of a path that names them. */
export const queryOf = ({ media }: Route): object[] =>
  (media?.parameters ?? []).map(({ name, text }) => ({ name, in: 'query', description: text, schema: values }));

/** Returns the body of a path that takes the same parameters in a form. */
export function formOf({ media }: Route): object {
  const fields = (media?.parameters ?? []).map(({ name, text }) => [name, { ...values, description: text }]);
  const schema = { type: 'object', properties: Object.fromEntries(fields) };
  return { requestBody: { content: { [FORM]: { schema } } } };
}

/** Returns the answers of a path whose refusals have its media type too. */
export function responsesOf({ type }: NonNullable<Route['media']>): object {
  const content = { [type]: { schema: { type: 'object' } } };
  return {
    '2XX': { description: 'Done.', content },
    '4XX': { description: 'Refused; 429 has Retry-After.', content },
    '5XX': { description: 'A fault; 503 has Retry-After.', content },
  };
}
