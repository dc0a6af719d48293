import type { Contract } from '../../test/contract/contract.ts';
import { toGlobalId } from '../shared/node.ts';

const settings = (history: number) => ({ deviceHistoryId: String(history), mode: 'CPAP', values: [], version: 'x' });
const again = (history: number, record: number) => ({
  deviceHistoryId: String(history),
  settingsRecordId: String(record),
  version: 'x',
});

/** Positions of ids of device settings: an id of another organization is refused, typed from the documents. */
export const contract: Contract = {
  foreignVariables: {
    'Query.node id (SettingsRecord)': ({ settings }) => ({ id: toGlobalId('SettingsRecord', settings) }),
    'Query.checkSubmitSettings input.deviceHistoryId': ({ history }) => ({ input: settings(history) }),
    'Mutation.submitSettings input.deviceHistoryId': ({ history }) => ({ input: settings(history) }),
    'Mutation.cancelPendingSettings input.deviceHistoryId': ({ history }, own) => ({
      input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
    }),
    'Mutation.cancelPendingSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
    }),
    'Query.checkResendSettings input.deviceHistoryId': ({ history }, own) => ({ input: again(history, own.settings) }),
    'Query.checkResendSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: again(own.history, record),
    }),
    'Mutation.resendSettings input.deviceHistoryId': ({ history }, own) => ({ input: again(history, own.settings) }),
    'Mutation.resendSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: again(own.history, record),
    }),
    'Query.checkDismissSettings input.deviceHistoryId': ({ history }, own) => ({
      input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
    }),
    'Query.checkDismissSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
    }),
    'Mutation.dismissSettings input.deviceHistoryId': ({ history }, own) => ({
      input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
    }),
    'Mutation.dismissSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
    }),
    'Subscription.settingsStatusChanged patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  foreignAddresses: {
    'GET /api/patients/{patient}/devices/{history}/current_settings {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
    }),
    'GET /api/patients/{patient}/devices/{history}/current_settings {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
    }),
    'GET /api/patients/{patient}/devices/{history}/settings_history {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
    }),
    'GET /api/patients/{patient}/devices/{history}/settings_history {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
    }),
    'GET /api/patients/{patient}/devices/{history}/pending_settings {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
    }),
    'GET /api/patients/{patient}/devices/{history}/pending_settings {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again {patient}': (
      { patient },
      own,
    ) => ({
      path: { patient: patient.id, history: own.history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again {history}': (
      { history },
      own,
    ) => ({
      path: { patient: own.patient.id, history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again id': (
      { settings: record },
      own,
    ) => ({
      path: { patient: own.patient.id, history: own.history },
      body: { id: record, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again id': ({ settings: record }, own) => ({
      path: { patient: own.patient.id, history: own.history },
      body: { id: record, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss id': (
      { settings: record },
      own,
    ) => ({
      path: { patient: own.patient.id, history: own.history },
      body: { id: record, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss id': ({ settings: record }, own) => ({
      path: { patient: own.patient.id, history: own.history },
      body: { id: record, version: 'x' },
    }),
  },
};
