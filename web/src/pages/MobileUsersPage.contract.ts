import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Mobile users', 'viewerCanListMobileUsers'],
  screen: ['/mobile-users', 'Mobile users'],
  writes: { SetMobileUserActive: 'an account is disabled after a question, and can then be enabled' },
};
