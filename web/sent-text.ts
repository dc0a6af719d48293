import { Kind, print, stripIgnoredCharacters, visit, type DocumentNode } from 'graphql';

const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;

/** Returns a document as the client sends it: with the type names, without the directives of masking. */
export const sentDocument = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Directive: ({ name }) => (name.value === 'unmask' ? null : undefined),
    SelectionSet: (set, _key, parent) =>
      parent && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION
        ? undefined
        : { ...set, selections: [...set.selections, TYPENAME] },
  });

/** Returns the text of a query as the client sends it, without blanks. */
export const sentText = (document: DocumentNode): string => stripIgnoredCharacters(print(sentDocument(document)));
