import type { SettingsRecordStatus } from '../../gql/schema.ts';

/** The known times of a change's delivery. Instants are ISO 8601 in UTC. */
export interface Delivery {
  status: SettingsRecordStatus;
  submittedAt: string | null;
  /** The device fetched the change. */
  sentAt: string | null;
  /** The device applied or refused it. */
  answeredAt: string | null;
  /** The device reported it as its current settings. */
  collected: string | null;
}

export type DeliveryState = 'done' | 'waiting' | 'open' | 'failed' | 'void' | 'skipped';

export interface Step {
  name: 'submitted' | 'sent' | 'collected' | 'failed' | 'void';
  at: string | null;
  state: DeliveryState;
}

/**
 * Returns Submitted → Sent to device → Collected, Failed or Void. A step counts as reached only when the device
 * confirmed it: a change without an answer is pending, whatever its age. `skipped`: it ended before the device fetched
 * it.
 */
export function deliverySteps({ status, submittedAt, sentAt, answeredAt, collected }: Delivery): Step[] {
  const submitted: Step = { name: 'submitted', at: submittedAt, state: 'done' };
  const isPending = status === 'PENDING';
  const sent: Step = { name: 'sent', at: sentAt, state: sentAt ? 'done' : isPending ? 'waiting' : 'skipped' };
  if (isPending) return [submitted, sent, { name: 'collected', at: null, state: sentAt ? 'waiting' : 'open' }];
  if (status === 'FAILED') return [submitted, sent, { name: 'failed', at: answeredAt, state: 'failed' }];
  if (status === 'VOID') return [submitted, sent, { name: 'void', at: answeredAt, state: 'void' }];
  // Delivered: older records have the time of the device's report, which moves with each report, but not of its answer.
  return [submitted, { ...sent, state: 'done' }, { name: 'collected', at: answeredAt ?? collected, state: 'done' }];
}
