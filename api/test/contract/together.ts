import { getNamedType, isLeafType, parse, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { levelPlanOf } from '../../src/graphql/fast/by-level-plan.ts';
import { aheadPlanOf } from '../../src/graphql/fast/look-ahead.ts';

const SELECTIONS: Record<string, (field: string) => string> = {
  DeviceHistory: (field) => `{ devices { edges { node { ${field} } } } }`,
  Machine: (field) => `{ machines { edges { node { ${field} } } } }`,
  OrgMessage: (field) => `{ orgMessages { edges { node { ${field} } } } }`,
  Organization: (field) => `{ patients { edges { node { organization { ${field} } } } } }`,
  Patient: (field) => `{ patients { edges { node { ${field} } } } }`,
  User: (field) => `{ users { edges { node { ${field} } } } }`,
};

/** Returns the names of a type's fields that are read together with the page of a list; none for any other type. */
export function fieldsTogether(schema: GraphQLSchema, typeName: string): string[] {
  const selection = SELECTIONS[typeName];
  if (!selection) return [];
  const fields = Object.values((schema.getType(typeName) as GraphQLObjectType).getFields());
  return fields.flatMap((field) => {
    const leaf = isLeafType(getNamedType(field.type));
    const plan = levelPlanOf(schema, parse(selection(leaf ? field.name : `${field.name} { __typename }`)));
    return plan && aheadPlanOf(plan.root) ? [field.name] : [];
  });
}
