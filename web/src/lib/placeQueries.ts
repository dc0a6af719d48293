/** The queries that show locations and groups of an organization. */
export const PLACE_QUERIES = ['LocationsPanel', 'OrgGroupsPanel', 'OrganizationPage'];
