import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  writes: { RemoveSuppressedEmail: 'an address is removed after the confirmation, and the list is read again' },
};
