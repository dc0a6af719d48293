import { getMetadataStorage } from 'type-graphql';
import type { JoinedField } from '../../shared/marks.ts';

type Class = new () => object;

/** A field that is a property of its row. */
export interface OwnProperty {
  name: string;
  /** Of a property that is computed: the class whose rows compute it. */
  computedBy: Class | undefined;
}

/** The class of an object type, and what its fields are. */
export interface TypeClass {
  target: Class;
  /** Returns the property that a field is; undefined for a field with a resolver of its own. */
  propertyOf: (field: string) => OwnProperty | undefined;
  /** Returns the mark of a field that pages may read with their rows; undefined for one without it. */
  joinedOf: (field: string) => JoinedField | undefined;
  /** Returns the root field whose argument is all that a field needs of its row; undefined for a field without the mark. */
  byKeyOf: (field: string) => string | undefined;
}

const isComputed = (target: Class, name: string) =>
  Boolean(Object.getOwnPropertyDescriptor(target.prototype as object, name)?.get);
const isGuarded = ({ roles, middlewares }: { roles?: unknown[]; middlewares?: unknown[] }) =>
  Boolean(roles) || (middlewares ?? []).length > 0;

/** Returns the class of an object type; null for a type without one. */
export function classOf(typeName: string): TypeClass | null {
  const { objectTypes, interfaceTypes, fieldResolvers } = getMetadataStorage();
  const type = objectTypes.find(({ name }) => name === typeName);
  if (!type) return null;
  const target = type.target as Class;
  const inherited = interfaceTypes.filter((one) => target.prototype instanceof one.target);
  const fields = [type, ...inherited].flatMap((one) => one.fields ?? []);
  const classes = [type, ...inherited].map((one) => one.target as Class);
  const resolversOf = (name: string) =>
    fieldResolvers.filter(
      (one) => classes.includes(one.getObjectType?.() as Class) && (one.schemaName ?? one.methodName) === name,
    );
  // Definitions as text have no extensions, so the mark is read where type-graphql keeps it.
  const markOf = (name: string, mark: string): unknown =>
    [...fields.filter(({ schemaName }) => schemaName === name), ...resolversOf(name)]
      .map(({ extensions }) => extensions?.[mark] as unknown)
      .find(Boolean);
  const joinedOf = (name: string) => markOf(name, 'joined') as JoinedField | undefined;
  const byKeyOf = (name: string) => markOf(name, 'byKeyOf') as string | undefined;
  const propertyOf = (name: string): OwnProperty | undefined => {
    const field = fields.find(({ schemaName }) => schemaName === name);
    if (!field || isGuarded(field) || (field.params ?? []).length > 0) return undefined;
    const resolvers = resolversOf(name);
    if (resolvers.length === 0) return { name: field.name, computedBy: undefined };
    // A field that is a getter has a resolver of the library's, which reads it.
    const isRead = resolvers.every((one) => one.kind === 'internal' && !isGuarded(one));
    return isRead && isComputed(field.target as Class, field.name)
      ? { name: field.name, computedBy: target }
      : undefined;
  };
  return { target, propertyOf, joinedOf, byKeyOf };
}
