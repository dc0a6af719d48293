import type { CardNight } from '../../test/card-nights.ts';
import type { Contract } from '../../test/contract/contract.ts';
import { nightVoidRow } from '../../test/contract/isolation.fixture.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import type { Things } from '../../test/contract/permissions.fixture.ts';

const voidingNight = ({ machine, cardNight }: Things) => ({
  machineId: String(machine.id),
  nights: [{ id: String(cardNight) }],
  reason: 'Wrong person',
});
const givingBack = ({ machine, voidedNight }: Things) => ({
  machineId: String(machine.id),
  nights: [{ id: String(voidedNight) }],
});
const foreignGivingBack = (machine: number, { night, upload }: CardNight, isWhole = false) => ({
  machineId: String(machine),
  ...(isWhole ? { uploadId: String(upload) } : { nights: [{ id: String(night) }] }),
});
const foreignVoidingNight = (machine: number, card: CardNight, isWhole = false) => ({
  ...foreignGivingBack(machine, card, isWhole),
  reason: 'Wrong person',
});

/** What the contract tests expect of night voids, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Who moves nights of a card voids them (decisions/129).
    'Query.checkVoidNights': ['update.machine.date_change_utility', 'read', 'subject'],
    'Mutation.voidNights': ['update.machine.date_change_utility', 'write', 'subject'],
    'POST /api/machines/{id}/usage/void-nights': ['update.machine.date_change_utility', 'write', 'subject'],
    'Query.checkGiveBackNights': ['update.machine.date_change_utility', 'read', 'subject'],
    'Mutation.giveBackNights': ['update.machine.date_change_utility', 'write', 'subject'],
    'POST /api/machines/{id}/usage/give-back-nights': ['update.machine.date_change_utility', 'write', 'subject'],
  },
  variables: {
    'Query.checkVoidNights': (things) => ({ input: voidingNight(things) }),
    'Mutation.voidNights': (things) => ({ input: voidingNight(things) }),
    'Query.checkGiveBackNights': (things) => ({ input: givingBack(things) }),
    'Mutation.giveBackNights': (things) => ({ input: givingBack(things) }),
  },
  addresses: {
    'POST /api/machines/{id}/usage/void-nights': ({ machine, cardNight }) => ({
      path: { id: machine.id },
      body: { rows: [{ id: cardNight }], reason: 'Wrong person' },
    }),
    'POST /api/machines/{id}/usage/give-back-nights': ({ machine, voidedNight }) => ({
      path: { id: machine.id },
      body: { rows: [{ id: voidedNight }] },
    }),
  },
  foreignVariables: {
    'Query.checkVoidNights input.machineId': ({ machine, card }) => ({
      input: foreignVoidingNight(machine.id, card[0]!),
    }),
    'Query.checkVoidNights input.nights.id': ({ card }, own) => ({
      input: foreignVoidingNight(own.machine.id, card[1]!),
    }),
    'Query.checkVoidNights input.uploadId': ({ card }, own) => ({
      input: foreignVoidingNight(own.machine.id, card[2]!, true),
    }),
    'Mutation.voidNights input.machineId': ({ machine, card }) => ({
      input: foreignVoidingNight(machine.id, card[0]!),
    }),
    'Mutation.voidNights input.nights.id': ({ card }, own) => ({
      input: foreignVoidingNight(own.machine.id, card[1]!),
    }),
    'Mutation.voidNights input.uploadId': ({ card }, own) => ({
      input: foreignVoidingNight(own.machine.id, card[2]!, true),
    }),
    'Query.checkGiveBackNights input.machineId': ({ machine, card }) => ({
      input: foreignGivingBack(machine.id, card[5]!),
    }),
    'Query.checkGiveBackNights input.nights.id': ({ card }, own) => ({
      input: foreignGivingBack(own.machine.id, card[6]!),
    }),
    'Query.checkGiveBackNights input.uploadId': ({ card }, own) => ({
      input: foreignGivingBack(own.machine.id, card[7]!, true),
    }),
    'Mutation.giveBackNights input.machineId': ({ machine, card }) => ({
      input: foreignGivingBack(machine.id, card[5]!),
    }),
    'Mutation.giveBackNights input.nights.id': ({ card }, own) => ({
      input: foreignGivingBack(own.machine.id, card[6]!),
    }),
    'Mutation.giveBackNights input.uploadId': ({ card }, own) => ({
      input: foreignGivingBack(own.machine.id, card[7]!, true),
    }),
  },
  foreignAddresses: {
    'POST /api/machines/{id}/usage/void-nights {id}': ({ machine, card }) => ({
      path: { id: machine.id },
      body: { rows: [{ id: card[3]!.night }], reason: 'Wrong person' },
    }),
    'POST /api/machines/{id}/usage/void-nights rows': ({ card }, own) => ({
      path: { id: own.machine.id },
      body: { rows: [{ id: card[4]!.night }], reason: 'Wrong person' },
    }),
    'POST /api/machines/{id}/usage/give-back-nights {id}': ({ machine, card }) => ({
      path: { id: machine.id },
      body: { rows: [{ id: card[8]!.night }] },
    }),
    'POST /api/machines/{id}/usage/give-back-nights rows': ({ card }, own) => ({
      path: { id: own.machine.id },
      body: { rows: [{ id: card[9]!.night }] },
    }),
  },
  selections: {
    checkVoidNights: '{ userErrors { field code message } nights { nightId } }',
    voidNights: '{ userErrors { field code message } machine { id } }',
    checkGiveBackNights: '{ userErrors { field code message } nights { nightId } }',
    giveBackNights: '{ userErrors { field code message } machine { id } }',
  },
  once: [
    'Mutation.giveBackNights',
    'Mutation.voidNights',
    'POST /api/machines/{id}/usage/give-back-nights',
    'POST /api/machines/{id}/usage/void-nights',
  ],
  unversioned: {
    'POST /api/machines/{id}/usage/give-back-nights': 'state',
    'POST /api/machines/{id}/usage/void-nights': 'state',
  },
  rights: {
    // Added to by the functions that void nights and give them back; nothing but the end of a void changes.
    night_voids: {
      org: READ,
      support: READ,
      definer: { select: 'all', insert: 'all', update: 'given_back_by given_back_email given_back_at' },
    },
  },
  newRows: (w) => [
    ['night_voids', 'definer', nightVoidRow(999_999, w.userA), true],
    ['night_voids', 'a', nightVoidRow(999_999, w.userA), false],
    ['night_voids', 'jobs', nightVoidRow(999_999, w.userA), false],
  ],
};
