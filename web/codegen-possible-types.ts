import type { PluginFunction } from '@graphql-codegen/plugin-helpers';
import { isAbstractType } from 'graphql';

/** Emits the types of each interface, so that the cache can match a fragment on an interface. */
export const plugin: PluginFunction = (schema) => {
  const entries = Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)] as const);
  return `export const possibleTypes = ${JSON.stringify(Object.fromEntries(entries), null, 2)};\n`;
};
