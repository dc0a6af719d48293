import { expect, test } from '@jest/globals';
import { deliverySteps, type Delivery } from './deliverySteps.ts';

const change: Delivery = {
  status: 'PENDING',
  submittedAt: 'T1',
  sentAt: null,
  answeredAt: null,
  collected: null,
};
const shown = (facts: Partial<Delivery>) =>
  deliverySteps({ ...change, ...facts }).map(({ name, at, state }) => `${name} ${state}${at ? ` ${at}` : ''}`);

test.each<{ name: string; facts: Partial<Delivery>; steps: string[] }>([
  {
    name: 'a change that the device has not fetched waits to be sent',
    facts: {},
    steps: ['submitted done T1', 'sent waiting', 'collected open'],
  },
  {
    name: 'a change that the device fetched is not delivered before it answers',
    facts: { sentAt: 'T2' },
    steps: ['submitted done T1', 'sent done T2', 'collected waiting'],
  },
  {
    name: 'a delivered change shows when the device answered, also after later reports',
    facts: { status: 'CURRENT', sentAt: 'T2', answeredAt: 'T3', collected: 'T4' },
    steps: ['submitted done T1', 'sent done T2', 'collected done T3'],
  },
  {
    name: 'an old delivered change without a fetch time counts as sent',
    facts: { status: 'DELIVERED', collected: 'T4' },
    steps: ['submitted done T1', 'sent done', 'collected done T4'],
  },
  {
    name: 'a change that the device took over with other values shows when it answered',
    facts: { status: 'DELIVERED', sentAt: 'T2', answeredAt: 'T3' },
    steps: ['submitted done T1', 'sent done T2', 'collected done T3'],
  },
  {
    name: 'a refused change failed after it was sent',
    facts: { status: 'FAILED', sentAt: 'T2', answeredAt: 'T3' },
    steps: ['submitted done T1', 'sent done T2', 'failed failed T3'],
  },
  {
    name: 'an expired change failed without being sent',
    facts: { status: 'FAILED', answeredAt: 'T3' },
    steps: ['submitted done T1', 'sent skipped', 'failed failed T3'],
  },
  {
    name: 'a replaced change is void',
    facts: { status: 'VOID' },
    steps: ['submitted done T1', 'sent skipped', 'void void'],
  },
])('$name', ({ facts, steps }) => expect(shown(facts)).toEqual(steps));
