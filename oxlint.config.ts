import { type DummyRuleMap, defineConfig } from 'oxlint';

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

const SPACING = '/^((p|m)[xytbse]?|(row|column)?[gG]ap|(padding|margin)([A-Z][a-zA-Z]*)?|space[XY]?)$/';
// Looks come from the theme (web/src/app/scale.ts): five sizes of text, colors by their meaning, and steps of spacing.
const looks = [
  {
    selector: [`JSXAttribute[name.name=${SPACING}]`, `Property[key.name=${SPACING}]`]
      .map((place) => String.raw`${place} Literal[value=/\d(px|rem)$/]`)
      .join(', '),
    message: 'Take a step of the spacing: 1 is 0.25rem.',
  },
  {
    selector:
      "JSXAttribute[name.name='fontSize'] > Literal[value!=/^(xs|dense|sm|md|xl)$/], Property[key.name='fontSize'] > Literal[value!=/^(xs|dense|sm|md|xl|inherit)$/]",
    message: 'Take one of the five sizes of text in web/src/app/scale.ts.',
  },
  {
    selector:
      'JSXAttribute > Literal[value=/^#[0-9a-f]{3,8}$/i], Property > Literal[value=/^#[0-9a-f]{3,8}$/i], JSXAttribute[name.name=/^(bg|background|color|borderColor|fill|stroke)$/] > Literal[value=/^(teal|red|orange|green|blue|gray)\\.\\d+$/]',
    message: 'Take a color of web/src/app/colors.ts by its meaning: dark mode changes it.',
  },
];

/** Refuses the syntax that the selectors name: the one rule of ESLint that oxlint does not have. */
const refuse = (...selectors: typeof everywhere): DummyRuleMap => ({
  'eslint-js/no-restricted-syntax': ['error', ...everywhere, ...selectors],
});

// What is checked, and by what: api/decisions/167.
export default defineConfig({
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  plugins: ['typescript'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  ignorePatterns: ['node_modules/', 'dist/', '.data/', 'web/src/**/gql/', 'coverage/', 'api/scripts/bench/rivals/'],
  categories: { correctness: 'error' },
  rules: {
    'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
    'no-array-constructor': 'error',
    'no-case-declarations': 'error',
    'no-console': 'error',
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-fallthrough': 'error',
    'no-misleading-character-class': ['error', { allowEscape: true }], // of accents, as escapes
    'no-prototype-builtins': 'error',
    'no-redeclare': 'error',
    'no-regex-spaces': 'error',
    'no-unexpected-multiline': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' }],
    'no-useless-assignment': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'preserve-caught-error': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    // Of the rules that read types, these are style, or take what the portal does on purpose for a mistake.
    'typescript/await-thenable': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-meaningless-void-operator': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
    // A promise is awaited, a switch over a closed set names every member.
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    ...refuse(...features, ...settingsRecords),
  },
  overrides: [
    { files: ['web/src/**/*.{ts,tsx}'], rules: refuse(...features, ...settingsRecords, ...looks) },
    { files: ['api/src/**/*.ts'], rules: refuse(...server, ...writes, ...settingsRecords) },
    // Commands have a connection of their own, and no EntityManager.
    {
      files: ['api/src/db/**', 'api/src/demo/**', 'api/src/**/*.command.ts'],
      rules: refuse(...server, ...settingsRecords),
    },
    {
      files: ['**/*.test.{ts,tsx}', 'api/src/**/*.contract.ts', 'api/test/**', 'web/e2e/**', 'web/src/testing/**'],
      rules: { 'max-lines': 'off', ...refuse() },
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
      rules: refuse(),
    },
    // Programs that partners copy: they print, and wait at their top.
    { files: ['api/src/developers/snippets/**'], rules: { ...refuse(), 'no-console': 'off' } },
    { files: ['api/src/device-settings/settings-record.service.ts'], rules: refuse(...server) },
    // One file, which a payer runs alone; one that is printed.
    { files: ['api/verifier/airlog-verify.mjs', 'api/src/db/table-types.ts'], rules: { 'max-lines': 'off' } },
    // Tools read the default export of these.
    {
      files: ['**/*.config.{js,ts}', 'codegen.ts', '**/jest*.js', '**/*reporter.js', '**/global-*.ts'],
      rules: { 'eslint-js/no-restricted-syntax': 'off' },
    },
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
    {
      files: ['api/src/**/*.resolver.ts', 'api/src/**/*.routes.ts'],
      excludeFiles: ['api/src/auth/**'],
      rules: refuse(...server, ...settingsRecords, {
        selector: "MemberExpression[property.name='em']",
        message: 'An adapter only translates: let the service read and write rows.',
      }),
    },
    // What the browser's console says is the client's log.
    {
      files: ['web/src/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.{ts,tsx}'],
      plugins: ['typescript', 'react'],
      rules: {
        'no-console': ['error', { allow: ['error'] }],
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/error-boundaries': 'error',
        'react/globals': 'error',
        'react/immutability': 'error',
        'react/incompatible-library': 'error',
        'react/preserve-manual-memoization': 'error',
        'react/purity': 'error',
        'react/refs': 'error',
        'react/set-state-in-effect': 'error',
        'react/set-state-in-render': 'error',
        'react/static-components': 'error',
        'react/unsupported-syntax': 'error',
        'react/use-memo': 'error',
      },
    },
  ],
});
