import { Extensions } from 'type-graphql';

/** A mark of classes. A class that extends a marked one has none: it has its own fields. */
function mark(): { on: () => ClassDecorator; has: (type: object) => boolean } {
  const marked = new WeakSet<object>();
  return { on: () => (type) => void marked.add(type), has: (type) => marked.has(type) };
}

const withoutPatients = mark();
/**
 * Marks a GraphQL type without data of patients, also in the types that its fields reach. Every other type has some, also
 * one that is forgotten here: the root fields that answer it declare it (auth/matrix.ts), or the server does not start.
 */
export const WithoutPatients = withoutPatients.on;
export const isWithoutPatients = withoutPatients.has;

const readWhole = mark();
/** Marks a type whose service reads the rows of a page before they are an answer: it needs all their columns. */
export const ReadWhole = readWhole.on;
export const isReadWhole = readWhole.has;

/** What a field is: another row or the rows of a list, or the column at the end of a path of rows, and its value. */
export type JoinedField =
  | { relation: string }
  | { list: () => object; by: string; order: string }
  | { path: string[]; value?: (cell: unknown) => unknown };

/**
 * Marks a field with a resolver of its own that reads nothing of its row but the key, and no row of another patient. With
 * the root field of this name, whose argument `id` is that key, both are asked for at once (graphql/fast/by-level.ts).
 */
export const ByKeyOf = (root: string): MethodDecorator & PropertyDecorator => Extensions({ byKeyOf: root });

/**
 * Marks a field with a resolver of its own that is nothing but another row or a value of it, with the same answer for
 * every viewer who sees the row: a page may read it with its rows (graphql/fast/look-ahead.ts). A field without it is
 * resolved row by row. Never mark one with a mask, a policy, or rows of another patient.
 */
export const Joined = (joined: JoinedField): MethodDecorator & PropertyDecorator => Extensions({ joined });
