import { open, read, write, type Access } from '../auth/operation.ts';

/** Support staff, and administrators of an organization for their own (organizations.policy.ts). */
const READ_ORGANIZATION = ['viewAny.org', 'update.org.settings'] as const;

/** It decides how everyone of the organization signs in (requirement A-11). */
const updateSettings = { ...write('update.org.settings', 'harmless'), phi: false, fresh: true } as const;

/** The operations of this folder and the permission that each needs. */
export const organizationsAccess: Access = {
  'GET /api/orgs/clinicaltypes': { ...read('viewAny.org', 'none'), phi: false, audit: 'none' },
  'GET /api/orgs/datatable': { ...read('viewAny.org', 'none'), phi: false, audit: 'none', export: 'export.user' },
  'GET /api/orgs/orgtypes': { ...read('viewAny.org', 'none'), phi: false, audit: 'none' },
  // The names of the places of one's own organization, or of any for support staff.
  'GET /api/orgs/{id}/groups': {
    ...read('session', 'none'),
    phi: false,
    audit: 'none',
    scope: 'none',
    nodes: ['OrgGroup'],
  },
  'GET /api/orgs/{id}/locations': {
    ...read('session', 'none'),
    phi: false,
    audit: 'none',
    scope: 'none',
    nodes: ['Location', 'Organization'],
  },
  'GET /api/users/my-org': open('session', 'any'),
  'Mutation.activateOrganization': { ...write('update.org', 'harmless'), phi: false },
  'Mutation.createOrganization': { ...write('create.org', 'once'), phi: false },
  // It signs out every user of the organization.
  'Mutation.deactivateOrganization': { ...write('update.org', 'once'), phi: false, fresh: true },
  'Mutation.switchOrganization': { ...write('viewAny.org', 'harmless'), phi: false },
  'Mutation.updateOrganizationSettings': updateSettings,
  'Mutation.updateOrganization': { ...write('update.org', 'harmless'), phi: false },
  'PATCH /api/users/my-org': updateSettings,
  'POST /api/orgs': { ...write('create.org', 'once'), phi: false },
  'Query.checkCreateOrganization': { ...read('create.org', 'none'), phi: false, audit: 'none' },
  'Query.checkDeactivateOrganization': { ...read('update.org', 'none'), phi: false, audit: 'none' },
  'Query.checkUpdateOrganization': { ...read('update.org', 'none'), phi: false, audit: 'none' },
  'Query.checkUpdateOrganizationSettings': { ...read('update.org.settings', 'none'), phi: false, audit: 'none' },
  'Query.clinicalTypes': { ...read('viewAny.org', 'none'), phi: false, audit: 'none' },
  'Query.organization': { ...read(READ_ORGANIZATION, 'none'), phi: false, audit: 'none' },
  'Query.organizationTypes': { ...read('viewAny.org', 'none'), phi: false, audit: 'none' },
  'Query.organizations': { ...read('viewAny.org', 'none'), phi: false, audit: 'none' },
};
