/**
 * Marks a document of GraphQL for the generator (codegen.ts), which writes its types, the document and its hook into the
 * folder gql/ next to the file. Does nothing at run time, and the build leaves it out with its text.
 */
/* @__NO_SIDE_EFFECTS__ */
export function graphql(_document: string): void {}
