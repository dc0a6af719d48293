import type { CodegenConfig } from '@graphql-codegen/cli';
import { unmaskUserErrors } from './web/codegen-user-errors.ts';

/**
 * schema.graphql → web/src/gql: typed documents (client preset) and one hook for each operation (codegen-hooks.ts).
 * The keys of the English texts are typed there too (codegen-texts.ts).
 * Fragments are masked by Apollo Client itself, so the preset's own masking is off.
 */
const config: CodegenConfig = {
  schema: './schema.graphql',
  documents: ['web/src/**/*.{ts,tsx}', '!web/src/**/*.test.{ts,tsx}', '!web/src/gql/**'],
  ignoreNoDocuments: true,
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
  generates: {
    'web/src/gql/': {
      preset: 'client',
      documentTransforms: [unmaskUserErrors],
      presetConfig: { fragmentMasking: false, skipIndexFile: true },
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
      },
    },
    'web/src/gql/hooks.ts': { plugins: ['./web/codegen-hooks.ts'] },
    'web/src/gql/i18next.d.ts': { plugins: ['./web/codegen-texts.ts'] },
    'web/src/gql/possibleTypes.ts': { plugins: ['./web/codegen-possible-types.ts'] },
  },
};

export default config;
