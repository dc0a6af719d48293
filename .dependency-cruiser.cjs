/** Who may import whom (DESIGN rule 1). */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'shared-knows-no-feature',
      severity: 'error',
      comment: 'shared/ may know the database and the viewer, no feature.',
      from: { path: '^api/src/shared/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^api/src/',
        pathNot:
          '^api/src/(shared|db/(deadline|orm|principal|wire/copy-out)\\.ts|auth/(admission|viewer)\\.ts|realtime/(pubsub|topics)\\.ts|queue/|(graphql/client-documents|metrics/metrics|traces/traces)\\.ts|locales)',
      },
    },
    {
      name: 'services-know-no-transport',
      severity: 'error',
      from: { path: '\\.(service|policy|rules|entity)\\.ts$' },
      to: { path: '(\\.(resolver|routes)\\.ts$)|^api/src/rest/|node_modules/(express|@apollo/server)' },
    },
    {
      name: 'adapters-do-not-chain',
      severity: 'error',
      from: { path: '\\.(resolver|routes)\\.ts$' },
      to: { path: '\\.(resolver|routes)\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: { pathNot: '(\\.rules\\.ts$)|node_modules/(yup|dayjs)' },
    },
    {
      name: 'access-declares-permissions-only',
      severity: 'error',
      comment: 'matrix.ts loads every access file: one that imported behavior would load the feature with it.',
      from: { path: '\\.access\\.ts$' },
      to: { pathNot: '^api/src/auth/(operation|permissions)\\.ts$|\\.policy\\.ts$' },
    },
    {
      name: 'contracts-expect-by-themselves',
      severity: 'error',
      comment:
        'An expectation is never imported from the code that it judges: types, api/test, how an id is written, how a row is made.',
      from: { path: '\\.contract\\.ts$' },
      to: { pathNot: '^api/test/|^api/src/(shared/node|db/factories)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contracts-are-tests',
      severity: 'error',
      from: { path: '^(api/src|web)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '\\.contract\\.ts$' },
    },
    {
      name: 'one-entry-to-the-database',
      severity: 'error',
      comment:
        'Rows are read through ctx.em (shared/context.ts); connections are the business of db/ and the LISTEN connection.',
      from: {
        path: '^api/src/',
        pathNot: '^api/src/(db/|demo/|queue/|realtime/pubsub\\.ts|start\\.ts|main\\.ts)|\\.(test|contract)\\.ts$',
      },
      to: { path: 'node_modules/pg/|^api/src/db/((migrate|factories)\\.ts|embedded/embedded\\.ts)' },
    },
    {
      name: 'the-read-engine-is-behind-a-fence',
      severity: 'error',
      comment: 'Features declare what it may use (docs/read-engine.md); these places send through it.',
      from: {
        path: '^api/src/',
        pathNot:
          '^api/src/(db/|graphql/|rest/(csv|csv-lines|datatable|datatable\\.file)\\.ts|shared/context\\.ts|schema\\.ts)|\\.test\\.ts$',
      },
      to: { path: '^api/src/(db/(rows|wire)/|graphql/fast/)' },
    },
    {
      name: 'traces-are-loaded-when-they-are-on',
      severity: 'error',
      comment: 'start.ts imports them when an address is set (decisions/165); every other part knows shared/work.ts.',
      from: { path: '^api/src/', pathNot: '^api/src/traces/' },
      to: {
        path: '^api/src/traces/|node_modules/@opentelemetry/',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'web-features-are-islands',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-looks-down-only',
      severity: 'error',
      from: { path: '^web/src/(components|lib)/' },
      to: { path: '^web/src/(features|pages|app)/' },
    },
    {
      name: 'web-below-pages',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/(pages|app)/' },
    },
    {
      name: 'web-takes-only-rules',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^api/', pathNot: '\\.rules\\.ts$' },
    },
    {
      name: 'the-verifier-stands-alone',
      severity: 'error',
      comment: 'One file that a payer runs. It shares no code with the portal, so that a mistake is not in both.',
      from: { path: '^api/verifier/' },
      to: { dependencyTypesNot: ['core'] },
    },
    {
      name: 'the-portal-does-not-run-the-verifier',
      severity: 'error',
      from: { path: '^(api/src|web)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^api/verifier/' },
    },
    { name: 'api-never-imports-web', severity: 'error', from: { path: '^api/' }, to: { path: '^web/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/gql/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
