/** One line of the printed table. */
export interface Figure {
  name: string;
  value: string;
}

/** Returns the value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the lower quartile: what else runs on the machine, and on its host, makes a round dearer and never cheaper. */
export const usual = (samples: number[]): number => percentile(samples, 0.25);

/** Returns the figures as a table for docs/benchmarks.md. */
export function printTable(figures: Figure[]): string {
  return ['| measure | figure |', '|---|---|', ...figures.map(({ name, value }) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}
