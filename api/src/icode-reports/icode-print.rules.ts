/** Number of reports in one request by ids, and so in one printed document. */
export const MAX_PRINTED_REPORTS = 100;
