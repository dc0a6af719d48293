import { after, before, importLine, instead, jsonEnd, jsonSorted, sortedLine, type Insertion } from './insert.ts';

const API_TEXTS = {
  'sample_item.name_taken': ['This name is already in use.', 'Este nombre ya está en uso.'],
  'sample_item.name_too_long': ['A name has at most 100 characters.', 'Un nombre tiene como máximo 100 caracteres.'],
  'sample_items.csv.id': ['ID', 'ID'],
  'sample_items.csv.name': ['Name', 'Nombre'],
  'sample_items.csv.created_by': ['Created By', 'Creado por'],
  'sample_items.csv.created': ['Created ({{zone}})', 'Creado ({{zone}})'],
} as const;

/** The texts of API_TEXTS whose keys begin with `prefix`, in English (0) or Spanish (1). */
const texts = (language: 0 | 1, prefix = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(API_TEXTS)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, both]) => [key, both[language]]),
  );

const VIEWER_FIELD = `  @Field(() => Boolean, { description: 'True when the user may list and create sample items.' })
  get viewerCanManageSampleItems(): boolean {
    return canManageSampleItems(this.session);
  }
`;

/** Where the code of the api names every feature: file and insertions, written for a "sample item" as the templates are. */
const API: Record<string, Insertion[]> = {
  'api/src/auth/matrix.ts': [
    importLine('{ sampleItemsAccess }', '../sample-items/sample-items.access.ts'),
    sortedLine('mergeAccess([', ']);', '  sampleItemsAccess,'),
  ],
  'api/src/auth/viewer.types.ts': [
    importLine('{ canManageSampleItems }', '../sample-items/sample-items.policy.ts'),
    before(
      "  @Field(() => Boolean, { description: 'True when the user may open GraphiQL and read the schema.' })",
      VIEWER_FIELD,
    ),
  ],
  'api/src/db/entities.ts': [
    importLine('{ SampleItem }', '../sample-items/sample-item.entity.ts'),
    sortedLine('entities = [', '];', '  SampleItem,'),
  ],
  'api/src/graphql/node.service.ts': [
    importLine('{ SampleItem }', '../sample-items/sample-item.entity.ts'),
    before("  ['User', {", "  ['SampleItem', { entity: SampleItem, operation: 'Query.sampleItems' }],"),
  ],
  'api/src/lists.ts': [
    importLine('{ sampleItemsList }', './sample-items/sample-items.list.ts'),
    sortedLine('export const lists = {', '};', '  sampleItems: sampleItemsList,'),
  ],
  'api/src/locales/en.json': [jsonEnd(texts(0))],
  'api/src/locales/es.json': [jsonEnd(texts(1))],
  'api/src/routes.ts': [
    importLine('{ sampleItemsRoutes }', './sample-items/sample-items.routes.ts'),
    sortedLine('export const routes: Route[] = [', '];', '  ...sampleItemsRoutes,'),
  ],
  'api/src/schema.ts': [
    importLine('{ SampleItemsResolver }', './sample-items/sample-items.resolver.ts'),
    sortedLine('const resolvers = [', '] as', '  SampleItemsResolver,'),
  ],
};

const OPERATIONS = `  // Sample items: no data of patients.
  'Query.sampleItems': ['view.user', 'none'],
  'GET /api/sample-items/datatable': ['view.user', 'none'],
  'Query.checkCreateSampleItem': ['view.user', 'none'],
  'Mutation.createSampleItem': ['view.user', 'write'],
  'POST /api/sample-items': ['view.user', 'write'],
`;

const NEW_ROWS = `    ['sample_items', 'a', sampleItem(w.a, w.userA), OK],
    ['sample_items', 'limited', sampleItem(w.a, w.userA), OK],
    ['sample_items', 'support', sampleItem(w.b, w.userB), OK],
    ['sample_items', 'acting', sampleItem(w.a, w.userB), OK],
    ['sample_items', 'acting', sampleItem(w.b, w.userB), NO],
    ['sample_items', 'a', sampleItem(w.b, w.userB), NO],
    ['sample_items', 'c', sampleItem(w.a, w.userA), NO],
    ['sample_items', 'anonymous', sampleItem(w.a, w.userA), NO],`;

const POPULATE = `    await make('sample_items', {
      org_id: orgId,
      name: \`Quill \${index}\`,
      created_by_id: addressee.userId,
      created_at: '2026-01-15T08:00:00Z',
    });`;

/** Where the contract tests have a row for every operation, table, list and node: expectations, typed and never computed. */
const CONTRACT: Record<string, Insertion[]> = {
  'api/src/auth/viewer.types.test.ts': [
    before(
      "  ['viewerCanUseGraphiql', 'org', 'view.graphiql'],",
      "  ['viewerCanManageSampleItems', 'org', 'view.user'],",
    ),
    before("  'viewerCanUseGraphiql',", "  'viewerCanManageSampleItems',"),
  ],
  'api/test/contract/exports.test.ts': [
    before(
      "  ['GET /api/users/datatable',",
      "  ['GET /api/sample-items/datatable', 'view.user', 'export.user', false],",
    ),
    before("  'GET /api/users/datatable': [],", "  'GET /api/sample-items/datatable': ['Created'],"),
  ],
  'api/test/contract/files.equal.test.ts': [
    sortedLine(
      'expect(Object.keys(lists).filter((name) => !(name in TABLES))).toEqual([',
      '  ]);',
      "    'sampleItems', // not copied",
    ),
  ],
  'api/test/contract/foreign-ids.test.ts': [
    before('  /** SIM of the', '  sampleItem: number;'),
    before(
      '  return {\n    ...people,',
      "  const sampleItem = await make('sample_items', { org_id: org, name: 'x', created_by_id: user, created_at: new Date() });",
    ),
    instead('\n    iccid,\n  };', '\n    sampleItem,\n    iccid,\n  };'),
    before("  iccid: '8901000000999999999',", '  sampleItem: 999_999_012,'),
    before(
      "  'Query.patient id'",
      "  'Query.node id (SampleItem)': ({ sampleItem }) => ({ id: toGlobalId('SampleItem', sampleItem) }),",
    ),
  ],
  'api/test/contract/grants.fixture.ts': [
    before(
      '  // Added to and never changed.',
      "  sample_items: { org: { select: 'all', insert: 'all' }, support: { select: 'all', insert: 'all' } },\n",
    ),
  ],
  'api/test/contract/isolation.fixture.ts': [
    before(
      "    await put('org_messages',",
      "    await put('sample_items', { org_id, name: 'x', created_by_id: user_id, created_at: new Date() }, seenBy);",
    ),
  ],
  'api/test/contract/isolation.ts': [
    before(
      '  const icode = (org_id',
      "  const sampleItem = (org_id: number, created_by_id: number) => ({ org_id, name: 'new', created_by_id, created_at: new Date() });",
    ),
    before("    ['table_preferences', 'a', likes(w.a, w.userA), OK],", NEW_ROWS),
  ],
  'api/test/contract/non-interference.test.ts': [
    before(
      '  sessions: datatable(',
      "  sampleItems: datatable(\n    ({ admin }) => admin,\n    () => '/api/sample-items/datatable',\n  ),",
    ),
    before("    await make('org_messages',", POPULATE),
  ],
  'api/test/contract/operations.fixture.ts': [before('  // The device gateway.', OPERATIONS)],
  'api/test/contract/permissions.fixture.ts': [
    before(
      "  'Query.checkCreateICodeReports'",
      `  'Query.sampleItems': () => ({}),
  'Query.checkCreateSampleItem': ({ patient }) => ({ input: { name: \`Sample item \${patient.id}\` } }),
  'Mutation.createSampleItem': ({ patient }) => ({ input: { name: \`Sample item \${patient.id}\` } }),`,
    ),
    before(
      "  'GET /api/patients/datatable'",
      `  'GET /api/sample-items/datatable': () => ({ path: {} }),
  'POST /api/sample-items': ({ patient }) => ({ path: {}, body: { name: \`Sample item \${patient.id}\` } }),`,
    ),
  ],
  'api/test/contract/plain-rows.test.ts': [
    before("  trustedDomains: 'trustedDomains',", "  sampleItems: 'sampleItems',"),
  ],
  'api/test/contract/request-ids.test.ts': ['Mutation.createSampleItem', 'POST /api/sample-items'].map((operation) =>
    sortedLine('expect(once.sort()).toEqual([', '  ]);', `    '${operation}',`),
  ),
  'api/test/contract/unversioned.fixture.ts': [
    sortedLine('export const UNVERSIONED: Record<string, Reason> = {', '};', "  'POST /api/sample-items': 'adds',"),
  ],
};

const ROUTE = `                      {
                        path: '/sample-items',
                        lazy: async () => ({ Component: (await import('../pages/SampleItemsPage.tsx')).SampleItemsPage }),
                      },`;

const ENTRY = `  {
    to: urls.sampleItems,
    icon: ListChecks,
    name: 'sampleItems',
    group: 'work',
    may: ({ viewerCanManageSampleItems }) => viewerCanManageSampleItems,
  },`;

/** Where the web client and its browser tests name every page. */
const WEB: Record<string, Insertion[]> = {
  'web/e2e/screens.ts': [
    before(
      "  { name: 'a machine',",
      "  { name: 'the sample items', path: '/sample-items', open: heading('Sample items') },",
    ),
  ],
  'web/src/app/places.ts': [
    (text, named) =>
      text.includes('  ListChecks,\n') ? text : before('  MonitorSmartphone,', '  ListChecks,')(text, named),
    after("  { to: urls.icodeReports, icon: FileDigit, name: 'icodeReports', group: 'work' },", ENTRY),
  ],
  'web/src/app/router.tsx': [before("                      {\n                        path: '/users',", ROUTE)],
  'web/src/app/SessionGate.tsx': [before('      viewerCanUseGraphiql', '      viewerCanManageSampleItems')],
  'web/src/app/Shell.test.tsx': [
    before("    ['GraphiQL', 'viewerCanUseGraphiql'],", "    ['Sample items', 'viewerCanManageSampleItems'],"),
  ],
  'web/src/lib/urls.ts': [before("  users: '/users',", "  sampleItems: '/sample-items',")],
  'web/src/locales/en/rules.json': [jsonEnd(texts(0, 'sample_item.name_too_long'))],
  'web/src/locales/en/shell.json': [jsonSorted('sampleItems', 'Sample items')],
  'web/src/locales/es/rules.json': [jsonEnd(texts(1, 'sample_item.name_too_long'))],
  'web/src/locales/es/shell.json': [jsonSorted('sampleItems', 'Sample items')],
  'web/src/pages/listActions.test.ts': [
    before(
      '  SuppressedEmailsPage: {',
      "  SampleItemsPage: { CreateSampleItem: 'the button opens the form; what it saves is in the list' },",
    ),
  ],
  'web/src/testing/renderApp.tsx': [before('  viewerCanUseGraphiql: true,', '  viewerCanManageSampleItems: false,')],
};

/** Every file that names each feature, and what a new feature adds to it. */
export const registries: Record<string, Insertion[]> = { ...API, ...CONTRACT, ...WEB };
