import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of sms, typed from the documents. */
export const contract: Contract = {
  rights: {
    sms_messages: { auth: { select: 'all', insert: 'all', delete: true } },
  },
  newRows: () => [['sms_messages', 'auth', { phone: '5185550100', body: 'code', created_at: new Date() }, true]],
};
