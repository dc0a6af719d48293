import type { Faults } from './fault.ts';

const HISTORY = 'api/src/device-history';

/** The ledger of devices: policies, form rules, overlaps, PIN, masking, order of checks. */
export const deviceFaults: Faults[] = [
  {
    area: 'policies',
    file: `${HISTORY}/device-history.policy.ts`,
    tests: [`${HISTORY}/device-history.policy.test.ts`],
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
      ["viewer.can('viewAny.device') ? `/devices/", 'viewer ? `/devices/'],
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
    faults: [
      [" || viewer.can('viewAny.device')", ''],
      ['viewer.canSeeUserDevices() || ', ''],
    ],
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
    file: 'api/src/device-settings/device-settings.edit-allowed.ts',
    tests: ['api/src/device-settings/device-settings.edit-allowed.test.ts'],
    faults: [
      ['!(hasModule && hasPin)', '!hasModule'],
      ["if (!hasPin) return 'edit_settings.no_pin';", ''],
      ["if (!isActive) return 'edit_settings.device_ended';", ''],
    ],
  },
  {
    area: 'form rules',
    file: `${HISTORY}/equipment.rules.ts`,
    tests: [`${HISTORY}/equipment.rules.test.ts`],
    faults: [
      ['/^[0-9]{4,8}$/', '/^[0-9]{3,8}$/'],
      ['/^[0-9]{4,8}$/', '/^[0-9]{4,9}$/'],
      ['/^[A-Z0-9]{1,32}$/', '/^[A-Z0-9]{1,33}$/'],
      ['value >= parent.startDate', 'value > parent.startDate'],
    ],
  },
  {
    area: 'form rules',
    file: 'api/src/shared/text.rules.ts',
    tests: [`${HISTORY}/equipment.rules.test.ts`, 'api/src/icode-reports/icode-reports.rules.test.ts'],
    faults: [
      [':[0-5]\\d:[0-5]\\d$/', ':[0-5]\\d$/'],
      ['([01]\\d|2[0-3])', '\\d{2}'],
      ['.toUpperCase();', ';'],
      ['(year % 4 === 0 && year % 100 !== 0) || year % 400 === 0', 'year % 4 === 0'],
      ['day <= (lengths[month - 1] ?? 0)', 'day <= 31'],
    ],
  },
  {
    area: 'form rules',
    file: 'api/src/icode-reports/icode-reports.rules.ts',
    tests: ['api/src/icode-reports/icode-reports.rules.test.ts'],
    faults: [
      ['MAX_ICODE_ROWS = 4', 'MAX_ICODE_ROWS = 5'],
      ["min(1, 'codes.min')", "min(0, 'codes.min')"],
      ['/^[0-9]{16,17}$/', '/^[0-9]{15,17}$/'],
      ['/^[0-9]{16,17}$/', '/^[0-9]{16,18}$/'],
    ],
  },
  {
    area: 'overlaps',
    file: `${HISTORY}/device-history.overlaps.ts`,
    tests: [`${HISTORY}/device-history.overlaps.test.ts`],
    faults: [
      ['end === null || date < end;', 'end === null || date <= end;'],
      ['holdsNights(one) &&', ''],
      ['holdsNights(other) &&', ''],
      ['hits.find((hit) => hit.endDate === null) ?? hits[0]', 'hits[0]'],
      ["hit.endDate === null ? 'active' : 'ended'", "hit.endDate === null ? 'ended' : 'active'"],
      ['MAX_DAYS_BACK = 30', 'MAX_DAYS_BACK = 31'],
      ['back > MAX_DAYS_BACK', 'back >= MAX_DAYS_BACK'],
      ['if (back < 0)', 'if (back <= 0)'],
    ],
  },
  {
    area: 'overlaps',
    file: `${HISTORY}/device-overlaps.service.ts`,
    tests: [`${HISTORY}/update-device.race.test.ts`],
    faults: [
      [
        "device_history_machine_overlap: 'device-start-date-overlaps'",
        "device_history_machine_overlap: 'device-already-connected'",
      ],
      [
        "device_history_patient_overlap: 'patient-previous-device-daterange-overlaps'",
        "x: 'patient-previous-device-daterange-overlaps'",
      ],
    ],
  },
  {
    area: 'overlaps',
    file: `${HISTORY}/update-device.service.ts`,
    tests: [`${HISTORY}/update-device.race.test.ts`],
    faults: [['throw documentedRefusal(error);', 'throw error;']],
  },
  {
    area: 'masking',
    file: `${HISTORY}/device-history.masking.ts`,
    tests: [`${HISTORY}/device-history.masking.test.ts`],
    faults: [
      ['LAST_NAME_LETTERS = 2', 'LAST_NAME_LETTERS = 3'],
      ['FIRST_NAME_LETTERS = 3', 'FIRST_NAME_LETTERS = 4'],
      [".normalize('NFC')", ''],
      ['Math.min(kept, all.length - 1)', 'kept'],
      ["granularity: 'grapheme'", "granularity: 'word'"],
    ],
  },
  {
    area: 'PIN',
    file: `${HISTORY}/device-pin.service.ts`,
    tests: [`${HISTORY}/device-pin.test.ts`],
    faults: [
      ['WINDOW_SECONDS = 15 * 60', 'WINDOW_SECONDS = 90'],
      ['WINDOW_SECONDS = 15 * 60', 'WINDOW_SECONDS = 30 * 60'],
      ['MAX_FAILURES = 5', 'MAX_FAILURES = 6'],
      ['if (failures === MAX_FAILURES) throw refused(PIN_CODES.reached);', ''],
      ['await signOut(ctx);', ''],
      ['`pin:${ctx.viewer.userId}:${machine.serial}`', '`pin:${machine.serial}`'],
      ['`pin:${ctx.viewer.userId}:${machine.serial}`', '`pin:${ctx.viewer.userId}`'],
    ],
  },
  {
    area: 'PIN',
    file: `${HISTORY}/add-pin.service.ts`,
    tests: [`${HISTORY}/add-pin.test.ts`],
    faults: [
      ["const code = history.hasPin ? 'pin.present' : ", 'const code = '],
      ["history.isActive ? null : 'pin.device_ended'", 'null'],
      ['history.hasPin = true;', ''],
    ],
  },
  {
    area: 'update and delete',
    file: `${HISTORY}/update-device.service.ts`,
    tests: [`${HISTORY}/update-device.test.ts`],
    faults: [
      ["if (asks(only, 'expectedStartDate')) refuseChangedMeanwhile(history, input);", ''],
      ['if (endDate <= (await todayOfPatient(ctx, patient))) return;', ''],
      ['await todayOfPatient(ctx, patient)', 'ctx.today'],
      ['if (history.endDate !== null) await endPendingSettings(ctx, history);', ''],
      ['recalculate: dated && touchesCompliance', 'recalculate: touchesCompliance'],
      ['if (input.pinNumber === shown) return;', ''],
      ["range.startDate === history.startDate ? 'endDate' : 'startDate'", "'startDate'"],
    ],
  },
  {
    area: 'update and delete',
    file: `${HISTORY}/compliance-period.ts`,
    tests: [`${HISTORY}/update-device.test.ts`],
    faults: [
      ['<= compliancePeriodOf()', '< compliancePeriodOf()'],
      ['therapyStart !== null && ', 'therapyStart === null || '],
    ],
  },
  {
    area: 'update and delete',
    file: `${HISTORY}/assign-device.service.ts`,
    tests: [`${HISTORY}/assign-device.routes.test.ts`],
    faults: [
      ['therapyStart && startDate < therapyStart', 'therapyStart && startDate <= therapyStart'],
      ['startDate < FIRST_START', 'startDate <= FIRST_START'],
      ['startDate > lastStart', 'startDate >= lastStart'],
      ['hasPin: input.pinNumber !== null', 'hasPin: true'],
      ["if (machine && asks(only, 'pinNumber')) await checkPin(ctx, machine, input.pinNumber);", ''],
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
    area: 'PIN',
    file: 'api/src/machines/machines.service.ts',
    tests: ['api/src/machines/machines.list.test.ts'],
    faults: [
      ['authorize(await mayReadPin(ctx, machine));', ''],
      ['ctx.shows(patientsOf([await findHolder(ctx, machine)]));', ''],
      [
        "canReadPin(ctx.viewer) && (ctx.viewer.can('viewAny.device') || (await holdsOrOwns(ctx, machine)))",
        'canReadPin(ctx.viewer)',
      ],
    ],
  },
  {
    area: 'triage',
    file: 'api/src/patients/patients.triage.ts',
    tests: ['api/src/patients/patients.states.test.ts'],
    faults: [
      ["(failure === 'expired' ? expiresAt : answeredAt) ?? submittedAt", 'submittedAt'],
      ['heardAt === null || ', 'heardAt !== null && '],
      [' && since <= addDays(today, -QUIET_DAYS)', ''],
      ['getTime() >= QUIET_MS', 'getTime() > 0'],
      ['sinceDay: since ? ctx.dayOf(since) : device.since', 'sinceDay: device.since'],
    ],
  },
  {
    area: 'triage',
    file: 'api/src/patients/patients.states.ts',
    tests: ['api/src/patients/patients.states.test.ts'],
    faults: [
      [' and s.active_since is not null', ''],
      ["if (therapyStart === null) return 'no_therapy_start';", ''],
    ],
  },
  {
    area: 'triage',
    file: 'api/src/dashboard/dashboard.service.ts',
    tests: ['api/src/dashboard/dashboard.test.ts'],
    faults: [
      ['if (!canReadPatients(ctx.viewer)) return [];', ''],
      ['if (!LISTS.users.may(ctx.viewer)) return [];', ''],
      ['order by id limit ${FIRST}', 'order by id desc limit ${FIRST}'],
    ],
  },
  {
    area: 'triage',
    file: 'api/src/shared/list.count.ts',
    tests: ['api/src/dashboard/dashboard.test.ts'],
    faults: [["filter.condition !== 'equal'", 'false']],
  },
];
