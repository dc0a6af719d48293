import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

const NODE = {
  id: '00000000-0000-4000-8000-000000000002',
  host: 'node-2',
  version: '0.2.0',
  migration: '116-installation',
  started_at: new Date(),
};

/** What the contract tests expect of the page of the installation, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Support administrators only.
    'Query.installation': ['viewAny.activity', 'none'],
    'Mutation.runJobsAgain': ['update.org', 'write'],
  },
  unversioned: {
    'Mutation.runJobsAgain': 'state',
  },
  ofNoOrganization: [
    'Mutation.runJobsAgain input.jobId', // installation.test.ts
  ],
  auditedElsewhere: [
    'Query.installation', // installation.test.ts
    'Mutation.runJobsAgain',
  ],
  once: ['Mutation.runJobsAgain'],
  rights: {
    // A node writes its own row; functions read for support staff.
    nodes: {
      jobs: {
        select: 'all',
        insert: 'id host version migration started_at',
        update: 'seen_at',
        delete: true,
      },
      definer: READ,
    },
    backups: { definer: { select: 'all', insert: 'taken_at bytes version' } },
    file_sweeps: { jobs: { select: 'all', update: 'held swept_at' }, definer: READ },
  },
  change: {
    nodes: 'seen_at = now()',
    file_sweeps: 'held = 1',
  },
  newRows: () => [
    ['nodes', 'jobs', NODE, true],
    ['nodes', 'support', NODE, false],
    ['backups', 'definer', { taken_at: new Date(), bytes: 1, version: '0.2.0' }, true],
    ['backups', 'jobs', { taken_at: new Date(), bytes: 1, version: '0.2.0' }, false],
  ],
  viewerFields: [
    ['viewerCanReadInstallation', 'support', 'viewAny.activity'],
    ['viewerCanRunJobsAgain', 'support', 'update.org'],
  ],
};
