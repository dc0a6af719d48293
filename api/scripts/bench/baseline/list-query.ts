/** The measured list: 50 patients with their devices, organization and provider, and the number of all. */
export const LIST_QUERY = `query PatientList {
  patients(first: 50) {
    totalCount
    edges {
      cursor
      node {
        id databaseId firstName lastName email birthDate phone currentSerial therapyStart lastReport isRulesActive
        organization { id name }
        provider { id name }
        devices { id serial model startDate endDate isActive }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
