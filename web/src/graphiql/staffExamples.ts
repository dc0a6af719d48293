import type { Example } from './example.ts';

/** Questions about the staff. */
export const staffExamples: readonly Example[] = [
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
  {
    group: 'staff',
    name: 'iCodesByStaff',
    query: `# iCode reports since a date, newest first, with who entered them.
query ICodes($since: Date!) {
  icodeReports(first: 100, where: { createdAt: { greaterThan: $since } }) {
    totalCount
    edges {
      node {
        createdAt
        submitter { lastName firstName }
        serial
        model
        patient { lastName firstName location { name } }
      }
    }
  }
}
`,
    variables: (daysAgo) => ({ since: daysAgo(31) }),
  },
];
