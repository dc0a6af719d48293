import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Sample items', 'viewerCanManageSampleItems'],
  screen: ['/sample-items', 'Sample items'],
  writes: {
    CreateSampleItem: 'the button opens the form; what it saves is in the list',
    DeleteSampleItem: 'a sample item is removed after a question, and is then no longer in the list',
    UpdateSampleItem: 'a change is in the list',
  },
};
