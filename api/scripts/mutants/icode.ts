import type { Faults } from './fault.ts';

/** iCodes: codec, figures, contradictions. */
export const iCodeFaults: Faults[] = [
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-recorded.ts',
    tests: ['api/src/icode-reports/icode-recorded.test.ts'],
    faults: [
      ['night < first || night >= collected', 'night < first || night > collected'],
      ['fewest > COMPLIANT_MINUTES + ROUNDED', 'fewest >= COMPLIANT_MINUTES + ROUNDED'],
    ],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-nights.service.ts',
    tests: ['api/src/icode-reports/icode-nights-judged.test.ts'],
    faults: [
      ['await lockNights(ctx, machineId);', ''],
      ['new Set(withoutContradictions(codes))', 'new Set(codes)'],
    ],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-calls.ts',
    tests: ['api/src/icode-reports/icode-calls.test.ts'],
    faults: [
      ['Math.max(1, wanted - compliantDays)', 'Math.max(1, wanted - compliantDays + 1)'],
      ['if (collected > possible) isGapless = false;', ''],
    ],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-due.ts',
    tests: ['api/src/icode-reports/icode-nights.test.ts'],
    faults: [['own, today, device.startDate)', 'own, today)']],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-contradictions.ts',
    tests: ['api/src/icode-reports/icode-contradictions.test.ts'],
    faults: [['least: side.code.compliantDays - alone(side)', 'least: side.code.compliantDays']],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-limits.ts',
    tests: ['api/src/icode-reports/icode-limits.test.ts'],
    faults: [
      ['best30 > Math.min(RUN, compliantDays)', 'false'],
      ['can.least > shown.most', 'false'],
    ],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/ic1.codec.ts',
    tests: ['api/src/icode-reports/ic1.codec.test.ts'],
    faults: [
      ['98 - ((remainder * 100) % 97)', '97 - ((remainder * 100) % 97)'],
      ['Number(payload) >= IC1_PAYLOADS', 'Number(payload) > IC1_PAYLOADS'],
      ['MINUTES_PER_STEP = 5', 'MINUTES_PER_STEP = 6'],
    ],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-figures.ts',
    tests: ['api/src/icode-reports/icode-figures.test.ts'],
    faults: [
      ['age(night) >= 1 &&', 'age(night) >= 0 &&'],
      ['age(night) <= period)', 'age(night) < period)'],
      ['COMPLIANT_MINUTES = 240', 'COMPLIANT_MINUTES = 239'],
      ['HIGH_LEAK = 24', 'HIGH_LEAK = 25'],
      ['sum += value * night.minutes;', 'sum += value;'],
    ],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-statistics.ts',
    tests: ['api/src/icode-reports/icode-statistics.test.ts'],
    faults: [['/ whole) / 100', '/ whole) / 10']],
  },
  {
    area: 'iCode',
    file: 'api/src/icode-reports/icode-reports.service.ts',
    tests: ['api/src/icode-reports/icode-reports.test.ts'],
    faults: [
      ['collected > today', 'collected >= today'],
      ['todayOfPatient(ctx, patient)', 'todayOfPatient(ctx, null)'],
      ['patient: patient.id, machine: machine.id })) > 0', 'machine: machine.id })) > 0'],
      ['ids.length > MAX_PRINTED_REPORTS', 'ids.length > MAX_PRINTED_REPORTS + 1'],
      ['config.production && !machine.simulated', 'config.production'],
    ],
  },
];
