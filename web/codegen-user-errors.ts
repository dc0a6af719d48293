import type { Types } from '@graphql-codegen/plugin-helpers';
import { Kind, visit, type FragmentSpreadNode } from 'graphql';

/**
 * Unmasks the fragment UserErrors wherever a document spreads it. Only the component that reads a masked fragment from
 * the cache can see it. A payload is in no cache, and its caller has to read the refusals (ADR 018).
 */
export const unmaskUserErrors: Types.DocumentTransformObject = {
  transform: ({ documents }) =>
    documents.map((file) => ({ ...file, document: file.document && visit(file.document, { FragmentSpread: unmask }) })),
};

const unmask = (spread: FragmentSpreadNode) =>
  spread.name.value === 'UserErrors'
    ? { ...spread, directives: [{ kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'unmask' } }] }
    : undefined;
