import type { DocumentNode } from 'graphql';

/** Returns the function with its result kept for each parsed document, as long as Apollo keeps the document itself. */
export function perDocument<R>(compute: (document: DocumentNode) => R): (document: DocumentNode) => R {
  const results = new WeakMap<DocumentNode, { result: R }>();
  return (document) => {
    const known = results.get(document);
    if (known) return known.result;
    const result = compute(document);
    results.set(document, { result });
    return result;
  };
}
