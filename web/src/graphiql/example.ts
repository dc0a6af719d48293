import type { Texts } from './texts.ts';

export const GROUPS = ['patients', 'nights', 'devices', 'staff'] as const;
export type ExampleGroup = (typeof GROUPS)[number];

/** A query that the page offers. Each is run against the demo data (web/e2e/graphiql.test.ts). */
export interface Example {
  /** Its text in `examples.names` of the page's texts. */
  name: keyof Texts['examples']['names'];
  group: ExampleGroup;
  query: string;
  /** Its variables. `daysAgo` returns a date in the zone of the reader. */
  variables?: (daysAgo: (days: number) => string) => Record<string, unknown>;
}
