import type { Organization as FhirOrganization } from 'fhir/r4';
import type { Organization } from '../organizations/organization.entity.ts';
import { listOrganizations, organizationOf } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { listed } from './fhir-listed.ts';
import { byId, byText, idOf, NONE, tokenOf, type Condition, type Value } from './fhir-parameters.ts';
import type { Resource } from './fhir-resource.ts';
import { systemOf } from './fhir-systems.ts';

/** Returns an organization as FHIR has it: what the viewer may know of each one whose patients or devices they see. */
async function organizationResource(ctx: Context, organization: Organization): Promise<FhirOrganization> {
  const { id, name, organizationType } = organization;
  return {
    resourceType: 'Organization',
    id: String(id),
    identifier: [{ use: 'official', system: systemOf(ctx, 'organization'), value: String(id) }],
    name,
    type: [
      {
        coding: [{ system: systemOf(ctx, 'organizationType'), code: organizationType.kind }],
        text: organizationType.type,
      },
    ],
  };
}

function byIdentifier(ctx: Context, { text }: Value): Condition {
  const { system, value } = tokenOf(text);
  const id = idOf(value);
  const isOurs = system === undefined || system === systemOf(ctx, 'organization');
  return isOurs && id !== null ? { where: { databaseId: { equal: id } } } : NONE;
}

export const organizations: Resource = {
  type: 'Organization',
  parameters: [
    byId,
    { name: 'identifier', type: 'token', text: 'The id of the portal.', condition: byIdentifier },
    byText('name', 'Beginning of the name, without case and accents.', 'name'),
  ],
  read: async (ctx, id) => organizationResource(ctx, await organizationOf(ctx, { organization: { id } })),
  search: listed(listOrganizations, organizationResource, { isCounted: false }),
};
