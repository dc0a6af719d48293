import type { Contract } from '../../test/contract/contract.ts';
import { dismissedNoticeRow } from '../../test/contract/isolation.fixture.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

const DISMISSED: Rights = { select: 'all', insert: 'all', update: 'version dismissed_at' };

const dismissed = (org_id: number, user_id: number) => dismissedNoticeRow(org_id, user_id, 'first_steps');

/** What the contract tests expect of dismissed notices, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Mutation.dismissNotice': ['session', 'none'],
  },
  unversioned: {
    'Mutation.dismissNotice': 'own',
  },
  auditedElsewhere: [
    'Mutation.dismissNotice', // dismissed-notices.test.ts
  ],
  rights: {
    dismissed_notices: { org: DISMISSED, support: DISMISSED, definer: READ },
  },
  change: {
    dismissed_notices: "dismissed_at = '2026-01-01'",
  },
  newRows: (w) => [
    ['dismissed_notices', 'a', dismissed(w.a, w.userA), true],
    ['dismissed_notices', 'limited', dismissed(w.a, w.userA), true],
    ['dismissed_notices', 'support', dismissed(w.b, w.userB), true],
    ['dismissed_notices', 'acting', dismissed(w.b, w.userB), true],
    ['dismissed_notices', 'a', dismissed(w.b, w.userB), false],
    ['dismissed_notices', 'a', dismissed(w.a, w.colleague), false],
    ['dismissed_notices', 'c', dismissed(w.a, w.userA), false],
    ['dismissed_notices', 'support', dismissed(w.a, w.userA), false],
    ['dismissed_notices', 'anonymous', dismissed(w.a, w.userA), false],
  ],
};
