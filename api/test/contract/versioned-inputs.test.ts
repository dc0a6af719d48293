import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, GraphQLInputObjectType, GraphQLObjectType, type GraphQLField } from 'graphql';
import en from '../../src/locales/en.json' with { type: 'json' };
import { UNVERSIONED } from './contracts.ts';

/** Mutations of many rows, or of a plan that a check has shown: a conflict is at its row, and the rows are read again. */
const OF_MANY_ROWS = ['changeUsageDates', 'confirmUpload', 'giveBackNights', 'voidNights'];
const MUTATION = 'Mutation.';
const unversioned = Object.keys(UNVERSIONED).filter((name) => name.startsWith(MUTATION));

// One protocol against lost updates: `version` in every input that changes a row, and `conflict` in its answer
// (decisions/146). What each service does with it is tried where the feature is.

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const mutations = Object.values(schema.getMutationType()!.getFields());

/** The inputs of a field, and those within them. */
function inputsOf({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>): GraphQLInputObjectType[] {
  const found = new Set<GraphQLInputObjectType>();
  const visit = (type: unknown): void => {
    if (!(type instanceof GraphQLInputObjectType) || found.has(type)) return;
    found.add(type);
    for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  for (const { type } of args) visit(getNamedType(type));
  return [...found];
}
const versionsOf = (field: GraphQLField<unknown, unknown>) =>
  inputsOf(field).flatMap((input) => input.getFields().version ?? []);
const versioned = mutations.filter((field) => versionsOf(field).length > 0);

test('every mutation takes a version, or says why no user can undo the change of another with it', () => {
  const named = [...versioned.map(({ name }) => name), ...unversioned.map((name) => name.slice(MUTATION.length))];
  expect(named.toSorted()).toEqual(mutations.map(({ name }) => name).toSorted());
});

test.each(mutations.map((field) => [field.name, field] as const))(
  '%s takes no other value of then: neither what was expected nor what was opened',
  (_name, field) => {
    const names = inputsOf(field).flatMap((input) => Object.keys(input.getFields()));
    expect(names.filter((name) => /^(expected|opened|basis|digest|seen)/i.test(name))).toEqual([]);
  },
);

describe.each(versioned.map((field) => [field.name, field] as const))('%s', (name, field) => {
  test('takes the version as the one scalar, with the one description', () => {
    for (const { type, description } of versionsOf(field)) {
      expect(getNamedType(type).name).toBe('Version');
      expect(description).toMatch(
        /^The `version` that was read with the row\. When there is a newer one, .* code conflict\./,
      );
    }
  });

  const isOfRow = !OF_MANY_ROWS.includes(name);
  test(`answers ${isOfRow ? 'the current row of a conflict' : 'a conflict at its rows'}`, () => {
    const payload = getNamedType(field.type) as GraphQLObjectType;
    const { conflict } = payload.getFields();
    expect([
      payload
        .getInterfaces()
        .map((one) => one.name)
        .includes('VersionedPayload'),
      Boolean(conflict),
    ]).toEqual([isOfRow, isOfRow]);
    if (!conflict) return;
    const row = getNamedType(conflict.type);
    expect(row).toBeInstanceOf(GraphQLObjectType);
    expect((row as GraphQLObjectType).getInterfaces().map((one) => one.name)).toContain('Versioned');
  });
});

test('each kind of row has a sentence about its conflict', () => {
  const texts = Object.keys(en).filter((key) => key.startsWith('conflict.'));
  expect(texts.length).toBeGreaterThan(12);
  expect(Object.keys(en).filter((key) => /changed_meanwhile|^(?!device)\w+\.conflict$/.test(key))).toEqual([]);
});
