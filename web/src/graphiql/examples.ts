import type { Texts } from './texts.ts';

export const GROUPS = ['patients', 'nights', 'devices', 'staff'] as const;
export type ExampleGroup = (typeof GROUPS)[number];

/** A query that the page offers. Each is run against the demo data (web/e2e/graphiql.test.ts). */
export interface Example {
  /** Its text in `examples.names` of the page's texts. */
  name: keyof Texts['examples']['names'];
  group: ExampleGroup;
  query: string;
  /** A JSON object as text; empty for a query without variables. */
  variables: string;
}

const withoutVariables = (group: ExampleGroup, name: Example['name'], query: string): Example => ({
  name,
  group,
  query,
  variables: '',
});

export const EXAMPLES: readonly Example[] = [
  withoutVariables(
    'patients',
    'patientsAndDevices',
    `{
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
  ),
  withoutVariables(
    'patients',
    'compliance',
    `{
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
  ),
  withoutVariables(
    'patients',
    'followUps',
    `{
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
  ),
  withoutVariables(
    'nights',
    'nightsOfPatients',
    `# The last nights of the first ten patients.
{
  patients(first: 10) {
    edges {
      node {
        lastName
        firstName
        nights(from: "2026-01-01", to: "2026-01-14") {
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
  ),
  withoutVariables(
    'devices',
    'devicesAndModels',
    `{
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
  ),
  withoutVariables(
    'devices',
    'settings',
    `{
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
  ),
  withoutVariables(
    'staff',
    'users',
    `{
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
  ),
];
