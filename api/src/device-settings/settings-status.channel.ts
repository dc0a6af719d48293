import { seesPatient } from '../patients/patients-changes.ts';
import type { Channel } from '../realtime/channel.ts';

interface Changed {
  patientId: number;
  historyId: number;
  recordId: number;
}

/** A settings change of one of the patient's devices has a new status. */
export const settingsStatusChannel: Channel<'settings.status-changed', Changed> = {
  topic: 'settings.status-changed',
  key: 'patientId',
  afterGap: (patientId) => ({ patientId, historyId: 0, recordId: 0 }),
  canJoin: seesPatient,
};
