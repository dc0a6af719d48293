import { today } from '../../lib/dates.ts';

interface Grouped {
  databaseId: number;
  collected: string;
  createdAt: string;
  icodePeriod: number;
  submittedBy: string | null;
}

/** The reports that one user entered on one day. */
export interface ICodeReportGroup<Report> {
  key: string;
  /** Creation date, YYYY-MM-DD in the organization's time zone. */
  date: string;
  /** Null is shown as 'Legacy system'. */
  submittedBy: string | null;
  reports: Report[];
}

/**
 * Groups reports by creation date and submitter (document 000, section 2), newest first. Within a group the latest
 * collection comes first, and within one collection the shortest period.
 */
export function groupReports<Report extends Grouped>(
  reports: readonly Report[],
  timeZone: string,
): ICodeReportGroup<Report>[] {
  const groups = new Map<string, ICodeReportGroup<Report>>();
  for (const report of [...reports].sort(newestCreation)) {
    const date = today(timeZone, new Date(report.createdAt));
    const key = `${date}/${report.submittedBy ?? ''}`;
    const group = groups.get(key) ?? { key, date, submittedBy: report.submittedBy, reports: [] };
    group.reports.push(report);
    groups.set(key, group);
  }
  for (const { reports: rows } of groups.values()) rows.sort(latestCollection);
  return [...groups.values()];
}

const newestCreation = (a: Grouped, b: Grouped) =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.databaseId - a.databaseId;

/**
 * Compares reports of a group or a printed page: the latest collection first, and within one collection the shortest
 * period.
 */
export const latestCollection = (a: Pick<Grouped, 'collected' | 'icodePeriod' | 'databaseId'>, b: typeof a) =>
  b.collected.localeCompare(a.collected) || a.icodePeriod - b.icodePeriod || a.databaseId - b.databaseId;
