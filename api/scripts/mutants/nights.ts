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
      ['other.compliantDays + outside', 'other.compliantDays'],
      ['best30 !== compliantDays', 'false'],
      ['ROUNDED = 2.5', 'ROUNDED = 0'],
    ],
  },
];
