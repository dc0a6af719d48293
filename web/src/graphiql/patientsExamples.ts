import type { Example } from './example.ts';

/** Questions about patients. */
export const patientsExamples: readonly Example[] = [
  {
    group: 'patients',
    name: 'patientsAndDevices',
    query: `{
  patients(first: 100) {
    totalCount
    edges {
      node {
        lastName
        firstName
        birthDate
        provider { name }
        location { name }
        currentSerial
        therapyStart
        lastConnectionAt
      }
    }
  }
}
`,
  },
  {
    group: 'patients',
    name: 'compliance',
    query: `{
  patients(first: 100) {
    edges {
      node {
        lastName
        firstName
        compliance {
          state
          windowStart
          windowEnd
          compliantDays
          nightsWanted
          atRiskOn
          latestDate
        }
      }
    }
  }
}
`,
  },
  {
    group: 'patients',
    name: 'newAndCompliant',
    query: `# Patients who were set up since a date and meet the rule.
query NewAndCompliant($since: Date!) {
  patients(
    first: 100
    where: { therapyStart: { greaterThan: $since }, compliance: { equal: MET } }
    orderBy: { field: THERAPY_START }
  ) {
    totalCount
    edges {
      node {
        lastName
        firstName
        provider { name }
        therapyStart
        compliance { metOn compliantDays nightsWanted }
      }
    }
  }
}
`,
    variables: (daysAgo) => ({ since: daysAgo(90) }),
  },
  {
    group: 'patients',
    name: 'soonOutOfReach',
    query: `# Patients whose period is running, and whose rule is out of reach before a date if no night arrives.
query SoonOutOfReach($before: Date!) {
  patients(
    first: 100
    where: {
      or: [{ compliance: { equal: IN_PROGRESS } }, { compliance: { equal: AT_RISK } }]
      cannotBeMetOn: { lessThan: $before }
    }
  ) {
    totalCount
    edges {
      node {
        lastName
        firstName
        provider { name }
        compliance { state atRiskOn cannotBeMetOn latestDate compliantDays nightsWanted }
      }
    }
  }
}
`,
    variables: (daysAgo) => ({ before: daysAgo(-11) }),
  },
  {
    group: 'patients',
    name: 'followUps',
    query: `{
  followUps(first: 100) {
    edges {
      node {
        reason
        sinceDay
        patient { lastName firstName phone }
      }
    }
  }
}
`,
  },
  {
    group: 'patients',
    name: 'complianceByProvider',
    query: `# Patients who were set up since a date, by provider: how many are in each state, and their compliant nights.
query ByProvider($since: Date!) {
  complianceSummary(groupBy: [PROVIDER], where: { therapyStart: { greaterThan: $since } }) {
    asOf
    rule { name version }
    groups {
      provider { name }
      patients
      states { met inProgress atRisk cannotBeMet notMet notComputed }
      nights { mean median known earlier unknown }
    }
  }
}
`,
    variables: (daysAgo) => ({ since: daysAgo(90) }),
  },
];
