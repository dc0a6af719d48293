import { expect, test } from '@jest/globals';
import { complianceRuleOf, complianceRules, defaultRule } from './compliance-rule.ts';

// Results and reports name the version of their rule. Never change a line of this table: add one for a new version.
test.each([
  [{ id: 'cms-pap', name: 'CMS PAP', version: 1, firstDay: 1, period: 90, window: 30, minutes: 240, percent: 70 }],
  [
    {
      id: 'ncd-240.9',
      name: 'NCD 240.9, months 1-6',
      version: 1,
      firstDay: 1,
      period: 180,
      window: 30,
      minutes: 240,
      percent: 70,
    },
  ],
  [
    {
      id: 'ncd-240.9-continued',
      name: 'NCD 240.9, months 7-12',
      version: 1,
      firstDay: 181,
      period: 185,
      window: 30,
      minutes: 240,
      percent: 70,
    },
  ],
  [
    {
      id: 'payer-example',
      name: 'Example payer',
      version: 1,
      firstDay: 1,
      period: 120,
      window: 60,
      minutes: 240,
      percent: 50,
    },
  ],
])('a published version of a rule never changes: $id $version', (rule) => {
  expect(complianceRuleOf(rule.id)).toEqual(rule);
});

test('the default rule is CMS PAP, and the first of the list', () => {
  expect(defaultRule().id).toBe('cms-pap');
  expect(complianceRules.map(({ id }) => id)).toEqual(['cms-pap', 'ncd-240.9', 'ncd-240.9-continued', 'payer-example']);
  expect(complianceRuleOf('none')).toBeUndefined();
});

test('each rule has a name of its own, by which its results are stored, and windows within its period', () => {
  expect(new Set(complianceRules.map(({ name }) => name)).size).toBe(complianceRules.length);
  for (const { window, period, firstDay, percent } of complianceRules) {
    expect(window).toBeLessThanOrEqual(period);
    expect(firstDay).toBeGreaterThanOrEqual(1);
    expect(percent > 0 && percent <= 100).toBe(true);
  }
});
