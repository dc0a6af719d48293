import { read, READ_PATIENT, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const deviceSettingsAccess: Access = {
  'GET /api/patients/{patient}/devices/{history}/current_settings': read(READ_PATIENT, 'subject'),
  'GET /api/patients/{patient}/devices/{history}/pending_settings': read(READ_PATIENT, 'subject'),
  'GET /api/patients/{patient}/devices/{history}/settings_history': {
    ...read(READ_PATIENT, 'subject'),
    export: 'export.device',
    fileOf: 'one',
  },
  'Mutation.cancelPendingSettings': write('update.device.settings', 'once'),
  'Mutation.dismissSettings': write('update.device.settings', 'once'),
  'Mutation.resendSettings': write('update.device.settings', 'once'),
  'Mutation.submitSettings': write('update.device.settings', 'once'),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss': read(
    'update.device.settings',
    'subject',
  ),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again': read(
    'update.device.settings',
    'subject',
  ),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': write('update.device.settings', 'once'),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': write('update.device.settings', 'once'),
  'Query.checkDismissSettings': read('update.device.settings', 'subject'),
  'Query.checkResendSettings': read('update.device.settings', 'subject'),
  'Query.checkSubmitSettings': read('update.device.settings', 'subject'),
  'Query.settingsChanges': read(READ_PATIENT, 'rows'),
  'Subscription.settingsStatusChanged': read(READ_PATIENT, 'rows'),
};
