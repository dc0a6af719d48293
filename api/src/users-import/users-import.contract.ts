import type { Contract } from '../../test/contract/contract.ts';
import { userImportRow } from '../../test/contract/isolation.fixture.ts';
import type { Rights } from '../../test/contract/grants.fixture.ts';

const USER_IMPORTS: Rights = {
  select: 'all',
  insert: 'all',
  update: 'state rows refused_count done_count attempts dismissed',
};

/** What the contract tests expect of users import, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Import: one's own files, and the users of an organization (reference/security.md U-11).
    'POST /api/orgs/{org_id}/users/import': ['create.user', 'write'],
    'GET /api/orgs/{org_id}/users/import/{id}': ['create.user', 'none'],
    'GET /api/orgs/{org_id}/users/import/{id}/result': ['create.user', 'none'],
    'Query.userImport': ['create.user', 'none'],
    'Query.currentUserImport': ['create.user', 'none'],
    'Subscription.jobProgress': ['create.user', 'none'],
    'Mutation.dismissUserImport': ['create.user', 'write'],
    'Mutation.importUsers': ['create.user', 'write'],
  },
  foreignVariables: {
    'Query.userImport importId': ({ userImport }) => ({ importId: String(userImport) }),
    'Query.currentUserImport organizationId': ({ org }) => ({ organizationId: String(org) }),
    'Mutation.dismissUserImport input.importId': ({ userImport }) => ({ input: { importId: String(userImport) } }),
    'Subscription.jobProgress id': ({ userImport }) => ({ id: String(userImport) }),
    'Mutation.importUsers input.importId': ({ userImport }) => ({ input: { importId: String(userImport) } }),
  },
  foreignAddresses: {
    'POST /api/orgs/{org_id}/users/import {org_id}': ({ org }) => ({ path: { org_id: org }, body: { org_id: org } }),
    'POST /api/orgs/{org_id}/users/import org_id': ({ org }, own) => ({
      path: { org_id: own.org },
      body: { org_id: org },
    }),
    'GET /api/orgs/{org_id}/users/import/{id} {org_id}': ({ org }, own) => ({
      path: { org_id: org, id: own.userImport },
    }),
    'GET /api/orgs/{org_id}/users/import/{id} {id}': ({ userImport }, own) => ({
      path: { org_id: own.org, id: userImport },
    }),
    'GET /api/orgs/{org_id}/users/import/{id}/result {org_id}': ({ org }, own) => ({
      path: { org_id: org, id: own.userImport },
    }),
    'GET /api/orgs/{org_id}/users/import/{id}/result {id}': ({ userImport }, own) => ({
      path: { org_id: own.org, id: userImport },
    }),
  },
  auditedElsewhere: [
    'Mutation.importUsers', // users-import.test.ts
    'Mutation.dismissUserImport',
    'Query.currentUserImport',
    'Query.userImport',
    'Subscription.jobProgress',
    'POST /api/orgs/{org_id}/users/import',
    'GET /api/orgs/{org_id}/users/import/{id}',
    'GET /api/orgs/{org_id}/users/import/{id}/result',
  ],
  once: ['POST /api/orgs/{org_id}/users/import'],
  unversioned: {
    'Mutation.dismissUserImport': 'own',
    'Mutation.importUsers': 'state',
    'POST /api/orgs/{org_id}/users/import': 'adds',
  },
  rights: {
    user_imports: {
      org: USER_IMPORTS,
      support: USER_IMPORTS,
      auth: { select: 'all', delete: true },
      definer: { select: 'all', update: 'state' },
    },
  },
  change: {
    user_imports: 'done_count = 1',
  },
  newRows: (w) => [
    ['user_imports', 'a', userImportRow(w.a, w.userA), true],
    ['user_imports', 'limited', userImportRow(w.a, w.userA), true],
    ['user_imports', 'support', userImportRow(w.b, w.userB), true],
    ['user_imports', 'a', userImportRow(w.b, w.userB), false],
    ['user_imports', 'a', userImportRow(w.a, w.colleague), false],
    ['user_imports', 'c', userImportRow(w.a, w.userA), false],
    ['user_imports', 'support', userImportRow(w.a, w.userA), false],
    ['user_imports', 'anonymous', userImportRow(w.a, w.userA), false],
  ],
};
