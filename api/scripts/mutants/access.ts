import type { Faults } from './fault.ts';

const MATRIX = ['api/test/contract/matrix.test.ts'];
const GRANTS = ['api/test/contract/grants.test.ts'];
const ROWS = ['api/test/contract/row-security.test.ts'];
const MIGRATIONS = 'api/src/db/migrations';

/** Who may call an operation, and what a role of the database may do. */
export const accessFaults: Faults[] = [
  {
    area: 'plain rows',
    file: 'api/src/db/plain-where.ts',
    tests: ['api/test/contract/plain-rows.test.ts', 'api/test/contract/nested-rows.test.ts'],
    faults: [
      ["join(' and ')", "join(' or ')"],
      ["$gte: '>='", "$gte: '>'"],
      ["$lte: '<='", "$lte: '<'"],
      ["$ne: '<>'", "$ne: '='"],
      ['`${column} ${direction}`', '`${column}`'],
    ],
  },
  {
    area: 'matrix',
    file: 'api/src/device-history/device-history.access.ts',
    tests: MATRIX,
    faults: [
      ["'GET /api/machines/{id}/history': read(READ_DEVICE,", "'GET /api/machines/{id}/history': read('session',"],
      ["'Mutation.deleteDevice': write('delete.device',", "'Mutation.deleteDevice': write('update.device',"],
      ["'Mutation.addDevicePin': write(", "'Mutation.addDevicePin': read("],
      [
        "'Query.checkAssignDevice': read('create.device', 'subject')",
        "'Query.checkAssignDevice': read('create.device', 'none')",
      ],
      ["read(['create.device', 'update.device'],", "read('create.device',"],
    ],
  },
  {
    area: 'matrix',
    file: 'api/src/machines/machines.access.ts',
    tests: MATRIX,
    faults: [
      [
        "...read(READ_DEVICE, 'rows'), export: 'export.device'",
        "...read(READ_DEVICE, 'rows'), export: 'export.device', audit: 'none'",
      ],
      ["'Query.machines': read(READ_DEVICE,", "'Query.machines': read('viewAny.device',"],
    ],
  },
  {
    area: 'matrix',
    file: 'api/src/auth/session.access.ts',
    tests: MATRIX,
    faults: [
      ["'Mutation.updateViewer': { ...open('session'), audit: 'write' }", "'Mutation.updateViewer': open('session')"],
    ],
  },
  {
    area: 'matrix',
    file: 'api/src/patients/patients.access.ts',
    tests: MATRIX,
    faults: [["'Query.patients': read(READ_PATIENT,", "'Query.patients': read('session',"]],
  },
  {
    area: 'matrix',
    file: 'api/src/auth/operation.ts',
    tests: MATRIX,
    faults: [
      ["['org.user.device', 'support.user.device', 'viewAny.device']", "['org.user.device', 'support.user.device']"],
      ["['view.patient', 'viewAny.patient']", "['view.patient', 'viewAny.patient', 'org.user.device']"],
    ],
  },
  {
    area: 'matrix',
    file: 'api/src/auth/authorize.ts',
    tests: ['api/test/contract/permissions.test.ts'],
    faults: [
      ['[permission] : permission).some(', '[permission] : permission).every('],
      [' && !holds(viewer, permission))', ' && (false as boolean))'],
    ],
  },
  {
    area: 'grants',
    file: `${MIGRATIONS}/004-users.sql`,
    tests: GRANTS,
    faults: [
      [
        'update (first_name, last_name, phone, locale) on users',
        'update (first_name, last_name, phone, locale, active, locked) on users',
      ],
      ['update (first_name, last_name, phone, locale) on users', 'update (first_name, last_name, phone) on users'],
    ],
  },
  {
    area: 'grants',
    file: `${MIGRATIONS}/008-machines.sql`,
    tests: GRANTS,
    faults: [['grant select, update (pin_cipher) on machines', 'grant select, update on machines']],
  },
  {
    area: 'grants',
    file: `${MIGRATIONS}/006-audit.sql`,
    tests: GRANTS,
    faults: [
      [
        'grant select on audit_log to airlog_org, airlog_support;',
        'grant select, delete on audit_log to airlog_org, airlog_support;',
      ],
    ],
  },
  {
    area: 'grants',
    file: `${MIGRATIONS}/009-device-history.sql`,
    tests: GRANTS,
    faults: [
      ['update (start_date, end_date, has_pin), delete', 'update (start_date, end_date, has_pin, patient_id), delete'],
    ],
  },
  {
    area: 'grants',
    file: `${MIGRATIONS}/011-usage.sql`,
    tests: GRANTS,
    faults: [
      [
        'grant select on connections to airlog_org, airlog_support;',
        'grant select, insert on connections to airlog_org, airlog_support;',
      ],
    ],
  },
  {
    area: 'row security',
    file: `${MIGRATIONS}/007-patients.sql`,
    tests: ROWS,
    faults: [
      [
        'create policy visible on patients for select to airlog_org using (visible_org_ids @> array[ctx_org()])',
        'create policy visible on patients for select to airlog_org using (true)',
      ],
      ['using (location_id = any (ctx_locations()))', 'using (true)'],
    ],
  },
  {
    area: 'row security',
    file: `${MIGRATIONS}/014-org-messages.sql`,
    tests: ROWS,
    faults: [['(org_id = ctx_org() and user_id = ctx_user())', '(org_id = ctx_org())']],
  },
  {
    area: 'row security',
    file: `${MIGRATIONS}/015-table-preferences.sql`,
    tests: ROWS,
    faults: [
      ['to airlog_org using (org_id = ctx_org() and user_id = ctx_user())', 'to airlog_org using (org_id = ctx_org())'],
    ],
  },
  {
    area: 'row security',
    file: `${MIGRATIONS}/023-reads-in-the-audit-log.sql`,
    tests: ROWS,
    faults: [
      [
        'to airlog_org\n  with check (org_id = ctx_org() and actor_user_id = ctx_user()',
        'to airlog_org\n  with check (org_id = ctx_org()',
      ],
      [
        'to airlog_support\n  with check (org_id = ctx_org() and actor_user_id = ctx_user()',
        'to airlog_support\n  with check (org_id = ctx_org()',
      ],
    ],
  },
  {
    area: 'grants',
    file: `${MIGRATIONS}/024-files-and-columns-of-users.sql`,
    tests: GRANTS,
    faults: [
      ['active, locked, email_verified_at) on users', 'active, locked, email_verified_at, phone) on users'],
      ['revoke select on users from airlog_org, airlog_support;', ''],
    ],
  },
  {
    area: 'attacks',
    file: `${MIGRATIONS}/021-partners-and-forgery.sql`,
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [
      ['old.org_id is distinct from ctx_org() then', 'false then'],
      ['(old.pin_cipher is not null or new.pin_cipher is null)', '(new.pin_cipher is null)'],
      ['and m.visible_location_ids && ctx_locations()', ''],
      ['and exists (select from settings_records s where s.history_id = old.id)', 'and false'],
      ['or new.submitted_by_id is distinct from ctx_user()', ''],
      ["is distinct from ('pending', 'void')", "is distinct from ('pending', new.status)"],
      ['when exists (select from patients p where p.clinician_id = users.id) then true', ''],
    ],
  },
  {
    area: 'attacks',
    file: `${MIGRATIONS}/038-logs.sql`,
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [
      ["case when actor_user_id = ctx_user() then true else (select ctx_may('view.user')) end", 'true'],
      ['where a.id = audit_log.actor_user_id', 'where true'],
    ],
  },
  {
    area: 'seals',
    file: 'api/src/activity/audit.chain.ts',
    tests: ['api/src/activity/audit.seals.test.ts'],
    faults: [
      ['.update(previous)', ''],
      ['`${log}:${rowId}:`', '`${log}:`'],
      ['r.patient_ids, ', ''],
    ],
  },
  {
    area: 'logins',
    file: 'api/src/db/logins.ts',
    tests: ['api/test/contract/logins.test.ts'],
    faults: [
      ["support: ['airlog_support', 'airlog_acting'],", "support: ['airlog_support', 'airlog_acting', 'airlog_org'],"],
      ["{ auth: 'airlog_auth' }", "{ auth: 'airlog_jobs' }"],
      ['l.rolinherit or current_user', 'current_user'],
      ["pg_has_role(l.oid, r.oid, 'member'))", "pg_has_role(l.oid, r.oid, 'usage'))"],
      ['and not (t.relrowsecurity and t.relforcerowsecurity)', 'and not t.relrowsecurity'],
      ['(r.oid = l.oid or r.rolname = any ($1))', '(r.oid = l.oid)'],
    ],
  },
  {
    area: 'row security',
    file: 'api/src/db/principal.ts',
    tests: ['api/src/db/principal.test.ts'],
    faults: [["principal.locationIds ? 'airlog_limited' : 'airlog_org'", "'airlog_org'"]],
  },
  {
    area: 'row security',
    file: 'api/src/db/principal.ts',
    tests: ['api/test/contract/statements.test.ts'],
    faults: [["readOnly: mode === 'read'", 'readOnly: false']],
  },
  {
    area: 'row security',
    file: 'api/src/db/read-transaction.ts',
    tests: ['api/test/contract/statements.test.ts'],
    faults: [
      ['start transaction read only', 'start transaction'],
      ['    this.#client = undefined;\n', ''],
    ],
  },
  {
    area: 'row security',
    file: 'api/src/db/principal.ts',
    tests: ['api/src/organizations/acting-organization.test.ts'],
    faults: [["principal.actingOrgId === null ? 'airlog_support' : 'airlog_acting'", "'airlog_support'"]],
  },
  {
    area: 'row security',
    file: 'api/src/organizations/acting-organization.service.ts',
    tests: ['api/src/organizations/acting-organization.test.ts'],
    faults: [
      ['  authorize(canSwitchOrganization(viewer));\n', ''],
      ['  if (!done.switched) throw new NotFound();\n', ''],
      ['[viewer.actingOrgId, wanted] }', '[null, wanted] }'],
      [' && one.active', ''],
    ],
  },
];
