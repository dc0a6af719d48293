import type { Contract } from '../../test/contract/contract.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';
import { newOrganization } from '../../test/contract/permissions.fixture.ts';
import { type Case, older } from '../../test/contract/versions.fixture.ts';
import type { TestViewer } from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

// The settings of their own organization (DESIGN section 7). Its name, type and state are support's.
const ORGANIZATION: Rights = {
  select: 'all',
  update:
    'timezone locale physician_can_add_missing_pin disallow_external_device_edit export_to_csv_access allow_ventilator_support ventilator_visibility allow_api_key_management two_factor_enabled two_factor_prevent_phone_numbers two_factor_app two_factor_sms session_idle_minutes settings_version',
};
// Support staff also makes organizations, and changes their name and types. Their state: functions of the definer.
const ANY_ORGANIZATION: Rights = {
  select: 'all',
  insert: 'name type_id clinical_type_id dme_id',
  update: `${ORGANIZATION.update} name type_id clinical_type_id`,
};
// A location is never deleted and never moves to another organization.
const PLACE = 'name address1 address2 city state zip country phone custom_id';
const LOCATION: Rights = { select: 'all', insert: `org_id ${PLACE}`, update: `${PLACE} closed_at` };
const GROUP: Rights = { select: 'all', insert: 'org_id name', update: 'name version', delete: true };
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

const branch = (org_id: number) => ({ org_id, name: 'new', country: 'US' });

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
  rights: {
    // Reference lists: changed by migrations.
    organization_types: { org: READ, support: READ, auth: READ, definer: READ },
    clinical_types: { org: READ, support: READ, auth: READ },
    // Organizations and staff. Locations and groups have no screen yet.
    organizations: {
      org: ORGANIZATION,
      support: ANY_ORGANIZATION,
      auth: READ,
      jobs: READ,
      definer: { select: 'all', update: 'all' },
    },
    locations: {
      org: LOCATION,
      support: LOCATION,
      auth: READ,
      // Which one is primary: one function, which keeps it at one. migrate_organization gives it its DME ID.
      definer: { select: 'all', update: 'is_primary closed_at dme_id' },
    },
    // A location that is closed moves to another one in its groups: one function.
    org_groups: { org: GROUP, support: GROUP, auth: READ, definer: { select: 'all', update: 'version' } },
    recent_organizations: {
      support: READ,
      definer: { select: 'all', insert: 'all', update: 'all', delete: true },
    },
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
  change: {
    organizations: 'session_idle_minutes = 5',
    locations: "city = 'changed'",
    org_groups: "name = 'changed'",
  },
  newRows: (w) => [
    ['locations', 'a', branch(w.a), true],
    ['locations', 'a', branch(w.b), false],
    ['locations', 'limited', branch(w.a), false],
    ['locations', 'c', branch(w.a), false],
    ['locations', 'support', branch(w.b), true],
    ['locations', 'support', branch(w.a), false], // without update.org
    ['locations', 'acting', branch(w.a), true],
    ['locations', 'acting', branch(w.b), false],
    ['org_groups', 'a', { org_id: w.a, name: 'new' }, true],
    ['org_groups', 'a', { org_id: w.b, name: 'new' }, false],
    ['org_groups', 'limited', { org_id: w.a, name: 'new' }, false],
    ['org_groups', 'support', { org_id: w.b, name: 'new' }, true],
    ['org_groups', 'support', { org_id: w.a, name: 'new' }, false],
    ['org_groups', 'acting', { org_id: w.b, name: 'new' }, false],
    ['organizations', 'support', { name: 'New', type_id: 1 }, false], // without create.org
    ['organizations', 'acting', { name: 'New', type_id: 1 }, false],
    [
      'recent_organizations',
      'definer',
      { org_id: w.b, user_id: w.userB, recent_org_id: w.c, visited_at: new Date() },
      true,
    ],
  ],
};
