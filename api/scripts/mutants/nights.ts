import type { Faults } from './fault.ts';

const ICODE = 'api/src/icode-reports';

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
      ['r.usage_date = new.usage_date;', 'r.usage_date <= new.usage_date;'],
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
      ['codes, today, startDate)', 'codes, today)'],
      ['date >= week &&', ''],
    ],
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
