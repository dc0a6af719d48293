import type { Faults } from './fault.ts';

const CONTRACT = 'api/test/contract';

/** GraphQL: which operations run, and how. */
export const graphqlFaults: Faults[] = [
  {
    area: 'known queries',
    file: 'api/src/graphql/direct.ts',
    tests: [`${CONTRACT}/known-queries.test.ts`],
    faults: [
      ["method !== 'POST' || ", ''],
      ["if (!headers['content-type']?.startsWith('application/json')) return null;", ''],
      ['if (operationName != null && operationName !== plan.operation.name?.value) return null;', ''],
      ["|| 'persistedQuery' in extensions", ''],
      [' || (variables != null && !isRecord(variables))', ''],
    ],
  },
  {
    area: 'known queries',
    file: 'api/src/graphql/operation.ts',
    tests: [`${CONTRACT}/known-queries.test.ts`],
    faults: [['request[BEGINNING] ??= ', 'request[BEGINNING] = ']],
  },
  {
    area: 'known queries',
    file: 'api/src/graphql/by-level.ts',
    tests: [`${CONTRACT}/known-queries.test.ts`],
    faults: [['[DATA] ??= runLevels', '[DATA] = runLevels']],
  },
  {
    area: 'known queries',
    file: 'api/src/graphql/by-level.plan.ts',
    tests: [`${CONTRACT}/known-queries.test.ts`],
    faults: [["if (key === '__proto__') throw new NotPlanned();", '']],
  },
  {
    area: 'known queries',
    file: 'api/src/graphql/by-level.ts',
    tests: [`${CONTRACT}/failed-statements.test.ts`],
    faults: [['  ctx.readings.clear();', '']],
  },
  {
    area: 'loaders',
    file: 'api/src/shared/load-all.ts',
    tests: [`${CONTRACT}/failed-statements.test.ts`],
    faults: [
      [
        'Promise.all(keys.map((key) => ctx.loader(batch).load(key)))',
        'Promise.all(keys.map((key) => ctx.loader(batch).load(key).catch(() => null as V)))',
      ],
    ],
  },
  {
    area: 'pages',
    file: 'api/src/db/plain-rows.ts',
    tests: [`${CONTRACT}/plain-rows.test.ts`],
    faults: [
      [' || name === PATIENT', ''],
      [" || targetMeta?.tableName === 'patients'", ''],
    ],
  },
  {
    area: 'GraphQL introspection',
    file: 'api/src/graphql/operation.ts',
    tests: [`${CONTRACT}/introspection.test.ts`],
    faults: [['!(ctx.signedIn && canUseGraphiql(ctx.signedIn))', 'ctx.signedIn']],
  },
  {
    area: 'GraphQL introspection',
    file: 'api/src/graphql/operation.ts',
    tests: [`${CONTRACT}/graphql.test.ts`],
    faults: [
      ['introspects && !(ctx.signedIn && canUseGraphiql(ctx.signedIn))', 'introspects && !ctx.signedIn'],
      ['introspects && !(ctx.signedIn && canUseGraphiql(ctx.signedIn))', 'false'],
    ],
  },
  {
    area: 'GraphQL introspection',
    file: 'api/src/graphql/operation.ts',
    tests: [`${CONTRACT}/introspection.test.ts`],
    faults: [['if (introspects && hasAlias)', 'if (false)']],
  },
  {
    area: 'GraphQL introspection',
    file: 'api/src/graphql/errors.ts',
    tests: [`${CONTRACT}/graphql.test.ts`],
    faults: [
      ['message.slice(0, at)', 'message'],
      ["message.lastIndexOf(' Did you mean ')", "message.indexOf('Did you mean ')"],
    ],
  },
  {
    area: 'GraphQL limits',
    file: 'api/src/graphql/operation.ts',
    tests: [`${CONTRACT}/client-errors.test.ts`],
    faults: [["operation?.operation === 'subscription'", 'false']],
  },
  {
    area: 'GraphQL limits',
    file: 'api/src/graphql/limits.ts',
    tests: [`${CONTRACT}/graphql.test.ts`],
    faults: [
      ['MAX_DEPTH = 8', 'MAX_DEPTH = 9'],
      ['MAX_ALIASES = 15', 'MAX_ALIASES = 16'],
      ['MAX_DIRECTIVES = 5', 'MAX_DIRECTIVES = 6'],
      ['Number(args.last ?? 0)', '0'],
      ['allowList: []', "allowList: ['__typename']"],
    ],
  },
  {
    area: 'GraphQL limits',
    file: 'api/src/graphql/node.service.ts',
    tests: ['api/src/graphql/node.test.ts'],
    faults: [
      ['authorizeOperation(ctx, type.operation);', ''],
      ["entity: ICodeReport, operation: 'Query.icodeReports'", "entity: ICodeReport, operation: 'Query.node'"],
    ],
  },
];
