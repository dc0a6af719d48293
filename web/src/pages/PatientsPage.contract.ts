import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  writes: {
    CreatePatient: 'a new patient is in the list at once',
    DismissComplianceBatch: { because: 'it puts a file away' },
    StartComplianceBatch: { because: 'it makes a file of reports' },
    UpdatePatient: 'a changed patient is in the list at once',
  },
};
