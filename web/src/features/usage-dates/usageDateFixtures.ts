import type { UsageRow } from './usageOperations.ts';

/** A valid wireless night as the API returns it; for tests. */
export const aUsageRow = (id: number, date: string, change: Partial<UsageRow> = {}): UsageRow => ({
  __typename: 'UsageNight',
  id: `n${id}`,
  databaseId: String(id),
  date,
  recordedDate: date,
  version: date,
  corrected: false,
  source: 'WIRELESS',
  minutes: 300,
  recordNo: id,
  arrivedAt: '2026-05-01T12:00:00.000Z',
  state: 1,
  ...change,
});
