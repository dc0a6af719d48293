import type { Contract } from '../../test/contract/contract.ts';
import { newOrganization } from '../../test/contract/permissions.fixture.ts';
import { type Case, older } from '../../test/contract/versions.fixture.ts';
import type { TestViewer } from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

const settings: Case = {
  async make(viewer) {
    const read = async (who: TestViewer) => (await who.rest('GET', '/api/users/my-org')).body;
    return {
      path: '/api/users/my-org',
      read,
      first: { session_idle_minutes: 20 },
      now: { session_idle_minutes: 20, locale: 'en' },
      second: { locale: 'es' },
      whole: async () => [await read(viewer)],
      alone: { session_idle_minutes: 30 },
      age: older('organizations', viewer.orgId),
      held: `update organizations set session_idle_minutes = 20, settings_version = settings_version + 1 where id = ${viewer.orgId}`,
    };
  },
};

/** What the contract tests expect of organizations, typed from the documents. */
export const contract: Contract = {
  operations: {
    'GET /api/users/my-org': ['session', 'none'],
    // Administrators of an organization: their own settings (DESIGN section 7).
    'PATCH /api/users/my-org': ['update.org.settings', 'write'],
    'Query.checkUpdateOrganizationSettings': ['update.org.settings', 'none'],
    'Mutation.updateOrganizationSettings': ['update.org.settings', 'write'],
    // Support staff acts in one organization (DESIGN section 7: `viewAny.org`).
    'Mutation.switchOrganization': ['viewAny.org', 'write'],
    // Organizations: support staff creates and changes them, and activates and deactivates them (DESIGN section 7).
    'Query.checkCreateOrganization': ['create.org', 'none'],
    'Mutation.createOrganization': ['create.org', 'write'],
    'POST /api/orgs': ['create.org', 'write'],
    'Query.checkUpdateOrganization': ['update.org', 'none'],
    'Mutation.updateOrganization': ['update.org', 'write'],
    'Query.checkDeactivateOrganization': ['update.org', 'none'],
    'Mutation.deactivateOrganization': ['update.org', 'write'],
    'Mutation.activateOrganization': ['update.org', 'write'],
    'Query.clinicalTypes': ['viewAny.org', 'none'],
    // Organizations: support staff lists them; administrators see their own (DESIGN section 7).
    'Query.organizations': ['viewAny.org', 'none'],
    'Query.organizationTypes': ['viewAny.org', 'none'],
    'Query.organization': ['viewAny.org | update.org.settings', 'none'],
    'GET /api/orgs/datatable': ['viewAny.org', 'none'],
    'GET /api/orgs/orgtypes': ['viewAny.org', 'none'],
    'GET /api/orgs/clinicaltypes': ['viewAny.org', 'none'],
    'GET /api/orgs/{id}/groups': ['session', 'none'],
    'GET /api/orgs/{id}/locations': ['session', 'none'],
  },
  variables: {
    'Query.organizations': () => ({}),
    'Query.organizationTypes': () => ({}),
    'Query.clinicalTypes': () => ({}),
    'Query.checkCreateOrganization': () => ({ input: newOrganization() }),
    'Mutation.createOrganization': () => ({ input: newOrganization() }),
    'Query.checkUpdateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId), name: 'North' } }),
    'Mutation.updateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId), name: 'North' } }),
    'Query.checkDeactivateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId) } }),
    'Mutation.deactivateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId) } }),
    'Mutation.activateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId) } }),
    'Query.organization': ({ patient }) => ({ id: String(patient.orgId) }),
  },
  addresses: {
    'GET /api/users/my-org': () => ({ path: {} }),
    'PATCH /api/users/my-org': () => ({ path: {}, body: {} }),
    'POST /api/orgs': () => {
      const { typeId, ...draft } = newOrganization();
      return { path: {}, body: { ...draft, type_id: typeId } };
    },
    'GET /api/orgs/datatable': () => ({ path: {} }),
    'GET /api/orgs/orgtypes': () => ({ path: {} }),
    'GET /api/orgs/clinicaltypes': () => ({ path: {} }),
    'GET /api/orgs/{id}/groups': ({ patient }) => ({ path: { id: patient.orgId } }),
    'GET /api/orgs/{id}/locations': ({ patient }) => ({ path: { id: patient.orgId } }),
  },
  foreignVariables: {
    'Query.node id (Organization)': ({ org }) => ({ id: toGlobalId('Organization', org) }),
    'Query.node id (Location)': ({ location }) => ({ id: toGlobalId('Location', location) }),
    'Query.node id (OrgGroup)': ({ group }) => ({ id: toGlobalId('OrgGroup', group) }),
    'Query.organization id': ({ org }) => ({ id: String(org) }),
  },
  foreignAddresses: {
    'GET /api/orgs/{id}/groups {id}': ({ org }) => ({ path: { id: org } }),
    'GET /api/orgs/{id}/locations {id}': ({ org }) => ({ path: { id: org } }),
  },
  ofNoOrganization: [
    'Mutation.switchOrganization input.organizationId', // acting-organization.test.ts
    'Query.checkUpdateOrganization input.organizationId', // organization-form.test.ts
    'Mutation.updateOrganization input.organizationId',
    'Query.checkDeactivateOrganization input.organizationId', // organization-state.test.ts
    'Mutation.deactivateOrganization input.organizationId',
    'Mutation.activateOrganization input.organizationId',
  ],
  auditedElsewhere: [
    'Mutation.updateOrganizationSettings', // organization-settings.test.ts
    'Query.checkUpdateOrganizationSettings',
    'Mutation.switchOrganization', // acting-organization.test.ts
    'Query.checkCreateOrganization', // organization-form.test.ts
    'Mutation.createOrganization',
    'POST /api/orgs',
    'Query.checkUpdateOrganization',
    'Mutation.updateOrganization',
    'Query.checkDeactivateOrganization', // organization-state.test.ts
    'Mutation.deactivateOrganization',
    'Mutation.activateOrganization',
  ],
  once: ['Mutation.createOrganization', 'Mutation.deactivateOrganization', 'POST /api/orgs'],
  unversioned: {
    'Mutation.activateOrganization': 'state',
    'Mutation.createOrganization': 'adds',
    'Mutation.deactivateOrganization': 'state',
    'Mutation.switchOrganization': 'own',
    'POST /api/orgs': 'adds',
  },
  versioned: {
    'PATCH /api/users/my-org': settings,
  },
  files: [['GET /api/orgs/datatable', 'viewAny.org', 'export.user', false]],
  times: {
    'GET /api/orgs/datatable': ['Created'],
  },
  viewerFields: [
    ['viewerCanListOrganizations', 'support', 'viewAny.org'],
    ['viewerCanCreateOrganizations', 'support', 'create.org'],
    ['viewerCanSwitchOrganization', 'support', 'viewAny.org'],
    ['viewerCanUpdateOrganizationSettings', 'org', 'update.org.settings'],
  ],
  lists: {
    organizations: { field: 'organizations' },
  },
};
