import { GraphQLDateTimeISO, GraphQLLocalDate } from 'graphql-scalars';
import { GraphQLScalarType } from 'graphql';
import { cached } from './cached.ts';

/** Dates of one page repeat, and of all patients there are some ten thousands. */
const DATES = 20_000;

/** A calendar date, YYYY-MM-DD: a string in input and output, never a JavaScript Date. */
export const DateScalar = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  name: 'Date',
  serialize: cached(DATES, (date: unknown) => GraphQLLocalDate.serialize(date) as string),
  description: 'A calendar date, YYYY-MM-DD, without a time zone.',
});

/** An instant in UTC. */
export const DateTimeScalar = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'An instant, ISO 8601 in UTC.',
});
