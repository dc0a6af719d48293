import type { Organization } from '../organizations/organization.entity.ts';
import { labeledRoles } from '../roles/role-label.ts';
import type { Viewer } from './viewer.ts';

/** Returns the current user in the documented names: `can` is the list of permissions, `staff` the staff member. */
export function currentUserToRest({ facts }: Viewer, organization: Organization) {
  const { userId, orgId, email, firstName, lastName, locale, permissions } = facts;
  return {
    id: userId,
    email,
    locale,
    staff: { org_id: orgId, first_name: firstName, last_name: lastName },
    roles: labeledRoles(facts),
    can: permissions.toSorted(),
    organization: {
      id: organization.id,
      name: organization.name,
      type: organization.type,
      is_clinical: organization.isClinical,
    },
  };
}
