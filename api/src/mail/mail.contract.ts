import type { Contract } from '../../test/contract/contract.ts';
import { mailRow } from '../../test/contract/isolation.fixture.ts';

/** What the contract tests expect of mail, typed from the documents. */
export const contract: Contract = {
  operations: {
    // The mail server, with a secret of its own.
    'POST /api/mail/bounces': ['public', 'none'],
  },
  auditedElsewhere: [
    'POST /api/mail/bounces', // bounces.test.ts
  ],
  unversioned: {
    'POST /api/mail/bounces': 'program',
  },
  rights: {
    // Written by queue_mail alone, in the transaction of the change that they follow.
    mails: {
      auth: { select: 'all', update: 'all', delete: true },
      definer: { select: 'all', insert: 'all', update: 'all' },
    },
  },
  change: {
    mails: 'attempts = 2',
  },
  newRows: (w) => [['mails', 'definer', mailRow(w.a, w.userA), true]],
};
