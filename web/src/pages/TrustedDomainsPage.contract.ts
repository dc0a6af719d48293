import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Trusted domains', 'viewerCanManageTrustedDomains'],
  screen: ['/trusted-domains', 'Trusted domains'],
  writes: {
    CreateTrustedDomain: 'the button opens the form; what it saves is in the list',
    DeleteTrustedDomain: 'a domain is removed after a question, and is then no longer in the list',
  },
};
