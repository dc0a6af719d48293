import { getOperationAST, parse, type OperationTypeNode } from 'graphql';

/** Returns what a document would run; null when it cannot be read, or does not say which of its operations. */
export function operationKind(document: string, operationName: string | null | undefined): OperationTypeNode | null {
  try {
    return getOperationAST(parse(document), operationName)?.operation ?? null;
  } catch {
    return null;
  }
}
