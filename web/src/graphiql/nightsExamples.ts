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
  {
    group: 'nights',
    name: 'differingNights',
    query: `# Nights of which two sources have different minutes, with the reading of each.
query Differing($from: Date!, $to: Date!) {
  nights(
    first: 100
    where: { date: { greaterThan: $from, lessThan: $to }, sourcesDiffer: { equal: true } }
    orderBy: { field: DATE, direction: DESC }
  ) {
    edges {
      node {
        date
        minutes
        source
        readings { source minutes }
        patient { lastName firstName provider { name } }
        machine { serial model }
      }
    }
  }
}
`,
    variables: (daysAgo) => ({ from: daysAgo(31), to: daysAgo(0) }),
  },
  {
    group: 'nights',
    name: 'useByModel',
    query: `# Mean use by device model and month. Days without data are counted apart, and in no mean.
query Use($from: Date!, $to: Date!) {
  usageSummary(groupBy: [MODEL, MONTH], from: $from, to: $to) {
    groups {
      model
      month
      patients
      nights
      missing
      expected
      minutes { mean median }
      ahi { mean unknown }
      leak { mean unknown }
    }
  }
}
`,
    variables: (daysAgo) => ({ from: daysAgo(92), to: daysAgo(1) }),
  },
];
