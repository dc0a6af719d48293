import type { Faults } from './fault.ts';

const FOLDER = 'api/src/follow-ups';
const TESTS = [`${FOLDER}/follow-ups.test.ts`];

/** Work lists: which reasons hold, what hides them, and the days that are stored for them. */
export const followUpFaults: Faults[] = [
  {
    area: 'follow-ups',
    file: `${FOLDER}/follow-ups.sources.ts`,
    tests: TESTS,
    faults: [
      ['p.compliance_short_on <= ${today}', 'p.compliance_short_on < ${today}'],
      ['p.compliance_cannot_be_met_on > ${today}', 'p.compliance_cannot_be_met_on >= ${today}'],
      ['p.compliance_call_on <= ${today}', 'p.compliance_call_on < ${today}'],
      ['p.compliance_call_until >= ${today}', 'p.compliance_call_until > ${today}'],
      ['f.hidden_until > ${now.today}', 'f.hidden_until >= ${now.today}'],
      [' and ${source.began(now)} <= f.hidden_at', ''],
      ["> placeOf(after.reason) ? '>=' : '>'", ">= placeOf(after.reason) ? '>=' : '>'"],
      ['f.work_org_id = ${number(workOrgId)} and ', ''],
      ['d.until nulls last, d.day', 'd.until nulls first, d.day'],
    ],
  },
  {
    area: 'follow-ups',
    file: `${FOLDER}/follow-ups.service.ts`,
    tests: TESTS,
    faults: [
      ['where id = ? and replaced_at is null returning id', 'where id = ? returning id'],
      ['throw await conflict(ctx, row);', ''],
      ['lookAgainOn ?? addDays', 'addDays(ctx.today, 1) ?? addDays'],
      ['authorize(canActOnFollowUps(ctx.viewer));\n  const row', 'const row'],
    ],
  },
  {
    area: 'follow-ups',
    file: `${FOLDER}/follow-ups.rules.ts`,
    tests: TESTS,
    faults: [
      ['day >= first', 'day > first'],
      ['day <= last', 'day < last'],
      ['.length <= MAX_FOLLOW_UP_NOTE', '.length < MAX_FOLLOW_UP_NOTE'],
    ],
  },
  {
    area: 'follow-ups',
    file: `${FOLDER}/follow-ups.fields.ts`,
    tests: TESTS,
    faults: [
      ['today === until ? [window, longest]', 'today !== until ? [window, longest]'],
      ["state === 'expected' && date <= latestDate", "state === 'missing' && date <= latestDate"],
    ],
  },
  {
    area: 'follow-ups',
    file: 'api/src/icode-reports/icode.due.ts',
    tests: ['api/src/icode-reports/icode.due.test.ts'],
    faults: [
      ['SENDING + 1', 'SENDING'],
      ["isMet || plans.some(({ state }) => state === 'caught')", 'isMet'],
      ['on > until ? null', 'on >= until ? null'],
      ['rule.firstDay - 1 + rule.period', 'rule.period - 1'],
      ['collected <= device.endDate', 'collected < device.endDate'],
    ],
  },
  {
    area: 'follow-ups',
    file: 'api/src/compliance/compliance.verdict.ts',
    tests: ['api/src/compliance/compliance.short.test.ts'],
    faults: [['wanted + NIGHTS_TO_SPARE', 'wanted + 2']],
  },
];
