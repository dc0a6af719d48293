import type { Faults } from './fault.ts';

const COMPLIANCE = 'api/src/compliance';

/** Rules of use, their results and the verification of what is stored. */
export const complianceFaults: Faults[] = [
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.rule.ts`,
    tests: [`${COMPLIANCE}/compliance.verdict.test.ts`, `${COMPLIANCE}/compliance.rule.test.ts`],
    faults: [
      ['Math.ceil(', 'Math.floor('],
      ['period: 90,\n  window: 30,\n  minutes: 240,', 'period: 90,\n  window: 30,\n  minutes: 241,'],
      ['period: 90,\n', 'period: 91,\n'],
      ['firstDay: 181,', 'firstDay: 180,'],
      ['period: 185,', 'period: 184,'],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.verdict.ts`,
    tests: [`${COMPLIANCE}/compliance.verdict.test.ts`, `${COMPLIANCE}/compliance.since.test.ts`],
    faults: [
      ['if (today >= closesOn)', 'if (today > closesOn)'],
      ['today >= atRiskOn', 'today > atRiskOn'],
      ['today >= cannotBeMetOn', 'today > cannotBeMetOn'],
      ['since(wanted - 1)', 'since(wanted)'],
      ['date <= addDays(today, 1)', 'date < today'],
      ['nights.filter(isCome)', 'nights'],
      ['metOn <= today', 'metOn < today'],
      ['met ?? lastFull(rule, hoped, wanted)', 'met ?? firstFull(rule, hoped, wanted)'],
      ['rule.firstDay - 1', 'rule.firstDay'],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.since.ts`,
    tests: [`${COMPLIANCE}/compliance.verdict.test.ts`, `${COMPLIANCE}/compliance.since.test.ts`],
    faults: [
      ['day.minutes <= MINUTES_A_DAY', 'day.minutes < MINUTES_A_DAY'],
      ['day.minutes >= minutes &&', 'day.minutes > minutes &&'],
      ['emptyBefore, today) <= most', 'emptyBefore, today) < most'],
      ['since < change &&', 'since <= change &&'],
      ['(until ?? change) >= change', '(until ?? change) > change'],
      ['until === null ? [since] : [since, until]', '[since]'],
      ['overruledAmong(nights)', 'nights'],
      ['if (since > from) return since', 'if (since >= from) return since'],
      ['met <= last', 'met < last'],
      ['low < met', 'low <= met'],
      [' + end - next', ''],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.windows.ts`,
    tests: [`${COMPLIANCE}/compliance.verdict.test.ts`],
    faults: [
      ['if (days > best.days)', 'if (days >= best.days)'],
      ['days >= wanted && marked[day]', 'days >= wanted'],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.ledger.ts`,
    tests: [`${COMPLIANCE}/compliance.verdict.test.ts`],
    faults: [
      ['LATE_DAYS = 2', 'LATE_DAYS = 1'],
      ["outcomeOf(night) !== 'counted' || index < 0", 'index < 0'],
      ['index >= period) continue', 'index > period) continue'],
      ["minutes === 0 ? 'unused' : 'short'", "'short'"],
      ['(days[index]?.minutes ?? 0) + night.minutes', 'night.minutes'],
      ["corrected && outcome === 'counted'", 'corrected'],
      ["state !== 1 ? 'invalid' : ", ''],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.nights.ts`,
    tests: [`${COMPLIANCE}/compliance.rules.test.ts`, `${COMPLIANCE}/compliance.since.test.ts`],
    faults: [
      ['if (night.state !== 1) continue;', ''],
      ['other.minutes - one.minutes ||', ''],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.known.ts`,
    tests: [`${COMPLIANCE}/compliance.rules.test.ts`, `${COMPLIANCE}/compliance.known.test.ts`],
    faults: [
      ['(g.date + 1)::timestamp', 'g.date::timestamp'],
      ['overruledAmong(nightsOf.get(nth) ?? [])', 'nightsOf.get(nth) ?? []'],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.moves.ts`,
    tests: ['api/src/usage-dates/usage-dates.rules.test.ts', 'api/src/device-history/device-nights.test.ts'],
    faults: [
      ['patientId: move.patientId ?? 0 }', 'patientId: night.patientId }'],
      ['settled[index]! : night', 'night : settled[index]!'],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.forecast.ts`,
    tests: ['api/src/device-history/device-nights.test.ts'],
    faults: [
      ['...around.filter(({ id }) => !isMoving.has(id)), ', ''],
      ['after: verdict(patient, after, ', 'after: verdict(patient, before, '],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.verify.ts`,
    tests: [`${COMPLIANCE}/compliance.verify.test.ts`],
    faults: [
      ['stored[name] !== computed[name]', 'stored[name] === computed[name]'],
      ['({ storedOn }) => storedOn)', '({ today }) => today)'],
      ['computed.therapy_start === null ? null : { patientId, seenBy, stored, computed }', 'null'],
    ],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.verify.ts`,
    tests: [`${COMPLIANCE}/compliance.history.test.ts`],
    faults: [['verdict && needsHistory(verdict, all[nth]!.on) ? nth : []', '[]']],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.results.ts`,
    tests: [`${COMPLIANCE}/compliance.history.test.ts`],
    faults: [['verdict && needsHistory(verdict, question.asOf)', 'false']],
  },
  {
    area: 'compliance',
    file: `${COMPLIANCE}/compliance.verdict.ts`,
    tests: [`${COMPLIANCE}/compliance.tomorrow.test.ts`],
    faults: [
      ['({ date }: ReportedNight) => date <= today', '({ date }: ReportedNight) => date <= addDays(today, 1)'],
      ['nights.every(isCome) && history.every(isCome) ? dates : ', 'nights.length >= 0 ? dates : '],
    ],
  },
  {
    area: 'compliance',
    file: 'api/src/usage/usage-night.entity.ts',
    tests: [`${COMPLIANCE}/two-nights.places.test.ts`],
    faults: [['!this.overruled && this.state === VALID', 'this.state === VALID']],
  },
  {
    area: 'jobs',
    file: `${COMPLIANCE}/compliance.jobs.ts`,
    tests: [`${COMPLIANCE}/compliance.test.ts`],
    faults: [
      ['recomputeCompliance(ctx, patientId)),\n  retries: 5', 'recomputeCompliance(ctx, patientId)),\n  retries: 0'],
    ],
  },
];
