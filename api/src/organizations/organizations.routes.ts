import { showingConflict } from '../rest/conflict.ts';
import { datatable } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import { renameRefusals } from '../shared/errors.ts';
import { checkCreateOrganization, createOrganization } from './organization-form.service.ts';
import {
  fieldsOfOrganization,
  organizationFromRest,
  organizationRefusal,
  organizationToRest,
} from './organization-form.wire.ts';
import { checkOrganizationSettings, updateOrganizationSettings } from './organization-settings.service.ts';
import { groupsOfOrganizations, locationsOfOrganizations } from './organization-record.service.ts';
import {
  findClinicalTypes,
  findOrganization,
  findOrganizationTypes,
  findWorkOrganization,
} from './organizations.service.ts';
import { organizationsOf } from './organizations.list.ts';
import { canReadPlaces } from './organizations.policy.ts';
import { locationToRest, ORGANIZATION_JOINS, organizationColumns } from './organizations.wire.ts';
import { settingsFromRest, settingsRefusal, settingsToRest } from './organization-settings.wire.ts';

const PATH = '/api/users/my-org';
const TABLE = '/api/orgs/datatable';

/** Runs a service and reports its refusals under the documented names. */
const documented = <T>(work: () => Promise<T>): Promise<T> =>
  renameRefusals(() => showingConflict(work, settingsToRest), settingsRefusal);

export const organizationsRoutes: Route[] = [
  {
    method: 'GET',
    path: TABLE,
    handler: (ctx, request) =>
      datatable(ctx, request, TABLE, organizationsOf(ctx.viewer), organizationColumns(ctx), ORGANIZATION_JOINS),
  },
  {
    method: 'POST',
    path: '/api/orgs',
    check: (ctx, { body }, only) =>
      renameRefusals(
        () => checkCreateOrganization(ctx, organizationFromRest(body), fieldsOfOrganization(only)),
        organizationRefusal,
      ),
    handler: async (ctx, { body }) => {
      const organization = await renameRefusals(
        () => createOrganization(ctx, organizationFromRest(body)),
        organizationRefusal,
      );
      return { status: 201, body: await organizationToRest(ctx, organization), subject: organization.id };
    },
    again: async (ctx, subject) => ({
      status: 201,
      body: await organizationToRest(ctx, await findOrganization(ctx, String(subject))),
    }),
  },
  {
    method: 'GET',
    path: '/api/orgs/orgtypes',
    handler: async (ctx) => ({
      body: (await findOrganizationTypes(ctx)).map(({ id, type, isClinical }) => ({
        id,
        type,
        is_clinical: isClinical,
      })),
    }),
  },
  {
    method: 'GET',
    path: '/api/orgs/clinicaltypes',
    handler: async (ctx) => ({ body: (await findClinicalTypes(ctx)).map(({ id, type }) => ({ id, type })) }),
  },
  {
    method: 'GET',
    path: '/api/orgs/{id}/groups',
    handler: async (ctx, { params }) => {
      const { id } = await findOrganization(ctx, params.id!, canReadPlaces);
      const groups = await ctx.loader(groupsOfOrganizations).load(id);
      return { body: groups.map((group) => ({ id: group.id, group_name: group.name })) };
    },
  },
  {
    method: 'GET',
    path: '/api/orgs/{id}/locations',
    handler: async (ctx, { params }) => {
      const { id } = await findOrganization(ctx, params.id!, canReadPlaces);
      const locations = await ctx.loader(locationsOfOrganizations).load(id);
      // Existing clients offer these in their forms: a closed location takes nothing new (decisions/087).
      return { body: locations.filter(({ closedAt }) => !closedAt).map(locationToRest) };
    },
  },
  {
    method: 'GET',
    path: PATH,
    handler: async (ctx) => ({ body: settingsToRest(await findWorkOrganization(ctx)) }),
  },
  {
    method: 'PATCH',
    path: PATH,
    check: (ctx, { body }) => documented(() => checkOrganizationSettings(ctx, settingsFromRest(body))),
    handler: async (ctx, { body }) => ({
      body: settingsToRest(await documented(() => updateOrganizationSettings(ctx, settingsFromRest(body)))),
    }),
  },
];
