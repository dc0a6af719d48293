import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Hand-offs', 'viewerCanUseHandOffs'],
  screen: ['/hand-offs', 'Hand-offs'],
  writes: {
    AskForDevice: 'a device that is asked for is in the list at once',
    AskForPatient: 'a patient who is asked for is in the list at once',
  },
};
