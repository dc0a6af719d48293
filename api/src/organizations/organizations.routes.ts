import { findOwnOrganization } from '../auth/viewer.service.ts';
import type { Route } from '../rest/route.ts';

export const organizationsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/users/my-org',
    handler: async (ctx) => {
      const organization = await findOwnOrganization(ctx);
      return {
        body: {
          id: organization.id,
          name: organization.name,
          type: organization.type,
          is_clinical: organization.isClinical,
          timezone: organization.timezone,
          physician_can_add_missing_pin: organization.physicianCanAddMissingPin,
          disallow_external_device_edit: organization.disallowExternalDeviceEdit,
        },
      };
    },
  },
];
