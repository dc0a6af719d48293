import type { Contract } from '../../test/contract/contract.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

const FOLLOW_UP: Rights = {
  select: 'all',
  insert: 'org_id patient_id reason act replaces_id assignee_id hidden_until outcome note',
  update: 'replaced_at',
};
const newFollowUp = (org_id: number, patient_id: number) => ({
  org_id,
  patient_id,
  reason: 'icode_call',
  act: 'reopened',
});

/** Rights on the tables of follow ups, and the rows that a principal may and may not add, typed from the documents. */
export const contract: Contract = {
  rights: {
    // An act is replaced by the next one, and never changed or deleted.
    follow_ups: { org: FOLLOW_UP, support: FOLLOW_UP, definer: READ },
  },
  change: {
    follow_ups: 'replaced_at = now()',
  },
  newRows: (w) => [
    ['follow_ups', 'a', newFollowUp(w.a, w.p2), true],
    ['follow_ups', 'c', newFollowUp(w.a, w.p2), false], // without create.patient.note
    ['follow_ups', 'limited', newFollowUp(w.a, w.p1), true],
    ['follow_ups', 'support', newFollowUp(w.a, w.p1), false], // only in an organization
    ['follow_ups', 'acting', newFollowUp(w.a, w.p1), true],
    ['follow_ups', 'acting', newFollowUp(w.b, w.pb), false],
    ['follow_ups', 'a', newFollowUp(w.b, w.pb), false],
    ['follow_ups', 'limited', newFollowUp(w.a, w.p2), false],
    ['follow_ups', 'anonymous', newFollowUp(w.a, w.p1), false],
  ],
};
