import type { Contract } from '../../test/contract/contract.ts';
import {
  requestIdRow,
  secondFactorsRow,
  recoveryCodeRow,
  passkeyRow,
  challengeRow,
} from '../../test/contract/isolation.fixture.ts';
import type { Rights } from '../../test/contract/grants.fixture.ts';

const REQUEST_IDS: Rights = { select: 'all', insert: 'all', update: 'answer' };

/** Rights on the tables of auth, and the rows that a principal may and may not add, typed from the documents. */
export const contract: Contract = {
  rights: {
    request_ids: { org: REQUEST_IDS, support: REQUEST_IDS, auth: { select: 'all', delete: true } },
    // Secrets and sign-in: of the sign-in's own role only.
    user_credentials: { auth: { select: 'all', insert: 'all', update: 'all' } },
    // switch_organization changes in which organization a session acts, in the transaction of its audit line.
    sessions: {
      auth: { select: 'all', insert: 'all', update: 'all', delete: true },
      definer: { select: 'all', update: 'acting_org_id', delete: true },
    },
    attempt_counters: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
    second_factors: { auth: { select: 'all', insert: 'all', update: 'all' } },
    recovery_codes: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
    passkeys: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
    second_factor_challenges: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
  },
  change: {
    user_credentials: "password_hash = 'changed'",
    sessions: "ip = 'changed'",
    attempt_counters: 'attempts = 2',
    second_factors: 'app_last_step = 2',
    recovery_codes: 'used_at = now()',
    passkeys: 'counter = 2',
    second_factor_challenges: "secret = 'changed'",
    request_ids: "answer = 'null'",
  },
  newRows: (w) => {
    const session = {
      id_hash: `\\x${'11'.repeat(32)}`,
      org_id: w.a,
      user_id: w.userA,
      stage: 'full',
      created_at: new Date(),
      last_seen_at: new Date(),
    };
    return [
      ['request_ids', 'a', requestIdRow(w.a, w.userA), true],
      ['request_ids', 'limited', requestIdRow(w.a, w.userA), true],
      ['request_ids', 'support', requestIdRow(w.b, w.userB), true],
      ['request_ids', 'acting', requestIdRow(w.b, w.userB), true],
      ['request_ids', 'a', requestIdRow(w.b, w.userB), false],
      ['request_ids', 'a', requestIdRow(w.a, w.colleague), false],
      ['request_ids', 'c', requestIdRow(w.a, w.userA), false],
      ['request_ids', 'support', requestIdRow(w.a, w.userA), false],
      ['request_ids', 'anonymous', requestIdRow(w.a, w.userA), false],
      ['user_credentials', 'auth', { org_id: w.c, user_id: w.userC, password_hash: 'x', changed_at: new Date() }, true],
      ['sessions', 'auth', session, true],
      ['second_factors', 'auth', secondFactorsRow(w.c, w.userC), true],
      ['recovery_codes', 'auth', recoveryCodeRow(w.c, w.userC), true],
      ['passkeys', 'auth', passkeyRow(w.c, w.userC, 'another'), true],
      ['second_factor_challenges', 'auth', challengeRow(w.c, w.userC, '\\x77'), true],
      ['attempt_counters', 'auth', { key: 'new', attempts: 1, window_started_at: new Date() }, true],
    ];
  },
};
