import { seesPatient } from '../patients/patients-changes.ts';
import type { Channel } from '../realtime/channel.ts';

/**
 * An assignment of the patient was made, changed or deleted, or its device reported. `historyId` is 0 when the change
 * concerns all of them, such as compliance.
 */
export const deviceHistoryChannel: Channel<'device-history.changed', { patientId: number; historyId: number }> = {
  topic: 'device-history.changed',
  key: 'patientId',
  afterGap: (patientId) => ({ patientId, historyId: 0 }),
  canJoin: seesPatient,
};
