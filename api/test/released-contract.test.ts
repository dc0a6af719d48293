import { expect, test } from '@jest/globals';
import { contractFaults } from '../scripts/schema/contract.ts';

const schema = (patient: string, rest = '') => `
  type Query { patients(first: Int${rest}): [Patient!]! }
  type Patient { ${patient} }
`;
const CHANGELOG = '# Changelog\n\n## [0.3.0] - 2026-12-01\n\n### Before you update\n\n- Set `PORT`.\n';
const check = (released: string, current: string, changes: { changelog?: string; today?: string } = {}) =>
  contractFaults({ released, current, changelog: CHANGELOG, today: '2026-12-01', ...changes });
const paths = (faults: string[]) => faults.map((fault) => fault.slice(0, fault.indexOf(':')));

test.each<[string, string, string]>([
  ['nothing changed', schema('id: ID!'), schema('id: ID!')],
  ['a field that joins', schema('id: ID!'), schema('id: ID! created: String')],
  ['an argument that joins and may be missing', schema('id: ID!'), schema('id: ID!', ' after: String')],
  ['a description', schema('id: ID!'), schema('"The id" id: ID!')],
  ['a field that is now never null', schema('created: String'), schema('created: String!')],
])('a change that breaks no client needs no excuse: %s', async (_what, released, current) => {
  expect(await check(released, current)).toEqual([]);
});

test.each<[string, string, string, string]>([
  ['Patient.created', 'a field that is gone', schema('id: ID! created: String'), schema('id: ID!')],
  ['Patient.created', 'a field that may be null', schema('created: String!'), schema('created: String')],
  ['Patient.created', 'a field of another type', schema('created: String'), schema('created: Int')],
  ['Query.patients.after', 'an argument that is gone', schema('id: ID!', ' after: String'), schema('id: ID!')],
  ['Query.patients.orgId', 'an argument that is required', schema('id: ID!'), schema('id: ID!', ' orgId: ID!')],
  [
    'State.VOID',
    'a value that is gone',
    'type Query { a: State } enum State { VOID MET }',
    'type Query { a: State } enum State { MET }',
  ],
  ['Old', 'a type that is gone', 'type Query { a: Int b: Old } type Old { a: Int }', 'type Query { a: Int b: Int }'],
])('%s breaks clients of the last release: %s', async (path, _what, released, current) => {
  expect(paths(await check(released, current))).toContain(path);
});

test.each<[string, string[]]>([
  ['2026-09-02', []], // 90 days before 2026-12-01
  ['2026-09-03', ['Patient.created']], // 89
])('what was deprecated since %s in the last release may go 90 days later', async (since, expected) => {
  const released = schema(`id: ID! created: String @deprecated(reason: "Use createdAt. Since ${since}.")`);
  expect(paths(await check(released, schema('id: ID!')))).toEqual(expected);
});

test('an argument and a value of an enum may go 90 days after their deprecation too', async () => {
  const notice = '@deprecated(reason: "Since 2026-01-01.")';
  expect(await check(schema('id: ID!', ` after: String ${notice}`), schema('id: ID!'))).toEqual([]);
  const values = (all: string) => `type Query { a: State } enum State { MET ${all} }`;
  expect(await check(values(`VOID ${notice}`), values(''))).toEqual([]);
});

test('a deprecation that says no day is no notice', async () => {
  const undated = schema('id: ID! created: String @deprecated(reason: "Use createdAt.")');
  expect(paths(await check(undated, schema('id: ID!')))).toEqual(['Patient.created']);
});

test('a line under "Before you update" of the newest version excuses what it names, and nothing else', async () => {
  const released = schema('id: ID! created: String updated: String');
  const item = '- `Patient.created` is `createdAt` as everywhere.\n';
  const changelog = `${CHANGELOG}${item}`;
  expect(paths(await check(released, schema('id: ID!'), { changelog }))).toEqual(['Patient.updated']);
});

test('a line of an older version, or of another part, excuses nothing', async () => {
  const [released, current] = [schema('id: ID! created: String'), schema('id: ID!')];
  const item = '- `Patient.created` is gone.\n';
  const older = `# Changelog\n\n## [0.3.0] - 2026-12-01\n\n## [0.2.0] - 2026-11-01\n\n### Before you update\n\n${item}`;
  const other = `${CHANGELOG}\n### Added\n\n${item}`;
  expect(paths(await check(released, current, { changelog: older }))).toEqual(['Patient.created']);
  expect(paths(await check(released, current, { changelog: other }))).toEqual(['Patient.created']);
});

test('the line says how to go on', async () => {
  expect(await check(schema('id: ID! created: String'), schema('id: ID!'))).toEqual([
    "Patient.created: Field 'created' was removed from object type 'Patient'. Deprecate it, and remove it 90 days " +
      'after a release that says "Since YYYY-MM-DD" in its reason, or name `Patient.created` under "Before you update" ' +
      'in CHANGELOG.md and say why it breaks.',
  ]);
});
