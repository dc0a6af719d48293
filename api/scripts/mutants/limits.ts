import type { Faults } from './fault.ts';

/** What a request, a user and an address may ask for. */
export const limitFaults: Faults[] = [
  {
    area: 'GraphQL limits',
    file: 'api/src/graphql/limits.ts',
    tests: ['api/test/contract/graphql.test.ts'],
    faults: [
      ['MAX_DEPTH = 8', 'MAX_DEPTH = 9'],
      ['Number(args.last ?? 0)', '0'],
    ],
  },
  {
    area: 'GraphQL limits',
    file: 'api/src/graphql/node.service.ts',
    tests: ['api/src/graphql/node.test.ts'],
    faults: [['authorizeOperation(ctx, type.operation);', '']],
  },
  {
    area: 'admission',
    file: 'api/src/auth/admission.ts',
    tests: ['api/src/auth/admission.test.ts'],
    faults: [['USER = { width: 8, contended: 2, longest: 200 }', 'USER = { width: 9, contended: 2, longest: 200 }']],
  },
  {
    area: 'connections',
    file: 'api/src/db/connections.ts',
    tests: ['api/src/db/connections.test.ts'],
    faults: [
      ['Math.ceil(org * 0.3)', 'Math.ceil(org * 0.6)'],
      ['all - LISTENER - queue', 'all - queue'],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/admitted.ts',
    tests: ['api/src/admitted.test.ts'],
    faults: [['!admission.every((one) => handlers.includes(one as RequestHandler)) || ', '']],
  },
  {
    area: 'password hashes at once',
    file: 'api/src/sign-in/password.ts',
    tests: ['api/src/sign-in/password.test.ts'],
    faults: [
      ['new Lane(4,', 'new Lane(5,'],
      ['longest: 64', 'longest: 65'],
    ],
  },
  {
    area: 'points of tokens',
    file: 'api/src/auth/refill.ts',
    tests: ['api/src/auth/refill.test.ts'],
    faults: [
      ['`${sum} <= ${capacity}`', '`${sum} <= ${capacity} + 1`'],
      ['points <= capacity && (await', '(await'],
      ['least(attempt_counters.attempts, ${capacity})', 'attempt_counters.attempts'],
      ['greatest(0, ${spent} - ${before})', '${spent}'],
      ['greatest(0, ${spent} - ${before})', '${spent} - ${before}'],
      ['waitFor(before + points)', 'waitFor(points)'],
      ['`ceil((attempts + ', '`floor((attempts + '],
      [' - ${age})::float8`', ')::float8`'],
      ['attempt_counters.window_started_at + ${timeOfBack} end', 'now() end'],
    ],
  },
  {
    area: 'points of tokens',
    file: 'api/src/auth/budget.ts',
    tests: ['api/src/auth/budget.test.ts'],
    faults: [['wait > 0 ? 0 : before + points', '0']],
  },
  {
    area: 'sign-in limits',
    file: 'api/src/sign-in/session.service.ts',
    tests: ['api/test/contract/sign-in-limits.test.ts'],
    faults: [['`sign-in-address:${networkOf(request.ip)}`', "'sign-in-address:'"]],
  },
  {
    area: 'sign-in limits',
    file: 'api/src/auth/counters.ts',
    tests: ['api/test/contract/sign-in-limits.test.ts'],
    faults: [['where key = ? and attempts + ? > ?', 'where key = ? and attempts + ? > ? + 1']],
  },
  {
    area: 'limits of users',
    file: 'api/src/auth/counters.ts',
    tests: ['api/src/auth/counters.test.ts', 'api/src/device-history/device-pin-limits.test.ts'],
    faults: [['where ?::int <= ?::int', 'where ?::int <= ?::int + 1']],
  },
  {
    area: 'limits of users',
    file: 'api/src/auth/limits.ts',
    tests: ['api/src/auth/limits.test.ts', 'api/src/device-history/device-pin-limits.test.ts'],
    faults: [
      ['MAX_SESSIONS = 10', 'MAX_SESSIONS = 11'],
      ['key: `files:${viewer.userId}`', 'key: `files:${viewer.orgId}`'],
    ],
  },
  {
    area: 'limits of users',
    file: 'api/src/sign-in/session-end.ts',
    tests: ['api/src/auth/limits.test.ts'],
    faults: [['await em.execute("select pg_advisory_xact_lock(hashtext(\'sessions\'), ?)", [userId]);', '']],
  },
  {
    area: 'shape',
    file: 'api/src/shared/shape.ts',
    tests: ['api/src/shared/shape.test.ts'],
    faults: [
      ['depth: 12,', 'depth: 13,'],
      ['seen > values', 'seen >= values'],
    ],
  },
  {
    area: 'shape',
    file: 'api/src/rest/router.ts',
    tests: ['api/test/contract/input-shape.test.ts'],
    faults: [['assertShape(rest.query);', '']],
  },
  {
    area: 'shape',
    file: 'api/src/graphql/http.ts',
    tests: ['api/test/contract/input-shape.test.ts'],
    faults: [['for (const part of Object.values(body)) assertShape(part, limits);', '']],
  },
  {
    area: 'price',
    file: 'api/src/shared/list-price.ts',
    tests: ['api/test/contract/price.test.ts'],
    faults: [['MAX_FILTERS = 20', 'MAX_FILTERS = 21']],
  },
  {
    area: 'price',
    file: 'api/src/rest/datatable.ts',
    tests: ['api/test/contract/price.test.ts'],
    faults: [['if (price > MAX_COST) throw new TooExpensive();', '']],
  },
  {
    area: 'deadline',
    file: 'api/src/db/deadline.ts',
    tests: ['api/src/db/deadline.test.ts'],
    faults: [['OPERATION_MS = 10_000', 'OPERATION_MS = 20_000']],
  },
];
