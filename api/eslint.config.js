import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// A later block replaces no-restricted-syntax, so the list is built once.
const everywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only: a name is the same in every file.' },
];
// The states of a settings record have one writer, so that no status is set past settings-delivery-states.ts (decisions/023).
const settingsRecords = [
  {
    selector: ['Literal[value=', 'TemplateElement[value.raw=']
      .map((node) => `${node}/\\b(update|into)\\s+settings_records\\b/i]`)
      .join(', '),
    message: 'Write settings records in device-settings/settings-record.service.ts.',
  },
  {
    selector:
      "CallExpression[callee.property.name=/^(insertInto|updateTable)$/] > Literal.arguments[value='settings_records']",
    message: 'Write settings records in device-settings/settings-record.service.ts.',
  },
  {
    selector:
      "CallExpression[callee.property.name=/^(create|assign|insert|insertMany|upsert|upsertMany|nativeUpdate)$/] > Identifier.arguments[name='SettingsRecord']",
    message: 'Write settings records in device-settings/settings-record.service.ts.',
  },
];
const features = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Read it in shared/config.ts, validated, and pass the value.',
  },
  {
    selector: "Property[key.name='filters'][value.value=false]",
    message: 'Rows are scoped by row-level security; there is nothing to switch off.',
  },
  {
    selector: [
      'ExpressionStatement',
      'VariableDeclaration > VariableDeclarator',
      'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator',
    ]
      .map((place) => `Program > ${place} > AwaitExpression`)
      .join(', '),
    message: 'No await while a module loads: each test file would load everything twice (decisions/085).',
  },
];
const server = [
  ...features,
  {
    selector: "AssignmentExpression[left.type='MemberExpression'][right.type=/^(Arrow)?FunctionExpression$/]",
    message: 'Name the function first: written into a property, it outlives its request (decisions/112).',
  },
];
// Of simple statements: rows from a query, from arrays, from JSON or of a join are SQL text.
const SIMPLE_WRITE = String.raw`/^\s*(insert\s+into\s+\w+\s*\([^)]*\)\s*values|(update\s+\w+(\s+\w+)?\s+set|delete\s+from)\b(?![^]*(\b(unnest|jsonb?_\w+)\(|\sfrom\s+\w+\s+\w+\s+join\s)))/i`;
const writes = [
  {
    selector: `Literal[value=${SIMPLE_WRITE}], TemplateLiteral[quasis.0.value.raw=${SIMPLE_WRITE}]`,
    message: 'Build it with write(em) of db/write.ts, which knows the columns (decisions/153).',
  },
];

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', '.data/', 'web/src/**/gql/', 'coverage/', 'api/scripts/bench/rivals/'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      'no-undef': 'off', // TypeScript's business
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      'no-misleading-character-class': ['error', { allowEscape: true }], // of accents, as escapes
      'no-empty': ['error', { allowEmptyCatch: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...everywhere, ...features, ...settingsRecords],
    },
  },
  {
    files: ['api/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...server, ...writes, ...settingsRecords] },
  },
  // Commands have a connection of their own, and no EntityManager.
  {
    files: ['api/src/db/**', 'api/src/demo/**', 'api/src/**/*.command.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...server, ...settingsRecords] },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'api/src/**/*.contract.ts', 'api/test/**', 'web/e2e/**', 'web/src/testing/**'],
    rules: { 'max-lines': 'off', 'no-restricted-syntax': ['error', ...everywhere] },
  },
  {
    files: [
      'api/src/shared/config.ts',
      'api/src/main.ts',
      'api/src/start*.ts',
      'api/scripts/**',
      'web/*.ts',
      'web/src/**/main.tsx',
    ],
    rules: { 'no-restricted-syntax': ['error', ...everywhere] },
  },
  {
    files: ['api/src/device-settings/settings-record.service.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...server] },
  },
  // One file, which a payer runs alone; one that is printed.
  { files: ['api/verifier/airlog-verify.mjs', 'api/src/db/table-types.ts'], rules: { 'max-lines': 'off' } },
  // Tools read the default export of these.
  {
    files: ['**/*.config.{js,ts}', 'codegen.ts', '**/jest*.js', '**/*reporter.js', '**/global-*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  // Rules that read types: a promise is awaited, a switch over a closed set names every member.
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: `${import.meta.dirname}/..` } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  { files: ['**/*.cjs'], languageOptions: { globals: { module: 'writable' } } },
  {
    files: ['api/src/**/*.resolver.ts', 'api/src/**/*.routes.ts'],
    ignores: ['api/src/auth/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...everywhere,
        ...server,
        ...settingsRecords,
        {
          selector: "MemberExpression[property.name='em']",
          message: 'An adapter only translates: let the service read and write rows.',
        },
      ],
    },
  },
  // What the browser's console says is the client's log.
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules, 'no-console': ['error', { allow: ['error'] }] },
  },
);
