import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Sample items', 'viewerCanManageSampleItems'],
  screen: ['/sample-items', 'Sample items'],
  writes: { CreateSampleItem: 'the button opens the form; what it saves is in the list' },
};
