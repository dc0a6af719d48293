import type { Faults } from './fault.ts';

/** Assignments of devices: their dates, overlaps, PIN and forms. */
export const assignmentFaults: Faults[] = [
  {
    area: 'PIN',
    file: 'api/src/auth/counters.ts',
    tests: ['api/src/device-history/device-pin.test.ts'],
    faults: [['if (attempts > tries) return attempts;', '']],
  },
  {
    area: 'form rules',
    file: 'api/src/device-history/equipment.rules.ts',
    tests: ['api/src/device-history/equipment.rules.test.ts'],
    faults: [
      ['/^[0-9]{4,8}$/', '/^[0-9]{3,8}$/'],
      ['value >= parent.startDate', 'value > parent.startDate'],
    ],
  },
  {
    area: 'form rules',
    file: 'api/src/shared/text.rules.ts',
    tests: ['api/src/device-history/equipment.rules.test.ts', 'api/src/icode-reports/icode-reports.rules.test.ts'],
    faults: [['(year % 4 === 0 && year % 100 !== 0) || year % 400 === 0', 'year % 4 === 0']],
  },
  {
    area: 'overlaps',
    file: 'api/src/device-history/device-history-overlaps.ts',
    tests: ['api/src/device-history/device-history-overlaps.test.ts'],
    faults: [
      ['end === null || date < end;', 'end === null || date <= end;'],
      ['holdsNights(one) &&', ''],
      ['MAX_DAYS_BACK = 30', 'MAX_DAYS_BACK = 31'],
      ['back > MAX_DAYS_BACK', 'back >= MAX_DAYS_BACK'],
    ],
  },
  {
    area: 'overlaps',
    file: 'api/src/device-history/device-overlaps.service.ts',
    tests: ['api/src/device-history/update-device-race.test.ts'],
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
    area: 'PIN',
    file: 'api/src/device-history/device-pin.service.ts',
    tests: ['api/src/device-history/device-pin.test.ts'],
    faults: [
      ['WINDOW_SECONDS = 15 * 60', 'WINDOW_SECONDS = 90'],
      ['MAX_FAILURES = 5', 'MAX_FAILURES = 6'],
      ['if (failures === MAX_FAILURES) throw refused(PIN_CODES.reached);', ''],
      ['await signOut(ctx);', ''],
      ['`pin:${ctx.viewer.userId}:${machine.serial}`', '`pin:${machine.serial}`'],
    ],
  },
  {
    area: 'PIN',
    file: 'api/src/device-history/add-pin.service.ts',
    tests: ['api/src/device-history/add-pin.test.ts'],
    faults: [["const code = history.hasPin ? 'pin.present' : ", 'const code = ']],
  },
  {
    area: 'update and delete',
    file: 'api/src/device-history/update-device.service.ts',
    tests: ['api/src/device-history/update-device.test.ts'],
    faults: [
      ["if (asks(only, 'version')) await refuseOlder(ctx, history, raw, input);", ''],
      ['if (endDate <= (await todayOfPatient(ctx, patient))) return;', ''],
      ['await todayOfPatient(ctx, patient)', 'ctx.today'],
      ['if (history.endDate !== null) await endPendingSettings(ctx, history);', ''],
      ['recalculate: dated && touchesCompliance', 'recalculate: touchesCompliance'],
    ],
  },
  {
    area: 'update and delete',
    file: 'api/src/device-history/assign-device.service.ts',
    tests: ['api/src/device-history/assign-device.routes.test.ts'],
    faults: [["if (machine && asks(only, 'pinNumber')) await checkPin(ctx, machine, input.pinNumber);", '']],
  },
  {
    area: 'PIN',
    file: 'api/src/machines/machines.service.ts',
    tests: ['api/src/machines/machines.list.test.ts'],
    faults: [
      ['authorize(await mayReadPin(ctx, machine));', ''],
      [
        "canReadPin(ctx.viewer) && (ctx.viewer.can('viewAny.device') || (await holdsOrOwns(ctx, machine)))",
        'canReadPin(ctx.viewer)',
      ],
    ],
  },
  {
    area: 'dates',
    file: 'api/src/shared/context.ts',
    tests: ['api/src/shared/context.test.ts', 'api/src/icode-reports/icode-reports.test.ts'],
    faults: [["this.signedIn?.facts.timezone ?? 'America/New_York'", "'UTC'"]],
  },
];
