import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Uploads', 'viewerCanUploadCards'],
  screen: ['/uploads', 'Uploads'],
  writes: { sendCard: 'an upload from the list is in the list at once, without a reload' },
};
