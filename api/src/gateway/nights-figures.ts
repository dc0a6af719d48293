/** The columns of a night that a device measures. */
export const MEASURED = [
  'minutes',
  'sessions',
  'obstructive_apneas',
  'central_apneas',
  'unclassified_apneas',
  'hypopneas',
  'reras',
  'ahi',
  'pressure',
  'p95',
  'leak',
  'sni',
] as const;

/** Returns the list of these columns of a row, for SQL. */
export const figureColumnsOf = (row: string): string => MEASURED.map((column) => `${row}.${column}`).join(', ');
