import type { Contract } from '../../test/contract/contract.ts';
import { type Address, ofDevice, type Things } from '../../test/contract/permissions.fixture.ts';

const submission = ({ history, version }: Things) => ({
  deviceHistoryId: String(history),
  mode: 'AutoCPAP',
  values: [{ name: 'min_apap', value: '6.5' }],
  version,
});
const undeliveredOf = ({ undelivered: { history, record } }: Things) => ({
  deviceHistoryId: String(history),
  settingsRecordId: String(record),
});
const ofUndelivered = ({ undelivered: { patient, history, record, version } }: Things): Address => ({
  path: { patient: patient.id, history },
  body: { id: record, version },
});

/** What the contract tests expect of device settings, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Subscription.settingsStatusChanged': ['view.patient | viewAny.patient', 'read', 'rows'],
    'GET /api/patients/{patient}/devices/{history}/current_settings': [
      'view.patient | viewAny.patient',
      'read',
      'subject',
    ],
    'GET /api/patients/{patient}/devices/{history}/pending_settings': [
      'view.patient | viewAny.patient',
      'read',
      'subject',
    ],
    'GET /api/patients/{patient}/devices/{history}/settings_history': [
      'view.patient | viewAny.patient',
      'read',
      'subject',
    ],
    // The changes of all histories that the viewer may read.
    'Query.settingsChanges': ['view.patient | viewAny.patient', 'read', 'rows'],
    // "Editing or adding settings needs update.device.settings."
    'Query.checkSubmitSettings': ['update.device.settings', 'read', 'subject'],
    'Mutation.submitSettings': ['update.device.settings', 'write', 'subject'],
    'Mutation.cancelPendingSettings': ['update.device.settings', 'write', 'subject'],
    // Sending a failed change again is submitting it; dismissing one takes the same.
    'Query.checkResendSettings': ['update.device.settings', 'read', 'subject'],
    'Mutation.resendSettings': ['update.device.settings', 'write', 'subject'],
    'Query.checkDismissSettings': ['update.device.settings', 'read', 'subject'],
    'Mutation.dismissSettings': ['update.device.settings', 'write', 'subject'],
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again': [
      'update.device.settings',
      'read',
      'subject',
    ],
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': [
      'update.device.settings',
      'write',
      'subject',
    ],
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss': [
      'update.device.settings',
      'read',
      'subject',
    ],
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': [
      'update.device.settings',
      'write',
      'subject',
    ],
  },
  variables: {
    'Query.settingsChanges': () => ({}),
    'Query.checkSubmitSettings': (things) => ({ input: submission(things) }),
    'Mutation.submitSettings': (things) => ({ input: submission(things) }),
    'Mutation.cancelPendingSettings': ({ history, pending }) => ({
      input: { deviceHistoryId: String(history), settingsRecordId: String(pending) },
    }),
    'Query.checkResendSettings': (things) => ({
      input: { ...undeliveredOf(things), version: things.undelivered.version },
    }),
    'Mutation.resendSettings': (things) => ({
      input: { ...undeliveredOf(things), version: things.undelivered.version },
    }),
    'Query.checkDismissSettings': (things) => ({ input: undeliveredOf(things) }),
    'Mutation.dismissSettings': (things) => ({ input: undeliveredOf(things) }),
  },
  addresses: {
    'GET /api/patients/{patient}/devices/{history}/current_settings': ofDevice,
    'GET /api/patients/{patient}/devices/{history}/pending_settings': ofDevice,
    'GET /api/patients/{patient}/devices/{history}/settings_history': ofDevice,
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again': ofUndelivered,
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': ofUndelivered,
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss': ofUndelivered,
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': ofUndelivered,
  },
  auditedElsewhere: ['Subscription.settingsStatusChanged'],
  once: [
    'Mutation.cancelPendingSettings',
    'Mutation.dismissSettings',
    'Mutation.resendSettings',
    'Mutation.submitSettings',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again',
  ],
  unversioned: {
    'Mutation.cancelPendingSettings': 'state',
    'Mutation.dismissSettings': 'state',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': 'state',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': 'state',
  },
  files: [['GET /api/patients/{patient}/devices/{history}/settings_history', 'view.patient', 'export.device', true]],
  times: {
    'GET /api/patients/{patient}/devices/{history}/settings_history': ['Collected', 'Submitted at', 'Dismissed at'],
  },
  lists: {
    settingsChanges: { field: 'settingsChanges', notCopied: 'no file is made of it' },
  },
};
