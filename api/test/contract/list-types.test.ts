import { beforeAll, expect, test } from '@jest/globals';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
} from 'graphql';
import { lists } from '../../src/lists.ts';
import { createSchema } from '../../src/schema.ts';

/** Not read from a list: computed, with arguments of its own. */
const OTHERS = ['changes', 'followUps', 'patientTimeline'];

let schema: GraphQLSchema;
let fields: GraphQLField<unknown, unknown>[];
beforeAll(async () => {
  schema = await createSchema();
  fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ name, type }) => getNamedType(type).name.endsWith('Connection') && !OTHERS.includes(name));
});

const inputOf = (field: GraphQLField<unknown, unknown>, name: string) =>
  getNamedType(field.args.find((arg) => arg.name === name)!.type) as GraphQLInputObjectType;

/** The list of each prefix of types, where it is not the registered list of that name. */
const NAMED: Record<string, string> = {
  Devices: 'devicesWithHolders',
  Machines: 'machinesWithHolders',
  InboxItems: 'inbox',
};
const listOf = (prefix: string) => lists[NAMED[prefix] ?? prefix[0]!.toLowerCase() + prefix.slice(1)]!;
const FILTER_OF = {
  text: /^TextFilter$/,
  integer: /^IntFilter$/,
  date: /^DateFilter$/,
  boolean: /^BooleanFilter$/,
  choice: /Filter$/,
};

/** Names that GraphQL has otherwise, as in its filters. */
const ORDERS: Record<string, string> = { id: 'database_id', created: 'created_at' };

test('every list takes a filter and an order of its own, built from its columns', () => {
  expect(fields.length).toBeGreaterThan(19);
  for (const field of fields) {
    const where = inputOf(field, 'where');
    const prefix = where.name.replace(/Where$/, '');
    expect([where.name, inputOf(field, 'orderBy').name]).toEqual([`${prefix}Where`, `${prefix}Order`]);
    const columns = Object.entries(listOf(prefix).columns).filter(([, { isRestOnly }]) => !isRestOnly);
    const filters = columns.filter(([, { isFilter }]) => isFilter !== false).map(([, { type }]) => FILTER_OF[type]);
    const { and, or, not, ...conditions } = where.getFields();
    expect([and, or, not].map((one) => String(one?.type))).toEqual([
      `[${where.name}!]`,
      `[${where.name}!]`,
      where.name,
    ]);
    const types = Object.values(conditions).map(({ type }) => getNamedType(type).name);
    expect(types).toEqual(filters.map((filter): unknown => expect.stringMatching(filter)));
    const order = getNamedType(inputOf(field, 'orderBy').getFields().field!.type);
    expect(isEnumType(order) && order.getValues().map(({ name }) => name.toLowerCase())).toEqual(
      columns.flatMap(([name, { sortBy }]) => (sortBy ? [ORDERS[name] ?? name] : [])),
    );
  }
});

test('every list states its page and its limit', () => {
  for (const field of fields)
    expect(field.args.find(({ name }) => name === 'first')!.description).toMatch(
      /: (10|25|50) when omitted, at most (100|500)\.$/,
    );
});

test('no argument names a column or a condition as a text', () => {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  expect(inputs.some(({ name }) => name === 'TableFilter')).toBe(false);
  const args = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).flatMap(({ args: own }) => own));
  const named = [...args, ...inputs.flatMap((input) => Object.values(input.getFields()))];
  expect(
    named.filter(({ name, type }) => /^(filters?|orderBy)$/.test(name) && String(type).includes('String')),
  ).toEqual([]);
});

test('a column of an enum is filtered by the enum in which the API answers it', () => {
  const filter = (where: string, column: string) => {
    const { type } = (schema.getType(where) as GraphQLInputObjectType).getFields()[column]!;
    return String((getNamedType(type) as GraphQLInputObjectType).getFields().equal!.type);
  };
  expect([
    filter('PatientsWhere', 'compliance'),
    filter('PatientsWhere', 'attention'),
    filter('DevicesWhere', 'settingsState'),
    filter('SettingsChangesWhere', 'status'),
    filter('SettingsChangesWhere', 'failure'),
    filter('UsersWhere', 'status'),
    filter('UsersWhere', 'userType'),
    filter('UploadsWhere', 'state'),
    filter('HandOffsWhere', 'kind'),
    filter('ActivityWhere', 'outcome'),
    filter('RolesWhere', 'host'),
    filter('PatientMigrationRowsWhere', 'result'),
  ]).toEqual([
    'ComplianceState',
    'AttentionReason',
    'SettingsState',
    'SettingsRecordStatus',
    'SettingsFailure',
    'UserStatus',
    'UserType',
    'UploadState',
    'HandOffKind',
    'ActivityOutcome',
    'Host',
    'PatientMigrationResult',
  ]);
});
