import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  writes: { ShowMachinePin: { because: 'it reads a PIN, and writes who has read it' } },
};
