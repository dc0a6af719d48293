import fc from 'fast-check';
import { getNamedType, isListType, isNonNullType, isObjectType, type GraphQLObjectType } from 'graphql';
import { byLevel } from '../../src/graphql/fast/by-level.ts';
import { running } from '../harness.ts';

/** Turns off what is under test: rows are the library's entities again, and GraphQL's own execution reads them. */
export async function withEntities<T>(read: () => Promise<T>): Promise<T> {
  const { db } = running().app;
  Object.assign(byLevel, { isOn: false, looksAhead: false });
  db.plainReads = false;
  try {
    return await read();
  } finally {
    Object.assign(byLevel, { isOn: true, looksAhead: true });
    db.plainReads = true;
  }
}

/** An answer without what is new in every answer. */
export const comparable = (text: string) => text.replaceAll(/"requestId":"[^"]+"/g, '');

const isRequired = ({ type, defaultValue }: { type: unknown; defaultValue?: unknown }) =>
  isNonNullType(type) && defaultValue === undefined;

/** A random selection of a type: every scalar may be in it, and objects to a depth. Expensive fields are left out. */
export function selection(
  type: GraphQLObjectType,
  depth: number,
  isChosen = (_type: string, _field: string) => true,
): fc.Arbitrary<string> {
  const scalars: string[] = [];
  const objects: fc.Arbitrary<string>[] = [];
  for (const [name, field] of Object.entries(type.getFields())) {
    const named = getNamedType(field.type);
    if (!isChosen(type.name, name)) continue;
    if (field.args.some(isRequired) || ['connectionHistory', 'networkStatus', 'computedAt'].includes(name)) continue;
    if (!isObjectType(named)) {
      if (!('getFields' in named)) scalars.push(name);
    } else if (depth > 0 && !named.name.endsWith('Connection')) {
      const inner = isListType(isNonNullType(field.type) ? field.type.ofType : field.type) ? depth - 2 : depth - 1;
      objects.push(selection(named, inner, isChosen).map((below) => `${name} { ${below} }`));
    }
  }
  const some = fc.subarray(scalars, { maxLength: Math.min(12, scalars.length) });
  const related =
    objects.length > 0 && depth > 0
      ? fc.subarray(
          objects.map((_, at) => at),
          { maxLength: Math.min(3, objects.length) },
        )
      : fc.constant([]);
  // As clients write it: the fields themselves, in a fragment, or one more under another name.
  const form = fc.constantFrom(
    (fields: string) => fields,
    (fields: string) => `... on ${type.name} { ${fields} }`,
    (fields: string) => `renamed: __typename ${fields}`,
  );
  return fc
    .tuple(some, related, form)
    .chain(([names, chosen, written]) =>
      fc.tuple(fc.constant(names), fc.tuple(...chosen.map((at) => objects[at]!)), fc.constant(written)),
    )
    .map(([names, below, written]) => written(['__typename', ...names, ...below].join(' ')));
}
