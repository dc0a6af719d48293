import { GraphQLError, GraphQLScalarType } from 'graphql';

/** A file of a multipart request, in the place of its variable (graphql/multipart.ts). */
export class SentFile {
  /** Its number among the received files of the request; null until it arrives. */
  place: number | null = null;
}

const refuse = (): never => {
  throw new GraphQLError('A file is sent by the GraphQL multipart request specification.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
};

/** A file, in input only: the variable is null in `operations`, and `map` names the part that has its bytes. */
export const SentFileScalar = new GraphQLScalarType<SentFile, never>({
  name: 'SentFile',
  description: 'A file that is sent with the operation by the GraphQL multipart request specification. Input only.',
  serialize: refuse,
  parseValue: (value) => (value instanceof SentFile ? value : refuse()),
  parseLiteral: refuse,
});
