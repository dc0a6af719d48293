/** An organization as the panels of its page know it. Each panel reads its rows by a query of its own. */
export interface PageOrganization {
  id: string;
  databaseId: number;
  name: string;
  record?: { locationCount: number } | null;
}
