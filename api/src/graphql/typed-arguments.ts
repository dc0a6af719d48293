import { typedInput } from '../shared/typed-input.ts';
import type { FieldMapper, Resolver } from './map-fields.ts';

/** Gives a field its arguments with every text as it was meant (typedInput): from variables and literals. */
export const typingArguments: FieldMapper = (resolvers, { args }) => {
  const { resolve } = resolvers;
  if (!resolve || args.length === 0) return resolvers;
  const typed: Resolver = (source, given: Record<string, unknown>, ctx, info) =>
    resolve(source, typedInput(given), ctx, info);
  return { ...resolvers, resolve: typed };
};
