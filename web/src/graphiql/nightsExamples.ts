import type { Example } from './example.ts';

/** Questions about nights. */
export const nightsExamples: readonly Example[] = [
  {
    group: 'nights',
    name: 'nightsOfPatients',
    query: `# Nights of the first ten patients between two dates.
query Nights($from: Date!, $to: Date!) {
  patients(first: 10) {
    edges {
      node {
        lastName
        firstName
        nights(from: $from, to: $to) {
          date
          minutes
          ahi
          leak
          p95
          source
          corrected
        }
      }
    }
  }
}
`,
    variables: (daysAgo) => ({ from: daysAgo(14), to: daysAgo(1) }),
  },
];
