import type { Faults } from './fault.ts';

const CONTRACT = 'api/test/contract';

/** Writes that are carried out once per request id of their client. */
export const requestIdFaults: Faults[] = [
  {
    area: 'request ids',
    file: 'api/src/auth/request-ids.ts',
    tests: [`${CONTRACT}/request-ids.test.ts`],
    faults: [
      ["matrix[operation]!.repeat === 'once' ? requestIdOf(ctx) : null", 'requestIdOf(ctx)'],
      ["matrix[operation]!.repeat === 'once' ? requestIdOf(ctx) : null", 'null'],
      ['JSON.stringify([operation, input])', 'operation'],
      ['[47][0-9a-f]{3}-[89ab]', '[0-9a-f]{4}-[89ab]'],
      ['on conflict do nothing returning 1', 'on conflict (user_id, id) do update set answer = null returning 1'],
      ['return again(known.answer);', 'return run();'],
    ],
  },
  {
    area: 'request ids',
    file: 'api/src/auth/matrix.ts',
    tests: [`${CONTRACT}/request-ids.test.ts`],
    faults: [['if (silent.length > 0) throw', 'if (false) throw']],
  },
  {
    area: 'request ids',
    file: 'api/src/rest/router.ts',
    tests: [`${CONTRACT}/request-ids.test.ts`],
    faults: [['if (silent.length > 0) throw', 'if (false) throw']],
  },
  {
    area: 'request ids',
    file: 'api/src/graphql/root-fields.ts',
    tests: [`${CONTRACT}/request-ids.test.ts`],
    faults: [
      ["ctx.committed.set(name, 'unread');", ''],
      ['if (payload.userErrors.length > 0 || !isUnavailable(error)) throw error;', 'throw error;'],
    ],
  },
  {
    area: 'request ids',
    file: 'api/src/graphql/server.ts',
    tests: [`${CONTRACT}/request-ids.test.ts`],
    faults: [['!contextValue?.committed.has(String(path?.[0]))', 'path !== null']],
  },
  {
    area: 'request ids',
    file: 'api/src/auth/sweep.jobs.ts',
    tests: [`${CONTRACT}/request-ids.test.ts`],
    faults: [
      ["request_ids where created_at < now() - interval '1 day'", 'request_ids'],
      ["\"sessions where created_at < now() - interval '1 day'", '"sessions'],
      ["attempt_counters where window_started_at < now() - interval '1 day'", 'attempt_counters where false'],
      ['while ((await deletePortion(ctx, expired)) === PORTION);', 'await deletePortion(ctx, expired);'],
    ],
  },
];
