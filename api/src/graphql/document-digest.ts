import { createHash } from 'node:crypto';
import { print, type DefinitionNode, type DocumentNode } from 'graphql';

const nameOf = (definition: DefinitionNode): string =>
  'name' in definition ? `${definition.kind} ${definition.name?.value}` : definition.kind;

/**
 * Returns the digest of a document, in hexadecimal. Two texts have the same one when they differ only in blanks, comments,
 * and the order of their operations and fragments.
 */
export function documentDigest(document: DocumentNode): string {
  const definitions = document.definitions.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  return createHash('sha256')
    .update(print({ ...document, definitions }))
    .digest('hex');
}
