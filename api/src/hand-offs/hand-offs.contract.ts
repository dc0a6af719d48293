import type { Contract } from '../../test/contract/contract.ts';
import { handOffRow } from '../../test/contract/isolation.fixture.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

/** What the contract tests expect of hand offs, typed from the documents. */
export const contract: Contract = {
  operations: {
    // A hand-off: asked for by staff of one organization, answered by that of another. Accepting takes update.device too.
    'Query.handOff': ['request.patient', 'read', 'rows'],
    'Query.handOffs': ['request.patient', 'read', 'rows'],
    'Subscription.handOffChanged': ['request.patient', 'none'],
    'Mutation.askForDevice': ['request.patient', 'write', 'none'],
    'Mutation.askForPatient': ['request.patient', 'write', 'none'],
    'Mutation.withdrawHandOff': ['request.patient', 'write', 'subject'],
    'Mutation.refuseHandOff': ['request.patient', 'write', 'subject'],
    'Mutation.acceptHandOff': ['request.patient', 'write', 'subject'],
    'Mutation.writeHandOffMessage': ['request.patient', 'write', 'subject'],
  },
  unversioned: {
    'Mutation.acceptHandOff': 'state',
    'Mutation.askForDevice': 'adds',
    'Mutation.askForPatient': 'adds',
    'Mutation.refuseHandOff': 'state',
    'Mutation.withdrawHandOff': 'state',
    'Mutation.writeHandOffMessage': 'adds',
  },
  variables: {
    'Query.handOffs': () => ({}),
    'Query.handOff': ({ handOff }) => ({ id: String(handOff) }),
    'Mutation.askForDevice': () => ({ input: { serialNumber: 'A9990000001', pinNumber: '4321' } }),
    'Mutation.askForPatient': () => ({
      input: { firstName: 'Ana', lastName: 'Ros', birthDate: '1960-01-01', phone: '4075550142' },
    }),
    'Mutation.withdrawHandOff': ({ handOff }) => ({ input: { handOffId: String(handOff) } }),
    'Mutation.refuseHandOff': ({ handOff }) => ({ input: { handOffId: String(handOff), reason: 'x' } }),
    'Mutation.acceptHandOff': ({ handOff }) => ({ input: { handOffId: String(handOff), startsOn: '2026-01-01' } }),
    'Mutation.writeHandOffMessage': ({ handOff }) => ({ input: { handOffId: String(handOff), body: 'x' } }),
  },
  foreignVariables: {
    'Query.node id (HandOff)': ({ handOff }) => ({ id: toGlobalId('HandOff', handOff) }),
    'Query.handOff id': ({ handOff }) => ({ id: String(handOff) }),
    'Mutation.withdrawHandOff input.handOffId': ({ handOff }) => ({ input: { handOffId: String(handOff) } }),
    'Mutation.refuseHandOff input.handOffId': ({ handOff }) => ({ input: { handOffId: String(handOff), reason: 'x' } }),
    'Mutation.acceptHandOff input.handOffId': ({ handOff }) => ({
      input: { handOffId: String(handOff), startsOn: '2026-06-01' },
    }),
    'Mutation.writeHandOffMessage input.handOffId': ({ handOff }) => ({
      input: { handOffId: String(handOff), body: 'x' },
    }),
    'Subscription.handOffChanged id': ({ handOff }) => ({ id: String(handOff) }),
  },
  auditedElsewhere: [
    'Query.handOff', // hand-offs.test.ts
    'Query.handOffs',
    'Mutation.askForDevice',
    'Mutation.askForPatient',
    'Mutation.withdrawHandOff',
    'Mutation.refuseHandOff',
    'Mutation.acceptHandOff',
    'Mutation.writeHandOffMessage',
    'Subscription.handOffChanged',
  ],
  once: [
    'Mutation.acceptHandOff',
    'Mutation.askForDevice',
    'Mutation.askForPatient',
    'Mutation.refuseHandOff',
    'Mutation.withdrawHandOff',
    'Mutation.writeHandOffMessage',
  ],
  rights: {
    // Added by triggers only; a user marks their own as read.
    // Written by functions only. What the other side has, and what was typed as a PIN, is of no role of a user.
    hand_offs: {
      org: {
        select:
          'id org_id user_id side kind state serial first_name last_name birth_date phone assigned_id asked_by pin_confirmed other_name patient_org_id patient_id machine_org_id machine_id starts_on reason created_at expires_at ended_at updated_at',
      },
      jobs: READ,
      definer: { select: 'all', insert: 'all', update: 'all' },
    },
    hand_off_messages: { org: READ, definer: { select: 'all', insert: 'all' } },
  },
  viewerFields: [['viewerCanUseHandOffs', 'org', 'request.patient']],
  lists: {
    handOffs: { field: 'handOffs', notCopied: 'few rows' },
  },
  newRows: (w) => [
    ['hand_offs', 'definer', handOffRow(w.a, w.userA), true],
    ['hand_offs', 'definer', handOffRow(w.b, w.userA), false], // not that user's organization
    [
      'hand_off_messages',
      'definer',
      { org_id: w.a, hand_off_id: 1, user_id: w.userA, body: 'x', created_at: new Date() },
      true,
    ],
    ['hand_off_messages', 'definer', { org_id: w.c, hand_off_id: 1, body: 'x', created_at: new Date() }, false], // not its request
  ],
};
