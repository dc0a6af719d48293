import type { CodegenConfig } from '@graphql-codegen/cli';
import { unmaskUserErrors } from './web/codegen-user-errors.ts';

const SCHEMA_TYPES = 'web/src/gql/schema.ts';

/**
 * schema.graphql → a folder gql/ next to each file with a graphql(`…`): web/src/features/patients/PatientContact.tsx has
 * its types, its typed documents and one hook for each operation (codegen-hooks.ts) in gql/PatientContact.ts.
 * web/src/gql has what belongs to no file: the enums and inputs of the schema, and the keys of the English texts
 * (codegen-texts.ts), what is new in CHANGELOG.md (codegen-news.ts), and the digests of all operations (codegen-documents.ts). Fragments are masked by Apollo Client itself, so their types are masked here.
 */
const config: CodegenConfig = {
  schema: './schema.graphql',
  documents: ['web/src/**/*.{ts,tsx}', '!web/src/**/*.test.{ts,tsx}', '!web/src/**/gql/**'],
  ignoreNoDocuments: true,
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
  config: {
    namingConvention: 'keep',
    inlineFragmentTypes: 'mask',
    customDirectives: { apolloUnmask: true },
    nonOptionalTypename: true,
    skipTypeNameForRoot: true,
    defaultScalarType: 'unknown',
    scalars: { ID: 'string', Date: 'string', DateTime: 'string', Version: 'string | number' },
    enumType: 'string-literal',
    useTypeImports: true,
    avoidOptionals: { field: true, inputValue: false },
    documentMode: 'documentNode',
  },
  generates: {
    'web/src/': {
      preset: 'near-operation-file',
      // Both name the types of the schema: the preset imports them where a fragment of another file needs them.
      presetConfig: { folder: 'gql', extension: '.ts', baseTypesPath: 'gql/schema.ts' },
      documentTransforms: [unmaskUserErrors],
      plugins: ['typescript-operations', 'typed-document-node', './web/codegen-hooks.ts'],
      config: { importSchemaTypesFrom: SCHEMA_TYPES },
    },
    [SCHEMA_TYPES]: { plugins: ['typescript-operations'], config: { generateOperationTypes: false } },
    'web/src/gql/i18next.d.ts': { plugins: ['./web/codegen-texts.ts'] },
    'web/src/gql/news.ts': { plugins: ['./web/codegen-news.ts'] },
    'web/src/gql/newsVersion.ts': { plugins: ['./web/codegen-news.ts'] },
    'web/src/gql/operations.json': { plugins: ['./web/codegen-documents.ts'] },
    'web/src/gql/possibleTypes.ts': { plugins: ['./web/codegen-possible-types.ts'] },
  },
};

export default config;
