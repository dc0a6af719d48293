import type { Faults } from './fault.ts';

const CONTRACT = 'api/test/contract';

/** What one request may contain and cost. */
export const limitFaults: Faults[] = [
  {
    area: 'limits of users',
    file: 'api/src/auth/counters.ts',
    tests: ['api/src/auth/counters.test.ts', 'api/src/device-history/device-pin.limits.test.ts'],
    faults: [
      ['await takeIn(em, wider);', ''],
      ["await em.execute('update attempt_counters set attempts = attempts - 1 where key = ?', [taken]);", ';'],
      ['where ?::int <= ?::int', 'where ?::int <= ?::int + 1'],
      ['if (taken.length === 0) throw', 'if (taken.length > 1) throw'],
      ['wait > (refused?.retryAfter ?? 0)', 'wait < (refused?.retryAfter ?? Infinity)'],
      ['c.attempts < ?\n', 'c.attempts <= ?\n'],
    ],
  },
  {
    area: 'limits of users',
    file: 'api/src/auth/limits.ts',
    tests: ['api/src/auth/limits.test.ts', 'api/src/device-history/device-pin.limits.test.ts'],
    faults: [
      ['MAX_SESSIONS = 10', 'MAX_SESSIONS = 11'],
      ['12 * app.config.filesPerHour', '13 * app.config.filesPerHour'],
      ['key: `files:${viewer.userId}`', 'key: `files:${viewer.orgId}`'],
      ['most: 60, seconds: HOUR', 'most: 61, seconds: HOUR'],
      ['most: 30, seconds: HOUR', 'most: 31, seconds: HOUR'],
      ['most: 20, seconds: DAY', 'most: 21, seconds: DAY'],
      ['most: 5,\n', 'most: 6,\n'],
      ['most: 60, seconds: 15 * MINUTE', 'most: 61, seconds: 15 * MINUTE'],
    ],
  },
  {
    area: 'limits of users',
    file: 'api/src/rest/export.ts',
    tests: ['api/src/auth/limits.test.ts'],
    faults: [
      ['await take(ctx, limitsOf(ctx, request));', ''],
      ["matrix[operation]!.fileOf === 'one' ? filesOfOne(ctx) : filesOfLists(ctx)", 'filesOfLists(ctx)'],
    ],
  },
  {
    area: 'limits of users',
    file: 'api/src/auth/session.end.ts',
    tests: ['api/src/auth/limits.test.ts'],
    faults: [
      ["[userId, stage === 'full', MAX_SESSIONS]", '[userId, true, MAX_SESSIONS]'],
      ['order by last_seen_at desc, created_at desc', 'order by last_seen_at, created_at'],
      ['await em.execute("select pg_advisory_xact_lock(hashtext(\'sessions\'), ?)", [userId]);', ''],
    ],
  },
  {
    area: 'limits of users',
    file: 'api/src/shared/name.rules.ts',
    tests: ['api/src/shared/name.rules.test.ts'],
    faults: [
      ['[.。]', '[.]'],
      ['\\p{Cc}', ''],
      ['MAX_DIGITS = 4', 'MAX_DIGITS = 5'],
      [".normalize('NFKC')", ''],
      ['{2,}', '{3,}'],
    ],
  },
  {
    area: 'shape',
    file: 'api/src/shared/shape.ts',
    tests: ['api/src/shared/shape.test.ts'],
    faults: [
      ['depth: 12,', 'depth: 13,'],
      ['list: 200,', 'list: 201,'],
      ['values: 2000 }', 'values: 2001 }'],
      ['level > depth', 'level >= depth'],
      ['value.length > list', 'value.length >= list'],
      ['seen > values', 'seen >= values'],
      ['seen += names.length', 'seen = names.length'],
      ["  'prototype',\n", ''],
      ['...Object.getOwnPropertyNames(Object.prototype)', "'__proto__', 'constructor'"],
      ['!value.isWellFormed()', 'false'],
      ['path ? `${path}.${name}` : name', 'name'],
    ],
  },
  {
    area: 'shape',
    file: 'api/src/rest/router.ts',
    tests: [`${CONTRACT}/input-shape.test.ts`],
    faults: [
      ['assertShape(rest.query);', ''],
      ['assertShape(rest.body, { ...SHAPE, ...matrix[operationOf(route)]!.shape });', ''],
      ['{ ...SHAPE, ...matrix[operationOf(route)]!.shape }', 'SHAPE'],
    ],
  },
  {
    area: 'shape',
    file: 'api/src/graphql/http.ts',
    tests: [`${CONTRACT}/input-shape.test.ts`],
    faults: [
      ['for (const part of Object.values(body)) assertShape(part, limits);', ''],
      [' && runs(field, query, operationName)', ''],
    ],
  },
  {
    area: 'shape',
    file: 'api/src/graphql/limits.ts',
    tests: [`${CONTRACT}/input-shape.test.ts`],
    faults: [
      ['values.length > SHAPE.list', 'false'],
      ['depth === SHAPE.depth + 1', 'false'],
      ['RESERVED_NAMES.has(name.value)', 'false'],
      ['assertValid(schema, definitions, variables);', ''],
    ],
  },
  {
    area: 'shape',
    file: 'api/src/realtime/graphql-ws.ts',
    tests: [`${CONTRACT}/input-shape.test.ts`],
    faults: [['assertShape(variables);', '']],
  },
  {
    area: 'shape',
    file: 'api/src/gateway/gateway.access.ts',
    tests: [`${CONTRACT}/input-shape.test.ts`],
    faults: [['list: 400', 'list: 399']],
  },
  {
    area: 'shape',
    file: 'api/src/shared/errors.ts',
    tests: [`${CONTRACT}/input-shape.test.ts`],
    faults: [
      ['MAX_REFUSALS = 50', 'MAX_REFUSALS = 51'],
      ['values: { count: others }', 'values: { count: refusals.length }'],
    ],
  },
  {
    area: 'price',
    file: 'api/src/shared/list.price.ts',
    tests: [`${CONTRACT}/price.test.ts`],
    faults: [
      ['MAX_FILTERS = 20', 'MAX_FILTERS = 21'],
      ['MAX_FILTERS = 20', 'MAX_FILTERS = 19'],
      ['MAX_WORDS = 8', 'MAX_WORDS = 9'],
      ['MAX_WORDS = 8', 'MAX_WORDS = 7'],
      ['CONDITION = 5', 'CONDITION = 4'],
      ['COMPUTED = 50', 'COMPUTED = 5'],
      ['const COUNT = 10', 'const COUNT = 1'],
      ['column?.rowsOf !== undefined || ', ''],
      [' || column?.rowsWhere !== undefined', ''],
    ],
  },
  {
    area: 'price',
    file: 'api/src/shared/list.price.ts',
    tests: [`${CONTRACT}/graphql.test.ts`],
    faults: [
      ['MAX_COST = 5000', 'MAX_COST = 5001'],
      ['MAX_COST = 5000', 'MAX_COST = 4999'],
    ],
  },
  {
    area: 'price',
    file: 'api/src/graphql/limits.ts',
    tests: [`${CONTRACT}/price.test.ts`],
    faults: [
      ['return fragment ? selectedIn(fragment, fragments, read) : [];', 'return [];'],
      ['return selectedIn(node.selectionSet, fragments, read);', 'return [];'],
      [' + narrowing(options, fragments)', ''],
    ],
  },
  {
    area: 'price',
    file: 'api/src/rest/datatable.ts',
    tests: [`${CONTRACT}/price.test.ts`],
    faults: [
      ['if (price > MAX_COST) throw new TooExpensive();', ''],
      ['const ROW = 3', 'const ROW = 2'],
      ["isComputedColumn, ['matching', 'all'])", "isComputedColumn, ['matching'])"],
    ],
  },
  {
    area: 'errors',
    file: 'api/src/server.ts',
    tests: [`${CONTRACT}/client-errors.test.ts`],
    faults: [
      ['status >= 400 && status < 500', 'status in READABLE'],
      ['status === 404', 'false'],
    ],
  },
  {
    area: 'deadline',
    file: 'api/src/db/deadline.ts',
    tests: ['api/src/db/deadline.test.ts'],
    faults: [
      ['OPERATION_MS = 10_000', 'OPERATION_MS = 20_000'],
      ['deadline.spend(performance.now() - since);', ''],
      ['cancel(client as unknown as Backend);', ''],
      ['timedOut && error.code === FAILED ? tooLate() : error', 'error'],
      ['error ?? canceled', 'error'],
      ['if (this.left === 0) throw tooLate();', ''],
      ['if (running > 0) return;', ''],
    ],
  },
  {
    area: 'deadline',
    file: 'api/src/shared/context.ts',
    tests: ['api/src/db/deadline.test.ts'],
    faults: [
      ['this.principal, mode, this.deadline)', 'this.principal, mode)'],
      ["this.actor?.kind === 'jobs' ? undefined : new Deadline()", 'new Deadline()'],
    ],
  },
  {
    area: 'deadline',
    file: 'api/src/rest/errors.ts',
    tests: ['api/src/db/deadline.test.ts', 'api/src/rest/errors.test.ts'],
    faults: [
      ['if (isTimedOut(error)) report(error);', ''],
      ["if (isTimedOut(error)) return app.log.warn(fields, 'request too expensive');", ''],
    ],
  },
  {
    area: 'deadline',
    file: 'api/src/graphql/errors.ts',
    tests: ['api/src/db/deadline.test.ts'],
    faults: [['if (ctx) tooLong.add(ctx.request);', '']],
  },
  {
    area: 'counts',
    file: 'api/src/shared/list.count.ts',
    tests: [`${CONTRACT}/long-lists.test.ts`, `${CONTRACT}/derived.test.ts`],
    faults: [
      ['.limit(most + 1)', '.limit(most)'],
      ['Math.min(count.rows, most)', 'count.rows'],
      ["!('list' in source) && !isNarrowed(query)", '!isNarrowed(query) && false'],
      ["staff.kind === 'org' ? staff.orgId : staff.kind", '0'],
    ],
  },
  {
    area: 'counts',
    file: 'api/src/shared/list.rules.ts',
    tests: ['web/src/components/DataTable.test.tsx'],
    faults: [
      ['(total + Number(isCapped)) / limit', 'total / limit'],
      ['isCapped && rows > 0 ?', 'isCapped ?'],
      ['Number(rows === limit)', '1'],
      ['Math.floor(MAX_ROW / limit)', 'Infinity'],
      ['Math.ceil((total', 'Math.floor((total'],
    ],
  },
  {
    area: 'counts',
    file: 'api/src/shared/list.page.ts',
    tests: [`${CONTRACT}/long-lists.test.ts`],
    faults: [
      ['offset + limit > MAX_ROW', 'offset + limit >= MAX_ROW'],
      ['isCapped || rows > offset', 'isCapped && rows > offset'],
    ],
  },
  {
    area: 'counts',
    file: 'api/src/shared/list.conditions.ts',
    tests: [`${CONTRACT}/long-lists.test.ts`],
    faults: [
      ['/^exists|is not null$/', '/^exists/'],
      ['searchedIn ? {', 'false ? {'],
    ],
  },
];
