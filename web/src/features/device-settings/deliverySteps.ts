/** What is known about the way of a submitted change to its device. Instants are ISO 8601 in UTC. */
export interface Delivery {
  status: string;
  submittedAt: string | null;
  /** The device fetched the change. */
  sentAt: string | null;
  /** The device took it over or refused it. */
  answeredAt: string | null;
  /** The device reported that it runs with it. */
  collected: string | null;
}

export type DeliveryState = 'done' | 'waiting' | 'open' | 'failed' | 'void' | 'skipped';

export interface DeliveryStep {
  name: 'submitted' | 'sent' | 'collected' | 'failed' | 'void';
  at: string | null;
  state: DeliveryState;
}

/**
 * Submitted → Sent to device → Collected, Failed or Void. Nothing counts as arrived before the device said so: a change
 * without an answer waits, whatever its age. `skipped`: it ended before the device fetched it.
 */
export function deliverySteps({ status, submittedAt, sentAt, answeredAt, collected }: Delivery): DeliveryStep[] {
  const submitted: DeliveryStep = { name: 'submitted', at: submittedAt, state: 'done' };
  const isPending = status === 'Pending Delivery';
  const sent: DeliveryStep = { name: 'sent', at: sentAt, state: sentAt ? 'done' : isPending ? 'waiting' : 'skipped' };
  if (isPending) return [submitted, sent, { name: 'collected', at: null, state: sentAt ? 'waiting' : 'open' }];
  if (status === 'Failed Delivery') return [submitted, sent, { name: 'failed', at: answeredAt, state: 'failed' }];
  if (status === 'Void/Replaced') return [submitted, sent, { name: 'void', at: answeredAt, state: 'void' }];
  // Delivered: older records know when the device reported them, not when it fetched them.
  return [submitted, { ...sent, state: 'done' }, { name: 'collected', at: collected ?? answeredAt, state: 'done' }];
}
