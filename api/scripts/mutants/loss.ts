import type { Faults } from './fault.ts';

/** Lost updates, jobs, and requests that are sent twice. */
export const lossFaults: Faults[] = [
  {
    area: 'request ids',
    file: 'api/src/auth/request-ids.ts',
    tests: ['api/test/contract/request-ids.test.ts'],
    faults: [
      ['JSON.stringify([operation, input])', 'operation'],
      ['return again(known.answer);', 'return run();'],
    ],
  },
  {
    area: 'request ids',
    file: 'api/src/graphql/root-fields.ts',
    tests: ['api/test/contract/request-ids.test.ts'],
    faults: [["ctx.committed.set(name, 'unread');", '']],
  },
  {
    area: 'jobs',
    file: 'api/src/compliance/compliance.jobs.ts',
    tests: ['api/src/compliance/compliance.test.ts'],
    faults: [['  retries: 5,\n  timeoutSeconds: 60', '  retries: 0,\n  timeoutSeconds: 60']],
  },
  {
    area: 'jobs',
    file: 'api/src/queue/job-queue.ts',
    tests: ['api/src/queue/job-queue.test.ts'],
    faults: [
      ['retryLimit: retries', 'retryLimit: 0'],
      [
        "'jobs failed together, each runs alone');\n      return false",
        "'jobs failed together, each runs alone');\n      return true",
      ],
      ["status: 'failed', output", "status: 'completed', output"],
    ],
  },
  {
    area: 'jobs',
    file: 'api/src/device-settings/settings-delivery.service.ts',
    tests: ['api/src/gateway/delivery.test.ts'],
    faults: [
      ["('created', 'retry', 'active')", "('created', 'active')"],
      ['if (expiresAt > ctx.app.now()) return enqueueDelivery(ctx, recordId, expiresAt);', ''],
    ],
  },

  {
    area: 'versions',
    file: 'api/src/db/functions/logs/changed_by_others.sql',
    tests: ['api/test/contract/versions.test.ts'],
    faults: [["(c.value ->> 'by')::int <> ctx_user()", "(c.value ->> 'by')::int is not null"]],
  },
  {
    area: 'versions',
    file: 'api/src/db/functions/devices/restore_assignment.sql',
    tests: ['api/test/contract/versions.test.ts'],
    faults: [['1 + 2 * (select count(*) from assignment_versions v where v.history_id = history)', '1']],
  },
  {
    area: 'versions',
    file: 'api/src/users/form/user-form.service.ts',
    tests: ['api/test/contract/versions.test.ts'],
    faults: [['canReadUser(ctx.viewer, account) ? values : null', 'values']],
  },
  {
    area: 'versions',
    file: 'api/src/mobile-users/mobile-users.service.ts',
    tests: ['api/test/contract/versions.test.ts'],
    faults: [["await ctx.em.execute('select from mobile_users where id = ? for no key update', [locked]);", '']],
  },
  {
    area: 'web forms',
    file: 'web/src/lib/unsavedWork.ts',
    tests: ['web/src/components/NavigationGuard.test.tsx'],
    faults: [
      ["if (workState() !== 'clean') event.preventDefault();", ''],
      ["window.addEventListener('beforeunload', askBeforeUnload);", ''],
      ["if (forms.size === 0) window.removeEventListener('beforeunload', askBeforeUnload);", ''],
    ],
  },
  {
    area: 'versions',
    file: 'api/src/shared/conflict.ts',
    tests: ['api/test/contract/versions.test.ts'],
    faults: [
      ['if (named !== null && String(named) !== String(version)) throw', 'if (named === undefined) throw'],
      ['different.some((column) => found?.columns.includes(column))', 'false'],
    ],
  },
  {
    area: 'standby',
    file: 'api/src/db/wire/portal-client.ts',
    tests: ['api/src/db/standby.test.ts'],
    faults: [['codeOf(reason) === READ_ONLY && !isReading', 'false']],
  },
  {
    area: 'standby',
    file: 'api/src/health.ts',
    tests: ['api/src/db/standby.test.ts'],
    faults: [['if pg_is_in_recovery() then', 'if false then']],
  },
  {
    area: 'files',
    file: 'api/src/shared/s3.ts',
    tests: ['api/src/shared/file-store.test.ts'],
    faults: [['Math.ceil(attemptMs', '(attemptMs']],
  },
  {
    area: 'files',
    file: 'api/src/uploads/uploads-unnamed.ts',
    tests: ['api/src/uploads/uploads-sweep.test.ts'],
    faults: [
      ['named.get(key) ?? !isCommitted', 'named.get(key) ?? true'],
      ['!named.has(key) && isCommitted', 'false'],
    ],
  },
  {
    area: 'files',
    file: 'api/scripts/files.ts',
    tests: ['api/test/first-sign-in.test.ts'],
    faults: [['set role airlog_jobs', 'set role airlog_auth']],
  },
  {
    area: 'audit',
    file: 'api/src/activity/audit-head.ts',
    tests: ['api/src/activity/audit-seals.test.ts'],
    faults: [['mkdirSync(dataDir, { recursive: true });', '']],
  },
  {
    area: 'replicas',
    file: 'api/src/db/replicas.ts',
    tests: ['api/src/db/replicas.test.ts', 'api/test/contract/replicas.test.ts'],
    faults: [
      ['if (rows[0]!.replayed) return reader;', 'return reader;'],
      ["'select pg_is_in_recovery() and ", "'select pg_last_wal_replay_lsn() is null or "],
    ],
  },
  {
    area: 'primary',
    file: 'api/src/db/primary.ts',
    tests: ['api/src/db/primary.test.ts'],
    faults: [['a.timeline! < b.timeline! ? 1 : -1', 'a.timeline! < b.timeline! ? -1 : 1']],
  },
  {
    area: 'primary',
    file: 'api/src/db/orm.ts',
    tests: ['api/src/db/tls.test.ts'],
    faults: [['      connectionString: url,\n', '']],
  },
];
