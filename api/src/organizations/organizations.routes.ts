import type { Route } from '../rest/route.ts';
import { renameRefusals } from '../shared/errors.ts';
import { checkOrganizationSettings, updateOrganizationSettings } from './organization-settings.service.ts';
import { findWorkOrganization } from './organizations.service.ts';
import { settingsFacts, settingsFromRest, settingsRefusal, settingsToRest } from './organization-settings.wire.ts';

const PATH = '/api/users/my-org';

export const organizationsRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: async (ctx) => ({ body: settingsToRest(await findWorkOrganization(ctx)) }),
  },
  {
    method: 'PATCH',
    path: PATH,
    check: (ctx, { body }) =>
      renameRefusals(() => checkOrganizationSettings(ctx, settingsFromRest(body)), settingsRefusal, settingsFacts),
    handler: async (ctx, { body }) => ({
      body: settingsToRest(
        await renameRefusals(
          () => updateOrganizationSettings(ctx, settingsFromRest(body)),
          settingsRefusal,
          settingsFacts,
        ),
      ),
    }),
  },
];
