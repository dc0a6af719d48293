import type { AnyObjectSchema, SchemaDescription, SchemaObjectDescription } from 'yup';
import type { Route } from '../rest/route.ts';

type Described = SchemaDescription & Partial<Pick<SchemaObjectDescription, 'fields'>> & { innerType?: Described };
type JsonSchema = Record<string, unknown>;

/** What a test of yup means in JSON Schema. Others are not expressible: the service alone applies them. */
const LIMITS: Record<string, Record<string, string>> = {
  string: { min: 'minLength', max: 'maxLength' },
  number: { min: 'minimum', max: 'maximum' },
  array: { min: 'minItems', max: 'maxItems' },
};

function limitsOf({ type, tests }: Described): JsonSchema {
  return Object.fromEntries(
    tests.flatMap(({ name = '', params = {} }): [string, unknown][] => {
      const keyword = LIMITS[type]?.[name];
      return keyword && typeof params[name] === 'number' ? [[keyword, params[name]]] : [];
    }),
  );
}

/** Whether a missing value is refused: without a default, or when its default is null and may not be. */
const isRequired = ({ tests, optional, nullable, default: usual }: Described): boolean =>
  tests.some(({ name }) => name === 'required') ||
  (!nullable && (usual === null || (usual === undefined && !optional)));

const TYPES: Record<string, string> = { string: 'string', number: 'number', boolean: 'boolean', date: 'string' };

function schemaOf(described: Described): JsonSchema {
  const { type, nullable, oneOf } = described;
  const allowed = oneOf.filter((value) => value !== null);
  if (type === 'object' && described.fields) return objectOf(described.fields as Record<string, Described>);
  const known = type === 'array' ? 'array' : TYPES[type];
  return {
    ...(known && { type: nullable ? [known, 'null'] : known }),
    ...(described.innerType && { items: schemaOf(described.innerType) }),
    ...(allowed.length > 0 && { enum: nullable ? [...allowed, null] : allowed }),
    ...limitsOf(described),
  };
}

function objectOf(
  fields: Record<string, Described>,
  names: Record<string, string> = {},
  filledIn: readonly string[] = [],
): JsonSchema {
  const wire = (name: string) => names[name] ?? name;
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [wire(name), schemaOf(field)])),
    required: Object.keys(fields)
      .filter((name) => isRequired(fields[name]!) && !filledIn.includes(name))
      .map(wire),
  };
}

/**
 * Returns the JSON Schema of a body from the rules that its service applies. Transforms and tests that compare fields have no
 * place in it: what it refuses the service may still correct, such as spaces around a text.
 */
export function bodySchema({ rules, names, filledIn }: NonNullable<Route['body']>): JsonSchema {
  const { fields } = (rules as AnyObjectSchema).describe();
  return objectOf(fields as Record<string, Described>, names, filledIn);
}
