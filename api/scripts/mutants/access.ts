import type { Faults } from './fault.ts';

/** Who may call an operation, what it masks, and the line it leaves in the audit log. */
export const accessFaults: Faults[] = [
  {
    area: 'matrix',
    file: 'api/src/device-history/device-history.access.ts',
    tests: ['api/test/contract/matrix.test.ts'],
    faults: [
      ["'GET /api/machines/{id}/history': read(READ_DEVICE,", "'GET /api/machines/{id}/history': read('session',"],
      [
        "'Query.checkAssignDevice': read('create.device', 'subject')",
        "'Query.checkAssignDevice': read('create.device', 'none')",
      ],
    ],
  },
  {
    area: 'matrix',
    file: 'api/src/machines/machines.access.ts',
    tests: ['api/test/contract/matrix.test.ts'],
    faults: [
      [
        "...read(READ_DEVICE, 'rows'), export: 'export.device'",
        "...read(READ_DEVICE, 'rows'), export: 'export.device', audit: 'none'",
      ],
    ],
  },
  {
    area: 'matrix',
    file: 'api/src/auth/operation.ts',
    tests: ['api/test/contract/matrix.test.ts'],
    faults: [
      ["['org.user.device', 'support.user.device', 'viewAny.device']", "['org.user.device', 'support.user.device']"],
    ],
  },
  {
    area: 'matrix',
    file: 'api/src/auth/authorize.ts',
    tests: ['api/test/contract/permissions.test.ts'],
    faults: [['[permission] : permission).some(', '[permission] : permission).every(']],
  },
  {
    area: 'policies',
    file: 'api/src/auth/viewer.ts',
    tests: ['api/src/device-history/device-history.policy.test.ts'],
    faults: [['this.facts.roles.length === 1 && ', '']],
  },
  {
    area: 'audit',
    file: 'api/src/auth/authorize.ts',
    tests: ['api/test/contract/audit.test.ts'],
    faults: [["audit !== 'write') return;", "audit !== 'read') return;"]],
  },
  {
    area: 'reads',
    file: 'api/src/shared/read-log.ts',
    tests: ['api/test/contract/reads.test.ts'],
    faults: [['      this.waiting.splice(0, batch.length);\n', '      this.waiting.length = 0;\n']],
  },
  {
    area: 'reads',
    file: 'api/src/db/slow.ts',
    tests: ['api/src/db/slow.test.ts'],
    faults: [["(name ?? '?')", '(name ?? _part)']],
  },
  {
    area: 'reads',
    file: 'api/src/traces/statement-name.ts',
    tests: ['api/src/traces/statement-name.test.ts'],
    faults: [['const statement = withoutValues(text);', 'const statement = text;']],
  },
  {
    area: 'reads',
    file: 'api/src/traces/span.ts',
    tests: ['api/src/traces/export.test.ts'],
    faults: [["CODE.test(code) ? code : 'failed'", 'code']],
  },
  {
    area: 'reads',
    file: 'api/src/traces/traces.ts',
    tests: ['api/src/traces/traces.test.ts'],
    faults: [
      ['isOfProxy(config, request.socket)', 'true'],
      ['routeOf(request)', 'request.originalUrl'],
    ],
  },
  {
    area: 'reads',
    file: 'api/src/auth/authorize.ts',
    tests: ['api/test/contract/reads.test.ts'],
    faults: [["if (audit === 'read' && ctx.app.readLog.isFull) throw new AuditFull();", '']],
  },
  {
    area: 'reads',
    file: 'api/src/graphql/shown-rows.ts',
    tests: ['api/test/contract/reads.test.ts'],
    faults: [["shows === 'rows' && !types.some(isRow)", 'false']],
  },
  {
    area: 'reads',
    file: 'api/src/rest/router.ts',
    tests: ['api/test/contract/reads.test.ts'],
    faults: [['for (const id of error.patients) reading?.patients.add(id);', 'void 0;']],
  },
  {
    area: 'reads',
    file: 'api/src/rest/datatable.ts',
    tests: ['api/test/contract/audit.test.ts'],
    faults: [['  ctx.shows(patientsOf(rows));\n', '  ctx.shows([]);\n']],
  },
  {
    area: 'exports',
    file: 'api/src/auth/export.policy.ts',
    tests: ['api/test/contract/exports.test.ts'],
    faults: [['viewer.facts.exportAccess === 0', 'viewer.facts.exportAccess === 3']],
  },
  {
    area: 'audit',
    file: 'api/src/graphql/root-fields.ts',
    tests: ['api/test/contract/audit.test.ts'],
    faults: [['await recordDone(ctx, reading, subjectsOf({ ...done }));', '']],
  },
  {
    area: 'audit',
    file: 'api/src/graphql/root-fields.ts',
    tests: ['api/test/contract/guards.test.ts'],
    faults: [['if (error instanceof Forbidden && ctx.signedIn) await recordDenial(ctx, operation);', '']],
  },
  {
    area: 'audit',
    file: 'api/src/realtime/broadcasting.service.ts',
    tests: ['api/src/realtime/broadcasting.test.ts'],
    faults: [
      [
        'return { auth: signUser(realtime, socketId, userData), user_data: userData };\n  }\n  await recordDenial(ctx, operation);',
        'return { auth: signUser(realtime, socketId, userData), user_data: userData };\n  }',
      ],
    ],
  },
  {
    area: 'CSV',
    file: 'api/src/rest/csv.ts',
    tests: ['api/src/rest/csv.test.ts'],
    faults: [['/^\\s*[=', '/^[=']],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/pusher-connection.ts',
    tests: ['api/src/realtime/pusher-connections.test.ts', 'api/src/realtime/pusher.test.ts'],
    faults: [
      ['(this.owner && this.owner.userId !== owner.userId) || ', ''],
      ['this.#signedInAs !== null && channel ===', 'channel !=='],
      ['isSignature(signChannel(this.host.signer, this.socketId, channel, data), auth) &&', ''],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/pusher-signature.ts',
    tests: ['api/src/realtime/pusher-signature.test.ts'],
    faults: [['left.length === right.length && timingSafeEqual(left, right)', 'left.length === right.length']],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/session-watch.ts',
    tests: ['api/src/sign-in/session-end.test.ts'],
    faults: [["if (ended.has(sessionHash.toString('hex'))) end();", ';']],
  },
  {
    area: 'realtime',
    file: 'api/src/sign-in/session-read.ts',
    tests: ['api/src/org-messages/org-messages-delivery.test.ts'],
    faults: [[' and ${ALIVE}`;\n\nexport const hash', ' and ?::int > 0`;\n\nexport const hash']],
  },
  {
    area: 'policies',
    file: 'api/src/device-history/device-history.policy.ts',
    tests: ['api/src/device-history/device-history.policy.test.ts'],
    faults: [
      ["const CLINICAL_ROLES = ['org.physician', ", 'const CLINICAL_ROLES = ['],
      ["viewer.can('create.device')", "viewer.can('update.device')"],
      ["viewer.can('delete.device')", "viewer.can('update.device')"],
      ['history.hasPin && viewer', 'viewer'],
      [
        'patientOrganization?.physicianCanAddMissingPin === true',
        'patientOrganization?.physicianCanAddMissingPin !== false',
      ],
      ["if (!viewer.can('update.device.pin')) return false;", ''],
      ['!history.hasPin && history.isActive && ', '!history.hasPin && '],
      ['!history.hasPin && history.isActive && ', 'history.isActive && '],
    ],
  },
  {
    area: 'policies',
    file: 'api/src/device-settings/device-settings.policy.ts',
    tests: ['api/src/device-settings/device-settings.policy.test.ts'],
    faults: [
      ['viewer.orgId === history.orgId || ', ''],
      [
        'patientOrganization?.disallowExternalDeviceEdit === false',
        'patientOrganization?.disallowExternalDeviceEdit !== true',
      ],
      ['history.isAssignedToPatient && ', ''],
      ["if (!viewer.can('update.device.settings')) return false;", ''],
    ],
  },
  {
    area: 'policies',
    file: 'api/src/device-index/device-index.policy.ts',
    tests: ['api/src/machines/machines.policy.test.ts'],
    faults: [[" || viewer.can('viewAny.device')", '']],
  },
  {
    area: 'policies',
    file: 'api/src/org-messages/org-messages.policy.ts',
    tests: ['api/src/org-messages/org-messages.test.ts', 'api/src/realtime/broadcasting.test.ts'],
    faults: [
      ['viewer.isSupport && ', ''],
      ['channel === orgMessageChannel(viewer.orgId)', "channel.startsWith('private-org-message.')"],
    ],
  },
  {
    area: 'policies',
    file: 'api/src/device-settings/device-settings-edit-allowed.ts',
    tests: ['api/src/device-settings/device-settings-edit-allowed.test.ts'],
    faults: [
      ['!(hasModule && hasPin)', '!hasModule'],
      ["if (!hasPin) return 'edit_settings.no_pin';", ''],
    ],
  },
  {
    area: 'masking',
    file: 'api/src/device-history/device-history-masking.ts',
    tests: ['api/src/device-history/device-history-masking.test.ts'],
    faults: [
      ['LAST_NAME_LETTERS = 2', 'LAST_NAME_LETTERS = 3'],
      ['Math.min(kept, all.length - 1)', 'kept'],
    ],
  },
  {
    area: 'policies',
    file: 'api/src/machines/machines.policy.ts',
    tests: ['api/src/machines/machines.policy.test.ts'],
    faults: [
      [" || viewer.can('viewAny.device')", ''],
      ["viewer.can('update.device.pin') || ", ''],
    ],
  },
  {
    area: 'audit',
    file: 'api/src/shared/context.ts',
    tests: ['api/src/activity/audit-actors.test.ts'],
    faults: [["userId: mode === 'write' ? userId : undefined", 'userId: undefined']],
  },
];
