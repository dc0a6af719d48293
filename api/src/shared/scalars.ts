import { GraphQLDateTimeISO, GraphQLLocalDate } from 'graphql-scalars';
import { GraphQLScalarType } from 'graphql';

/** A calendar date, YYYY-MM-DD: a string in input and output, never a JavaScript Date. */
export const DateScalar = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  name: 'Date',
  description: 'A calendar date, YYYY-MM-DD, without a time zone.',
});

/** An instant in UTC. */
export const DateTimeScalar = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'An instant, ISO 8601 in UTC.',
});
