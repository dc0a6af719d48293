import { packageBundles } from './package-bundles.js';

const { mapper, bundle, provide } = packageBundles({
  folder: 'api-tests',
  list: import.meta.filename,
  entries: [
    '@apollo/server',
    '@apollo/server/plugin/disabled',
    '@as-integrations/express5',
    '@escape.tech/graphql-armor-max-aliases',
    '@escape.tech/graphql-armor-max-depth',
    '@escape.tech/graphql-armor-max-directives',
    '@mikro-orm/core',
    '@mikro-orm/decorators/legacy',
    '@mikro-orm/postgresql',
    'csv-stringify/sync',
    'dataloader',
    'express',
    'graphql',
    'graphql/language/parser.js',
    'graphql-query-complexity',
    'graphql-scalars',
    'graphql-ws',
    'graphql-ws/use/ws',
    'helmet',
    'i18next',
    'kysely',
    'pg',
    'pg-boss',
    'sanitize-html',
    'type-graphql',
    'ws',
    'yup',
  ],
  ssr: { noExternal: true, external: ['pg-native'] },
  build: { ssr: true },
});

/** The API's packages, which Jest would load again for each test file. */
export { mapper as bundled, bundle as bundlePackages, provide as providePackages };
