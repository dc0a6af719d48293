import { expect, test } from '@jest/globals';
import { aReport } from './iCodeFixtures.ts';
import { groupReports } from './iCodeReportGroups.ts';

const summary = (reports: Parameters<typeof aReport>[], timeZone = 'America/New_York') =>
  groupReports(
    reports.map((report) => aReport(...report)),
    timeZone,
  ).map(({ date, submittedBy, reports: rows }) => [date, submittedBy, rows.map(({ databaseId }) => databaseId)]);

test('reports are grouped by creation date and submitter, the newest group first', () => {
  expect(
    summary([
      [1, { createdAt: '2026-05-02T14:00:00Z' }],
      [2, { createdAt: '2026-05-03T14:00:00Z' }],
      [3, { createdAt: '2026-05-02T15:00:00Z' }],
      [4, { createdAt: '2026-05-02T14:30:00Z', submittedBy: 'Lane, Ann' }],
      [5, { createdAt: '2026-01-02T03:00:00Z', submittedBy: null }],
    ]),
  ).toEqual([
    ['2026-05-03', 'Reyes, Dana', [2]],
    ['2026-05-02', 'Reyes, Dana', [1, 3]],
    ['2026-05-02', 'Lane, Ann', [4]],
    ['2026-01-01', null, [5]],
  ]);
});

test("the creation date is in the organization's time zone", () => {
  expect(summary([[1, { createdAt: '2026-05-02T03:00:00Z' }]], 'America/New_York')[0]?.[0]).toBe('2026-05-01');
  expect(summary([[1, { createdAt: '2026-05-02T03:00:00Z' }]], 'UTC')[0]?.[0]).toBe('2026-05-02');
});

test('within a group the latest collection comes first, then the shortest period', () => {
  expect(
    summary([
      [1, { icodePeriod: 90 }],
      [2, { icodePeriod: 7 }],
      [3, { collected: '2026-05-02', icodePeriod: 365 }],
    ])[0]?.[2],
  ).toEqual([3, 2, 1]);
});

test('no reports, no groups', () => {
  expect(groupReports([], 'UTC')).toEqual([]);
});
