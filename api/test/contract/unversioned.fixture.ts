/** Every other writing path, with the reason why no client can undo a colleague's change with it. */
export const UNVERSIONED: Record<string, Reason> = {
  'DELETE /api/users/{id}/personal-access-tokens/{tokenId}': 'ends',
  'POST /accept-invitation': 'account',
  'POST /api/announcements': 'adds',
  'POST /api/announcements/{id}/read': 'own',
  'POST /api/api-key/{id}/generate': 'secret',
  'POST /api/api-key/{id}/regenerate': 'secret',
  'POST /api/api-key/{id}/revoke': 'ends',
  'POST /api/dashboard/initial-compliance/patients/{id}/compliance': 'adds',
  'POST /api/icode-reports': 'adds',
  'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no': 'state',
  'POST /api/machines/{id}/usage/date-change-utility/{source}': 'read values',
  'POST /api/machines/{id}/usage/give-back-nights': 'state',
  'POST /api/machines/{id}/usage/void-nights': 'state',
  'POST /api/mail/bounces': 'program',
  'POST /api/migrate/patients': 'adds',
  'POST /api/orgs': 'adds',
  'POST /api/orgs/{dme_id}/migrate': 'adds',
  'POST /api/orgs/{org_id}/users/import': 'adds',
  'POST /api/patients': 'adds',
  'POST /api/patients/{id}/decline': 'ends',
  'POST /api/patients/{id}/devices': 'adds',
  'POST /api/patients/{id}/devices/{deviceId}/restore': 'state',
  'POST /api/patients/{id}/devices/{deviceId}/void': 'state',
  'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': 'state',
  'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': 'state',
  'POST /api/trusted-domains': 'adds',
  'POST /api/uploads': 'adds',
  'POST /api/users': 'adds',
  'POST /api/users/reset-mfa/{id}': 'ends',
  'POST /api/users/{id}/personal-access-tokens': 'adds',
  'POST /device/v1/nights': 'program',
  'POST /device/v1/sessions': 'program',
  'POST /device/v1/sessions/{session}/end': 'program',
  'POST /device/v1/settings/fetch': 'program',
  'POST /device/v1/settings/report': 'program',
  'POST /device/v1/settings/{record}/answer': 'program',
  'POST /forgot-password': 'account',
  'POST /login': 'account',
  'POST /logout': 'account',
  'POST /oauth/token': 'account',
  'POST /reset-password': 'account',
};

/** Why a writing path takes no version. */
type Reason =
  | 'account' // of the caller's own sign-in: no other user changes it
  | 'adds' // a new row, or a user's own act as a new row
  | 'ends' // a right or a secret, which no change of a colleague brings back
  | 'own' // the viewer's own mark
  | 'program' // a device or a mail server reports what happened
  | 'read values' // each row names the value that was read, and is refused at it
  | 'secret' // a new secret in the place of the old one, which no one has written
  | 'state'; // an act that is refused unless the row is in the state that it ends
