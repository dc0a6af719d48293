import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Installation', 'viewerCanReadInstallation'],
};
