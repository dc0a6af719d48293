import type { Faults } from './fault.ts';

/** Which rows a request shows: policies, grants and logins of the database, and the reads of them. */
export const rowFaults: Faults[] = [
  {
    area: 'plain rows',
    file: 'api/src/db/rows/plain-where.ts',
    tests: ['api/test/contract/plain-rows.test.ts', 'api/test/contract/nested-rows.test.ts'],
    faults: [["join(' and ')", "join(' or ')"]],
  },

  {
    area: 'grants',
    file: 'api/src/db/migrations/095-users.sql',
    tests: ['api/test/contract/grants.test.ts'],
    faults: [
      [
        'locked, email_verified_at, version) on users to airlog_org',
        'locked, email_verified_at, version, phone) on users to airlog_org',
      ],
      ['update (first_name, last_name, phone, user_type,', 'update (first_name, last_name, phone, user_type, email,'],
    ],
  },
  {
    area: 'grants',
    file: 'api/src/db/migrations/097-logs.sql',
    tests: ['api/test/contract/grants.test.ts'],
    faults: [
      [
        'grant select on audit_log to airlog_jobs, airlog_org, airlog_support;',
        'grant select, delete on audit_log to airlog_jobs, airlog_org, airlog_support;',
      ],
    ],
  },
  {
    area: 'grants',
    file: 'api/src/db/migrations/099-devices.sql',
    tests: ['api/test/contract/grants.test.ts'],
    faults: [
      ['grant update (pin_cipher) on machines', 'grant update on machines'],
      [
        'grant update (start_date, end_date, has_pin) on',
        'grant update (start_date, end_date, has_pin, patient_id) on',
      ],
      ['grant insert on connections to airlog_device;', 'grant insert on connections to airlog_device, airlog_org;'],
    ],
  },
  {
    area: 'row security',
    file: 'api/src/db/migrations/102-messages.sql',
    tests: ['api/test/contract/row-security.test.ts'],
    faults: [
      [
        'policy own on org_messages for select to airlog_org using (org_id = ctx_org() and user_id = ctx_user())',
        'policy own on org_messages for select to airlog_org using (org_id = ctx_org())',
      ],
    ],
  },
  {
    area: 'attacks',
    file: 'api/src/db/functions/devices/assignment_deleted_by_partner.sql',
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [['old.org_id is distinct from ctx_org()', 'false']],
  },
  {
    area: 'long lists',
    file: 'api/src/db/migrations/099-devices.sql',
    tests: ['api/test/contract/derived.test.ts'],
    faults: [
      [
        'device_history_index after insert or update of patient_id, machine_id, start_date, end_date on',
        'device_history_index after insert on',
      ],
    ],
  },
  {
    area: 'row security',
    file: 'api/src/db/migrations/098-patients.sql',
    tests: ['api/test/contract/row-security.test.ts'],
    faults: [
      [
        'create policy visible on patients for select to airlog_org using (visible_org_ids @> array[ctx_org()])',
        'create policy visible on patients for select to airlog_org using (true)',
      ],
    ],
  },
  {
    area: 'row security',
    file: 'api/src/db/migrations/095-users.sql',
    tests: ['api/test/contract/row-security.test.ts'],
    faults: [['using (location_id = any (ctx_locations()))', 'using (true)']],
  },

  {
    area: 'row security',
    file: 'api/src/db/migrations/097-logs.sql',
    tests: ['api/test/contract/row-security.test.ts'],
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
    area: 'attacks',
    file: 'api/src/db/functions/devices/machine_pin_added.sql',
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [['(old.pin_cipher is not null or new.pin_cipher is null)', '(new.pin_cipher is null)']],
  },
  {
    area: 'attacks',
    file: 'api/src/db/functions/devices/machine_collision.sql',
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [['and m.visible_location_ids && ctx_locations()', '']],
  },
  {
    area: 'attacks',
    file: 'api/src/db/functions/devices/assignment_deleted_by_partner.sql',
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [['and exists (select from settings_records s where s.history_id = old.id)', 'and false']],
  },
  {
    area: 'attacks',
    file: 'api/src/db/functions/devices/settings_written_by_staff.sql',
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [
      ['or new.submitted_by_id is distinct from ctx_user()', ''],
      ["is distinct from ('pending', 'void')", "is distinct from ('pending', new.status)"],
    ],
  },
  {
    area: 'attacks',
    file: 'api/src/db/migrations/097-logs.sql',
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [["case when actor_user_id = ctx_user() then true else (select ctx_may('view.user')) end", 'true']],
  },
  {
    area: 'seals',
    file: 'api/src/activity/audit-chain.ts',
    tests: ['api/src/activity/audit-seals.test.ts'],
    faults: [['.update(previous)', '']],
  },
  {
    area: 'logins',
    file: 'api/src/db/logins.ts',
    tests: ['api/test/contract/logins.test.ts'],
    faults: [
      ["support: ['airlog_support', 'airlog_acting'],", "support: ['airlog_support', 'airlog_acting', 'airlog_org'],"],
      ['and not (t.relrowsecurity and t.relforcerowsecurity)', 'and not t.relrowsecurity'],
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
    file: 'api/src/db/principal.ts',
    tests: ['api/src/organizations/acting-organization.test.ts'],
    faults: [["principal.actingOrgId === null ? 'airlog_support' : 'airlog_acting'", "'airlog_support'"]],
  },
  {
    area: 'row security',
    file: 'api/src/organizations/acting-organization.service.ts',
    tests: ['api/src/organizations/acting-organization.test.ts'],
    faults: [['  authorize(canSwitchOrganization(viewer));\n', '']],
  },
  {
    area: 'follow-ups',
    file: 'api/src/follow-ups/follow-ups.service.ts',
    tests: ['api/src/follow-ups/follow-ups.test.ts'],
    faults: [
      [".where('replaced_at', 'is', null)", ''],
      ['authorize(canActOnFollowUps(ctx.viewer));\n  const row', 'const row'],
    ],
  },
  {
    area: 'lists',
    file: 'api/src/rest/datatable-query.ts',
    tests: ['api/src/patients/patients.list.test.ts'],
    faults: [['const MAX_LIMIT = 500', 'const MAX_LIMIT = 501']],
  },
  {
    area: 'lists',
    file: 'api/src/machines/machines.list.ts',
    tests: ['api/src/machines/machines.list.test.ts'],
    faults: [['canReadPatients(viewer) ? machinesWithHoldersList : machinesList', 'machinesWithHoldersList']],
  },
  {
    area: 'counts',
    file: 'api/src/shared/list-count.ts',
    tests: ['api/test/contract/long-lists.test.ts', 'api/test/contract/derived.test.ts'],
    faults: [["staff.kind === 'org' ? staff.orgId : staff.kind", '0']],
  },
  {
    area: 'long lists',
    file: 'api/src/db/migrations/098-patients.sql',
    tests: ['api/test/contract/derived.test.ts'],
    faults: [
      [
        'when ((old.visible_org_ids, old.location_id, old.last_name, old.search_text) is distinct from',
        'when ((old.visible_org_ids, old.location_id, old.last_name, old.search_text) is not distinct from',
      ],
    ],
  },

  {
    area: 'patient notes',
    file: 'api/src/patient-notes/patient-notes.service.ts',
    tests: ['api/src/patient-notes/patient-notes.test.ts'],
    faults: [
      ['for (const orgId of visibleOrgIds) ctx', 'for (const orgId of [ctx.viewer.orgId, 0, ...visibleOrgIds]) ctx'],
      ['refuseOlder(raw, {', 'void ({'],
      ['authorize(canChangeNote(ctx.viewer, note));', ''],
    ],
  },
  {
    area: 'patient notes',
    file: 'api/src/patient-notes/patient-notes.resolver.ts',
    tests: ['api/src/patient-notes/patient-notes.test.ts'],
    faults: [['return removedAt ? null : text;', 'return text;']],
  },
  {
    area: 'patient access',
    file: 'api/src/patient-access/patient-access.service.ts',
    tests: ['api/src/patient-access/patient-access.test.ts'],
    faults: [
      ["locationId === null ? 'false' :", "locationId === null ? 'true' :"],
      ["if (!visible.includes(orgId)) return () => 'false';", ''],
      ['listsEveryUser: ctx.viewer.facts.locationIds === null', 'listsEveryUser: true'],
      [' and rp.permission in ${READS})', ')'],
    ],
  },
  {
    area: 'ways to a user',
    file: 'api/src/users/users-readable.ts',
    tests: ['api/test/contract/ways.test.ts'],
    faults: [['account && canReadUser(ctx.viewer, account) ? account : null', 'account']],
  },
  {
    area: 'triage',
    file: 'api/src/dashboard/dashboard.service.ts',
    tests: ['api/src/dashboard/dashboard.test.ts'],
    faults: [['if (!canReadPatients(ctx.viewer)) return [];', '']],
  },
];
