import type { Example } from './example.ts';

/** Questions about devices and their settings. */
export const devicesExamples: readonly Example[] = [
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
    query: `# Changes of settings that failed since a date, and why.
query Failed($since: Date!) {
  settingsChanges(first: 100, where: { status: { equal: FAILED }, createdAt: { greaterThan: $since } }) {
    totalCount
    edges {
      node {
        createdAt
        failure
        refusal
        submittedBy
        device { model serial }
        patient { lastName firstName provider { name } }
      }
    }
  }
}
`,
    variables: (daysAgo) => ({ since: daysAgo(31) }),
  },
  {
    group: 'devices',
    name: 'devicesByModel',
    query: `# Devices that patients have now, by model, and the state of their settings.
{
  deviceSummary(groupBy: [MODEL], where: { endDate: { isNull: true } }) {
    groups {
      model
      devices
      states { pending failed void current defaults none }
    }
  }
}
`,
  },
  {
    group: 'devices',
    name: 'reasonsByModel',
    query: `# Settings changes since a date, by model and by the reason why they were not delivered.
query Reasons($since: Date!) {
  settingsChangeSummary(groupBy: [MODEL, FAILURE], where: { createdAt: { greaterThan: $since } }) {
    groups {
      model
      failure
      changes
      statuses { pending current delivered failed void }
    }
  }
}
`,
    variables: (daysAgo) => ({ since: daysAgo(31) }),
  },
  {
    group: 'devices',
    name: 'clinicalWithoutPin',
    query: `# Devices of clinical organizations whose PIN is not on file.
{
  machines(first: 100, where: { isClinical: { equal: true }, hasPin: { equal: false } }) {
    totalCount
    edges {
      node {
        serial
        model
        organization { name }
        createdAt
      }
    }
  }
}
`,
  },
];
