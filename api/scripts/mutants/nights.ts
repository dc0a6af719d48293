import type { Faults } from './fault.ts';

const ICODE = 'api/src/icode-reports';
const VOIDS = 'api/src/night-voids';

/** Nights and their dates, and codes that are read by phone. */
export const nightsFaults: Faults[] = [
  {
    area: 'nights',
    file: 'api/src/usage/usage.proposals.ts',
    tests: ['api/src/usage/usage.proposals.test.ts'],
    faults: [
      ['>= TOLERANCE_SECONDS', '> TOLERANCE_SECONDS'],
      ['right >= first && right <= last', 'right >= first'],
      ['usageDate !== night.night', 'false'],
      ['last.at(-1)! < other && other < date', 'false'],
      ['rowsOn.get(one)!.length === 1', 'true'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/db/migrations/094-voided-nights.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates.returns.test.ts',
      `${VOIDS}/night-voids.test.ts`,
      `${VOIDS}/night-voids.property.test.ts`,
    ],
    faults: [
      ['r.usage_date = new.usage_date;', 'r.usage_date <= new.usage_date;'],
      ['elsif old.state = 9 then', 'elsif false then'],
      ['n.patient_id = k.patient_id and n.state <> 9', 'n.patient_id = k.patient_id'],
      ['v.usage_date < w.free_from and v.state <> 9', 'v.usage_date < w.free_from'],
      ['n.usage_date < w.free_from and n.state <> 9', 'n.usage_date < w.free_from'],
      ['set state = e.state_before', 'set state = 1'],
      ['v.since < known_at and v.until >= known_at', 'v.since < known_at'],
    ],
  },
  {
    area: 'nights',
    file: `${VOIDS}/night-voids.check.ts`,
    tests: [`${VOIDS}/night-voids.test.ts`, `${VOIDS}/night-voids.property.test.ts`],
    faults: [
      ["isVoided(night) !== (act === 'give back')", 'false'],
      ['expectedDate !== night.date', 'false'],
      ['expected !== digest', 'false'],
      ['upload.machineId !== machine.id', 'false'],
      ['state: night.stateBefore ?? night.state', 'state: night.state'],
      ['(n.state = ${VOIDED}) = ?', '(true or ?)'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/uploads/uploads.plan.ts',
    tests: [`${VOIDS}/night-voids.test.ts`, `${VOIDS}/night-voids.property.test.ts`],
    faults: [['when known.state = ${VOIDED} then', 'when false then']],
  },
  {
    area: 'nights',
    file: 'api/src/usage/usage.service.ts',
    tests: [`${VOIDS}/night-voids.test.ts`],
    faults: [['state: { $ne: VOIDED }', 'state: { $ne: 0 }']],
  },
  {
    area: 'nights',
    file: 'api/src/db/migrations/077-undone-corrections.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates.returns.test.ts',
      'api/src/hand-offs/hand-offs.days.test.ts',
      'api/src/compliance/compliance.known.test.ts',
      `${ICODE}/icode-nights.test.ts`,
      'api/src/db/undone-corrections.test.ts',
    ],
    faults: [
      ['r.machine_id = old.machine_id and r.patient_id = old.patient_id', 'false'],
      ['r.machine_id = new.machine_id and r.patient_id is distinct from new.patient_id', 'false'],
      ['r.night_id = n.id and r.usage_date = evening', 'false'],
      ['(p.id is not null and not ctx_sees(p.visible_org_ids, array[p.location_id])', '(false'],
      ['or not n.usage_date <@ own_days and not exists (', 'or n.patient_id is null and not exists ('],
      ['where m.date <@ own_days', 'where true'],
      ['case when n.patient_id is null then n.usage_date <@ own_days else', 'case when false then true else'],
      ['n.usage_date >= w.first_night and n.usage_date < w.free_from\n                    union', 'false union'],
      ['and n.usage_date <> l.old_date', ''],
      ['a.patient_id = v.patient_id', 'false'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/usage-dates/usage-dates.check.ts',
    tests: ['api/src/usage-dates/usage-dates.returns.test.ts'],
    faults: [
      [" || returning.get(row.id) === 'hidden'", ''],
      ["(typeof returnsTo === 'number' ? returnsTo : null)", 'null'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/uploads/uploads.completion.ts',
    tests: ['api/src/uploads/uploads.doubtful.test.ts'],
    faults: [
      ['if (!isDoubtful || card.ahi === null)', 'if (card.ahi === null)'],
      ["...(card.pressure === null ? [] : (['pressure'] as const))", ''],
      ['other.some((name) => stored[name] !== null)', 'false'],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode.recorded.ts`,
    tests: [`${ICODE}/icode.recorded.test.ts`],
    faults: [
      ['night < first || night >= collected', 'night < first || night > collected'],
      ['fewest > COMPLIANT_MINUTES + ROUNDED', 'fewest >= COMPLIANT_MINUTES + ROUNDED'],
      ['most < COMPLIANT_MINUTES - ROUNDED && night < newest', 'most < COMPLIANT_MINUTES - ROUNDED'],
      ['fewest: Math.min(fewest, minutes)', 'fewest: Math.max(fewest, minutes)'],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode-nights.service.ts`,
    tests: [`${ICODE}/icode-nights.judged.test.ts`],
    faults: [
      ['await lockNights(ctx, machineId);', ''],
      ['new Set(withoutContradictions(codes))', 'new Set(codes)'],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode.calls.ts`,
    tests: [`${ICODE}/icode.calls.test.ts`],
    faults: [
      ['Math.max(1, wanted - compliantDays)', 'Math.max(1, wanted - compliantDays + 1)'],
      ['if (collected > possible) isGapless = false;', ''],
      ['firstNight >= begin', "firstNight >= ''"],
      ['since > ruleBegin ? since', 'since > ruleBegin ? ruleBegin'],
      ['days <= daysBetween(begin, last)', 'days <= rule.period'],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode-assistant.service.ts`,
    tests: [`${ICODE}/icode-nights.test.ts`],
    faults: [
      ["verdict?.state === 'met'", 'false'],
      ['date >= week &&', ''],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode.due.ts`,
    tests: [`${ICODE}/icode-nights.test.ts`],
    faults: [['own, today, device.startDate)', 'own, today)']],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode.contradictions.ts`,
    tests: [`${ICODE}/icode.contradictions.test.ts`],
    faults: [
      ['least: side.code.compliantDays - alone(side)', 'least: side.code.compliantDays'],
      ['own - aloneInRun(side) > others', 'own > others'],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode.limits.ts`,
    tests: [`${ICODE}/icode.limits.test.ts`],
    faults: [
      ['ROUNDED = 2.5', 'ROUNDED = 0'],
      ['best30 > Math.min(RUN, compliantDays)', 'false'],
      ['can.least > shown.most', 'false'],
      ['can.most < shown.least', 'false'],
    ],
  },
];
