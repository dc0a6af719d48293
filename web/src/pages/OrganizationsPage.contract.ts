import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Organizations', 'viewerCanListOrganizations'],
  writes: {
    CreateOrganization:
      'opens again, after a reload, with a form that was half typed, and shows what was created at once',
    MigrateOrganization: { because: 'a row shows neither the time of its migration nor the DME ID' },
    MigratePatients: { because: 'a job moves the patients later, and the page of the organization follows it' },
  },
};
