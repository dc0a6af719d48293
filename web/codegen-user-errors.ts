import type { Types } from '@graphql-codegen/plugin-helpers';
import { Kind, visit, type FragmentSpreadNode } from 'graphql';

/**
 * Unmasks the fragment UserErrors wherever a document spreads it. Masking hides a fragment from all but the component
 * that reads it from the cache. A payload is in no cache, and its caller has to read the refusals (ADR 018).
 */
export const unmaskUserErrors: Types.DocumentTransformObject = {
  transform: ({ documents }) =>
    documents.map((file) => ({ ...file, document: file.document && visit(file.document, { FragmentSpread: unmask }) })),
};

const unmask = (spread: FragmentSpreadNode) =>
  spread.name.value === 'UserErrors'
    ? { ...spread, directives: [{ kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'unmask' } }] }
    : undefined;
