import type { Organization } from './organization.entity.ts';

/** Returns an organization as rows of other tables name it: `id` and `name`; null for one that the viewer may not see. */
export const referenceToRest = (organization: Organization | null) =>
  organization && { id: organization.id, name: organization.name };
