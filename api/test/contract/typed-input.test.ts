import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  printSchema,
  type GraphQLInputType,
} from 'graphql';
import { typingArguments } from '../../src/graphql/typed-arguments.ts';
import { routes } from '../../src/routes.ts';
import { createSchema } from '../../src/schema.ts';
import { typedCode, typedText } from '../../src/shared/text.rules.ts';
import { admin, asViewer, makeMachine, makePatient, usePortal, type TestViewer } from '../harness.ts';

// Text comes in as it was meant: composed, and without characters that are not seen (decisions/133).

usePortal();

describe('text as it was meant', () => {
  test.each([
    ['Mar\u00eda', 'Mar\u00eda'],
    ['Mari\u0301a', 'Mar\u00eda'],
    ['\ufeffAna\u200b', 'Ana'],
    ['Nu\u00ad\u0301\u2060n\u0303ez', 'N\u00fa\u00f1ez'],
    ['\u202eAna\u202c', 'Ana'],
    ['A\u200cna\u200d', 'Ana'], // no script of these letters has joiners
    ['\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645', '\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645'],
    ['\u0915\u094d\u200d\u0937', '\u0915\u094d\u200d\u0937'],
    ['\u{1f469}\u200d\u{1f467}', '\u{1f469}\u200d\u{1f467}'],
    ['\u2764\ufe0f\u200d\u{1f525}', '\u2764\ufe0f\u200d\u{1f525}'],
    ['line\nbreak\ttab', 'line\nbreak\ttab'],
    ['blank\u00a0that stays', 'blank\u00a0that stays'],
    ['日本語 한국어', '日本語 한국어'],
  ])('%j is %j', (typed, meant) => {
    expect(typedText(typed)).toBe(meant);
    expect(typedText(meant)).toBe(meant);
  });

  test.each([
    ['1234\u200b', '1234'],
    ['12\u00a034', '1234'],
    ['\u20601\u202f2\ufeff34 ', '1234'],
    ['a\u00adna@one.test\u00a0', 'ana@one.test'],
    ['ana @one.test', 'ana @one.test'], // a blank that was typed is a mistake that is shown
  ])('the code %j is %j', (typed, meant) => {
    expect(typedCode(typed)).toBe(meant);
  });
});

describe('of the GraphQL schema', () => {
  const PROBE = 'a\u200bb\u0301';
  /** A value of a type with the probe as each text; undefined for a type without text. */
  function probed(type: GraphQLInputType, level = 0): unknown {
    if (isNonNullType(type)) return probed(type.ofType as GraphQLInputType, level);
    if (isListType(type)) {
      const entry = probed(type.ofType as GraphQLInputType, level);
      return entry === undefined ? undefined : [entry];
    }
    if (isInputObjectType(type))
      return level > 5
        ? undefined
        : Object.fromEntries(
            Object.values(type.getFields()).map((field) => [field.name, probed(field.type, level + 1)]),
          );
    return ['String', 'ID'].includes(getNamedType(type).name) ? PROBE : undefined;
  }
  /** The paths of the texts that still are the probe. */
  const untouched = (value: unknown, path: string): string[] => {
    if (value === PROBE) return [path];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => untouched(inner, `${path}.${name}`));
  };
  const count = (value: unknown): number =>
    typeof value === 'string' ? 1 : Object.values(value ?? {}).reduce<number>((sum, inner) => sum + count(inner), 0);

  test('every text of every argument is typed, but for passwords', async () => {
    const copy = buildSchema(printSchema(await createSchema()));
    const left = new Set<string>();
    let texts = 0;
    const fields = Object.values(copy.getTypeMap()).flatMap((type) =>
      isObjectType(type) && !type.name.startsWith('__') ? Object.values(type.getFields()) : [],
    );
    let received: unknown;
    for (const field of fields)
      field.resolve = typingArguments({ resolve: (_source, args) => void (received = args) }, field, '').resolve;
    for (const field of fields.filter(({ args }) => args.length > 0)) {
      const args = Object.fromEntries(field.args.map(({ name, type }) => [name, probed(type)]));
      texts += count(args);
      void field.resolve!(null, args, null, null as never);
      for (const path of untouched(received, field.name)) left.add(path.split('.').at(-1)!);
    }
    expect(texts).toBeGreaterThan(200);
    // A password is compared as it was set, character by character.
    expect([...left].filter((name) => !/password/i.test(name))).toEqual([]);
    expect(left.size).toBeGreaterThan(0);
  });

  test('the schema that is served types its arguments', async () => {
    const viewer = await asViewer();
    await makePatient(viewer.orgId, { last_name: 'Quill' });
    const literal = '{ patients(first: 5, where: { lastName: { equal: "Q\u2060uill" } }) { totalCount } }';
    expect((await viewer.gql(literal)).data.patients.totalCount).toBe(1);
  });
});

test('of REST, bodies and queries are typed, but for devices, whose programs write what they send', () => {
  expect(
    routes
      .filter(({ device }) => device)
      .map(({ path }) => path)
      .filter((path) => !path.startsWith('/device/')),
  ).toEqual([]);
});

describe('what people paste', () => {
  let viewer: TestViewer;
  beforeAll(async () => {
    viewer = await asViewer();
  });

  test.each([
    [
      'Mari\u0301a\u200b',
      '\u00adNu\u0301n\u0303ez\u2060',
      ' ana\u200b@one.test\u00a0',
      'AL\u200b-7',
      'Mar\u00eda',
      'N\u00fa\u00f1ez',
    ],
    ['\ufeffJosé', 'O’Brien\u00a0Vega', 'x\u00ad@one.test', '\ufeffAL-8', 'José', 'O’Brien Vega'],
    ['Z\u200do\u0308e', 'W\u202aa\u202c', 'y@one\u2060.test', 'AL-9\u00ad', 'Zöe', 'Wa'],
    ['', 'Madonna\u200b', 'm@one.test', 'AL-10', '', 'Madonna'],
  ])('is stored as it is seen: %j %j', async (firstName, lastName, email, assigned, first, last) => {
    const body = {
      first_name: firstName,
      last_name: lastName,
      email,
      assigned_id: assigned,
      city: 'Albany\u200b',
      state: 'NY',
      country: 'US',
      dme_id: viewer.orgId,
    };
    const { status, body: made } = await viewer.rest('POST', '/api/patients', body);
    expect([status, made.errors]).toEqual([expect.any(Number), undefined]);
    const { rows } = await admin.query(
      'select first_name, last_name, email, assigned_id, city from patients where org_id = $1 order by id desc limit 1',
      [viewer.orgId],
    );
    expect(rows[0]).toEqual({
      first_name: first,
      last_name: last,
      email: email.replace(/[\s\u200b\u00ad\u2060\u00a0]/g, ''),
      assigned_id: assigned.replace(/[\u200b\u00ad\ufeff]/g, ''),
      city: 'Albany',
    });
  });

  test.each(['PQ\u200b12345', '\ufeffpq-12345', 'PQ\u00ad12345', 'PQ\u00a012345\u2060', 'PQ\u2011123\u202f45'])(
    'the serial number %j finds the device in a filter and in the palette',
    async (serial) => {
      const staff = await asViewer();
      await makeMachine(staff.orgId, { serial: `PQ12345${staff.orgId}` });
      const typed = `${serial}${staff.orgId}`;
      const { body } = await staff.rest('GET', `/api/machines/datatable?serial[equal]=${encodeURIComponent(typed)}`);
      expect(body.data).toHaveLength(1);
      const { data } = await staff.gql(
        'query ($search: String!) { searchResults(search: $search) { machines { serial } } }',
        { search: typed },
      );
      expect(data.searchResults.machines).toHaveLength(1);
    },
  );
});
