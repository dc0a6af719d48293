import type { Faults } from './fault.ts';

const VERSIONS = ['api/test/contract/versions.test.ts'];

/** The protection against lost updates on the documented paths. */
export const versionFaults: Faults[] = [
  {
    area: 'versions',
    file: 'api/src/shared/recent-changes.ts',
    tests: VERSIONS,
    faults: [
      ['sent.length > 1 &&', 'sent.length > 0 &&'],
      ['different.some((column) => row?.columns.includes(column))', 'false'],
    ],
  },
  {
    area: 'versions',
    file: 'api/src/db/migrations/101-recent-changes.sql',
    tests: VERSIONS,
    faults: [
      ["(c.value ->> 'by')::int <> ctx_user()", "(c.value ->> 'by')::int is not null"],
      ['1 + 2 * (select count(*) from assignment_versions v where v.history_id = history)', '1'],
    ],
  },
  {
    area: 'versions',
    file: 'api/src/users/user-form.service.ts',
    tests: VERSIONS,
    faults: [['canReadUser(ctx.viewer, account) ? values : null', 'values']],
  },
  {
    area: 'versions',
    file: 'api/src/mobile-users/mobile-users.service.ts',
    tests: VERSIONS,
    faults: [["await ctx.em.execute('select from mobile_users where id = ? for no key update', [locked]);", '']],
  },
];
