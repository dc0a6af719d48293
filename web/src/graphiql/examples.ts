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

export const EXAMPLES: readonly Example[] = [
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
    group: 'devices',
    name: 'devicesAndModels',
    query: `{
  machines(first: 100) {
    edges {
      node {
        serial
        model
        provider { name }
        hasPin
        correctedNights
        currentPatient { lastName firstName }
      }
    }
  }
}
`,
  },
  {
    group: 'devices',
    name: 'settings',
    query: `{
  patients(first: 50) {
    edges {
      node {
        lastName
        firstName
        devices {
          serial
          model
          startDate
          endDate
          settingsState
        }
      }
    }
  }
}
`,
  },
  {
    group: 'devices',
    name: 'silentDevices',
    query: `# Devices in use that did not connect since a date, or never.
query Silent($before: Date!) {
  devices(
    first: 100
    where: {
      endDate: { isNull: true }
      or: [{ lastConnection: { lessThan: $before } }, { lastConnection: { isNull: true } }]
    }
  ) {
    totalCount
    edges {
      node {
        serial
        model
        startDate
        lastConnection { startTime }
        patient { lastName firstName provider { name } location { name } }
      }
    }
  }
}
`,
    variables: (daysAgo) => ({ before: daysAgo(14) }),
  },
  {
    group: 'devices',
    name: 'failedSettings',
    query: `# Devices whose latest change of settings failed, and why.
{
  devices(first: 50, where: { settingsState: { equal: FAILED } }) {
    totalCount
    edges {
      node {
        serial
        model
        patient { lastName firstName }
        pendingSettings { title failureText }
      }
    }
  }
}
`,
  },
  {
    group: 'staff',
    name: 'users',
    query: `{
  users(first: 100) {
    edges {
      node {
        lastName
        firstName
        email
        roleLabel
        status
        lastSuccessfulLogin
        twoFactorAppEnabled
        twoFactorSmsEnabled
      }
    }
  }
}
`,
  },
  {
    group: 'staff',
    name: 'usersAway',
    query: `# Active users who did not sign in since a date, or never, with their roles.
query Away($before: Date!) {
  users(
    first: 100
    where: {
      status: { equal: ACTIVE }
      or: [{ lastSuccessfulLogin: { lessThan: $before } }, { lastSuccessfulLogin: { isNull: true } }]
    }
    orderBy: { field: LAST_SUCCESSFUL_LOGIN }
  ) {
    totalCount
    edges {
      node {
        lastName
        firstName
        email
        roleLabel
        lastSuccessfulLogin
      }
    }
  }
}
`,
    variables: (daysAgo) => ({ before: daysAgo(90) }),
  },
];
