import type { Faults } from './fault.ts';

/** The compliance rule and its results. */
export const complianceFaults: Faults[] = [
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-rule.ts',
    tests: ['api/src/compliance/compliance-verdict.test.ts', 'api/src/compliance/compliance-rule.test.ts'],
    faults: [
      ['Math.ceil(', 'Math.floor('],
      ['period: 90,\n  window: 30,\n  minutes: 240,', 'period: 90,\n  window: 30,\n  minutes: 241,'],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-verdict.ts',
    tests: ['api/src/compliance/compliance-verdict.test.ts', 'api/src/compliance/compliance-since.test.ts'],
    faults: [
      ['if (today >= closesOn)', 'if (today > closesOn)'],
      ['today >= atRiskOn', 'today > atRiskOn'],
      ['today >= cannotBeMetOn', 'today > cannotBeMetOn'],
      ['wanted, wanted - 1]', 'wanted, wanted]'],
      ['date <= addDays(today, 1)', 'date < today'],
      ['nights.filter(isCome)', 'nights'],
      ['metOn <= today', 'metOn < today'],
      ['met ?? lastFull(rule, hoped, wanted)', 'met ?? firstFull(rule, hoped, wanted)'],
      ['rule.firstDay - 1', 'rule.firstDay'],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-since.ts',
    tests: ['api/src/compliance/compliance-verdict.test.ts', 'api/src/compliance/compliance-since.test.ts'],
    faults: [
      ['day.minutes <= MINUTES_A_DAY', 'day.minutes < MINUTES_A_DAY'],
      ['since < change &&', 'since <= change &&'],
      ['run.since <= from', 'run.since < from'],
      ['counts.met <= last', 'counts.met < last'],
      ['low < counts.met', 'low <= counts.met'],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-windows.ts',
    tests: ['api/src/compliance/compliance-verdict.test.ts'],
    faults: [
      ['if (days > best.days)', 'if (days >= best.days)'],
      ['days >= wanted && marked[day]', 'days >= wanted'],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-ledger.ts',
    tests: ['api/src/compliance/compliance-verdict.test.ts'],
    faults: [
      ['LATE_DAYS = 2', 'LATE_DAYS = 1'],
      ["outcomeOf(night) !== 'counted' || index < 0", 'index < 0'],
      ['index >= period) continue', 'index > period) continue'],
      ['(days[index]?.minutes ?? 0) + night.minutes', 'night.minutes'],
      ["corrected && outcome === 'counted'", 'corrected'],
      ["state !== 1 ? 'invalid' : ", ''],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-nights.ts',
    tests: ['api/src/compliance/compliance.rules.test.ts', 'api/src/compliance/compliance-since.test.ts'],
    faults: [
      ['if (night.state !== 1) continue;', ''],
      ['other.minutes - one.minutes ||', ''],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-known.ts',
    tests: ['api/src/compliance/compliance.rules.test.ts', 'api/src/compliance/compliance-known.test.ts'],
    faults: [
      ['(g.date + 1)::timestamp', 'g.date::timestamp'],
      ['overruledAmong(nightsOf.get(nth) ?? [])', 'nightsOf.get(nth) ?? []'],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-moves.ts',
    tests: ['api/src/usage-dates/usage-dates.rules.test.ts', 'api/src/device-history/device-nights.test.ts'],
    faults: [['patientId: move.patientId ?? 0 }', 'patientId: night.patientId }']],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-forecast.ts',
    tests: ['api/src/device-history/device-nights.test.ts'],
    faults: [['...around.filter(({ id }) => !isMoving.has(id)), ', '']],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-verify.ts',
    tests: ['api/src/compliance/compliance-verify.test.ts'],
    faults: [
      ['stored[name] !== computed[name]', 'stored[name] === computed[name]'],
      ['computed.therapy_start === null ? null : { patientId, seenBy, stored, computed }', 'null'],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-verify.ts',
    tests: ['api/src/compliance/compliance-history.test.ts'],
    faults: [
      ['one.patient.isChanged ? [] : arrivalsOf(one)', '[]'],
      ['verdict && all[nth]!.patient.isChanged && ', 'verdict && !all[nth]!.patient.isChanged && '],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-results.ts',
    tests: ['api/src/compliance/compliance-history.test.ts'],
    faults: [['verdict && needsHistory(verdict, question.asOf)', 'false']],
  },
  {
    area: 'compliance',
    file: 'api/src/compliance/compliance-verdict.ts',
    tests: ['api/src/compliance/compliance-tomorrow.test.ts'],
    faults: [
      ['({ date }: ReportedNight) => date <= today', '({ date }: ReportedNight) => date <= addDays(today, 1)'],
      ['nights.every(isCome) && history.every(isCome) ? dates : ', 'nights.length >= 0 ? dates : '],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/usage/usage-night.entity.ts',
    tests: ['api/src/compliance/two-nights-places.test.ts'],
    faults: [['!this.overruled && this.state === VALID', 'this.state === VALID']],
  },
];
