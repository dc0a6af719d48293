import { isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { typedInput } from '../shared/typed-input.ts';

/** Gives each field of a schema its arguments with every text as it was meant (typedInput): from variables and literals. */
export function typingArguments(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve as GraphQLFieldResolver<unknown, unknown, Record<string, unknown>> | undefined;
      if (!resolve || field.args.length === 0) continue;
      const typed: typeof resolve = (source, args, ctx, info) => resolve(source, typedInput(args), ctx, info);
      field.resolve = typed;
    }
  }
  return schema;
}
