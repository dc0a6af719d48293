/**
 * Every operation of both APIs: the permission it takes, and the line it leaves in the audit log. Typed from the documents (document 000,
 * sections 6 and 7; DESIGN sections 3 and 7; reference/security.md Z-1 and L-1), never copied by code from the matrix that it judges:
 * matrix.test.ts compares the two, permissions.test.ts and guards.test.ts call each operation with and without the permission.
 *
 *   public   anyone             session  any signed-in user        device  a device at the gateway
 *   verify   a user who owes the second factor            enroll   one who has to set it up, or any signed-in user
 *   a | b    a user who holds one of the permissions
 *
 *   write    one line in the transaction of each call              read    one line after the answer
 *   none     no line: no data of patients, or the row itself is the record
 *
 *   rows     the line names the patients of the rows in the answer subject  it names the patient that the request names
 *   none     the answer shows no patient: counts, or a device without its patient
 */
export const OPERATIONS: Record<
  string,
  readonly [permission: string, audit: 'write' | 'read' | 'none', shows?: 'rows' | 'subject' | 'none']
> = {
  // Signing in and the viewer's own settings.
  'Query.viewer': ['public', 'none'],
  'Mutation.signIn': ['public', 'none'],
  'Mutation.signOut': ['public', 'none'],
  'Mutation.updateViewer': ['session', 'write'],
  'Mutation.reauthenticate': ['session', 'write'],
  // Without a session: a forgotten password, and the links in mails. Their lines are those of the account.
  'Mutation.acceptInvitation': ['public', 'none'],
  'Mutation.requestPasswordReset': ['public', 'none'],
  'Mutation.resetPassword': ['public', 'none'],
  'Query.accountLink': ['public', 'none'],
  'POST /accept-invitation': ['public', 'none'],
  'POST /forgot-password': ['public', 'none'],
  'POST /reset-password': ['public', 'none'],
  'Mutation.changePassword': ['session', 'write'],
  // The second factor (reference/security.md ). The services write the lines: there is no viewer yet.
  'Query.signInStep': ['public', 'none'],
  'Mutation.verifySignIn': ['verify', 'none'],
  'Mutation.sendSignInCode': ['verify', 'none'],
  'Mutation.startPasskeyReauthentication': ['session', 'none'],
  'Mutation.startPasskeySignIn': ['verify', 'none'],
  'Mutation.startAppEnrollment': ['enroll', 'none'],
  'Mutation.confirmAppEnrollment': ['enroll', 'none'],
  'Mutation.startSmsEnrollment': ['enroll', 'none'],
  'Mutation.confirmSmsEnrollment': ['enroll', 'none'],
  'Mutation.startPasskeyEnrollment': ['enroll', 'none'],
  'Mutation.confirmPasskeyEnrollment': ['enroll', 'none'],
  'Query.secondFactors': ['session', 'none'],
  'Mutation.removeSecondFactor': ['session', 'none'],
  'Mutation.deletePasskey': ['session', 'none'],
  'Mutation.regenerateRecoveryCodes': ['session', 'none'],
  'Mutation.resetUserSecondFactor': ['update.user.mfa', 'write', 'subject'],
  'POST /api/users/reset-mfa/{id}': ['update.user.mfa', 'write', 'subject'],
  'Mutation.saveTablePreferences': ['session', 'none'],
  // The patients of the viewer's own settings changes, of those that they may read.
  'Query.inbox': ['session', 'read', 'rows'],
  'Mutation.markInboxItemRead': ['session', 'none'],
  'Mutation.markInboxRead': ['session', 'none'],
  'Subscription.inboxChanged': ['session', 'none'],
  'POST /login': ['public', 'none'],
  'POST /logout': ['public', 'none'],
  'GET /.well-known/airlog-report-keys.json': ['public', 'none'],
  'GET /csrf-token': ['public', 'none'],
  'GET /api/user': ['session', 'none'],

  // Tokens and API keys: document 001, sections 6 and 7. The exchange of a key writes its own line.
  'POST /oauth/token': ['public', 'none'],
  // The mail server, with a secret of its own.
  'POST /api/mail/bounces': ['public', 'none'],
  'GET /oauth/scopes': ['session', 'none'],
  'GET /api/users/{id}/personal-access-tokens': ['api.token.access | api.token.generate', 'none'],
  'POST /api/users/{id}/personal-access-tokens': ['create.user.security.api', 'write'],
  'DELETE /api/users/{id}/personal-access-tokens/{tokenId}': ['delete.user.security.api', 'write'],
  'Mutation.createPersonalAccessToken': ['create.user.security.api', 'write'],
  'Mutation.deletePersonalAccessToken': ['delete.user.security.api', 'write'],
  'GET /api/api-key/{id}/get': ['legacy.api.token.generate', 'none'],
  'POST /api/api-key/{id}/generate': ['legacy.api.token.generate', 'write'],
  'POST /api/api-key/{id}/regenerate': ['legacy.api.token.generate', 'write'],
  'POST /api/api-key/{id}/revoke': ['legacy.api.token.generate', 'write'],
  'Mutation.generateApiKey': ['legacy.api.token.generate', 'write'],
  'Mutation.regenerateApiKey': ['legacy.api.token.generate', 'write'],
  'Mutation.revokeApiKey': ['legacy.api.token.generate', 'write'],
  'GET /api/users/my-org': ['session', 'none'],
  // Administrators of an organization: their own settings (DESIGN section 7).
  'PATCH /api/users/my-org': ['update.org.settings', 'write'],
  'Query.checkUpdateOrganizationSettings': ['update.org.settings', 'none'],
  'Mutation.updateOrganizationSettings': ['update.org.settings', 'write'],

  // Patients. A node takes the permission of its type as well (node.service.ts), the dashboard that of each card, a search
  // that of each list.
  'Query.node': ['session', 'read', 'rows'],
  'Query.dashboard': ['session', 'read', 'rows'],
  'Query.patient': ['view.patient | viewAny.patient', 'read', 'rows'],
  'Query.patients': ['view.patient | viewAny.patient', 'read', 'rows'],
  'Query.searchResults': ['session', 'read', 'rows'],
  'GET /api/patients/datatable': ['view.patient | viewAny.patient', 'read', 'rows'],
  'GET /api/patients/{id}': ['view.patient | viewAny.patient', 'read', 'subject'],
  // The form of a patient. Its choices are names of organizations, users and locations.
  'Query.checkCreatePatient': ['create.patient', 'none'],
  'Mutation.createPatient': ['create.patient', 'write', 'subject'],
  'POST /api/patients': ['create.patient', 'write', 'subject'],
  // Of another organization, for the organization of the viewer (decisions/144).
  'Query.checkDeclinePatient': ['update.patient', 'read', 'subject'],
  'Mutation.declinePatient': ['update.patient', 'write', 'subject'],
  'POST /api/patients/{id}/decline': ['update.patient', 'write', 'subject'],
  'Query.checkUpdatePatient': ['update.patient', 'read', 'subject'],
  'Mutation.updatePatient': ['update.patient', 'write', 'subject'],
  'PATCH /api/patients/{id}': ['update.patient', 'write', 'subject'],
  'Query.possibleDuplicates': ['create.patient | update.patient', 'read', 'rows'],
  'Query.patientProviders': ['create.patient | update.patient', 'none'],
  'Query.patientClinicians': ['create.patient | update.patient', 'none'],
  'Query.patientLocations': ['create.patient | update.patient', 'none'],
  'Subscription.deviceHistoryChanged': ['view.patient | viewAny.patient', 'read', 'rows'],
  'Subscription.patientsChanged': ['view.patient | viewAny.patient', 'none'],
  'Query.patientAccess': ['view.patient | viewAny.patient', 'read', 'subject'],
  'Query.patientAccessUsers': ['view.user | viewAny.user', 'read', 'subject'],
  'Query.patientReaders': ['view.user | viewAny.user', 'read', 'subject'],
  // Notes of a patient, of which each is read by the organizations that its author chose.
  'Query.followUps': ['view.patient | viewAny.patient', 'read', 'rows'],
  'Query.followUpCounts': ['view.patient | viewAny.patient', 'none'],
  'Query.followUpAssignees': ['create.patient.note', 'none'],
  'Mutation.assignFollowUp': ['create.patient.note', 'write', 'subject'],
  'Mutation.completeFollowUp': ['create.patient.note', 'write', 'subject'],
  'Mutation.reopenFollowUp': ['create.patient.note', 'write', 'subject'],
  'Mutation.snoozeFollowUp': ['create.patient.note', 'write', 'subject'],
  'GET /api/follow-ups': ['view.patient | viewAny.patient', 'read', 'rows'],
  'POST /api/follow-ups/{patient}/{reason}/assign': ['create.patient.note', 'write', 'subject'],
  'POST /api/follow-ups/{patient}/{reason}/done': ['create.patient.note', 'write', 'subject'],
  'POST /api/follow-ups/{patient}/{reason}/reopen': ['create.patient.note', 'write', 'subject'],
  'POST /api/follow-ups/{patient}/{reason}/snooze': ['create.patient.note', 'write', 'subject'],
  'Query.patientNotes': ['view.patient | viewAny.patient', 'read', 'rows'],
  'Query.patientTimeline': ['view.patient | viewAny.patient', 'read', 'subject'],
  'Mutation.createPatientNote': ['create.patient.note', 'write', 'subject'],
  'Mutation.updatePatientNote': ['create.patient.note', 'write', 'subject'],
  'Mutation.removePatientNote': ['create.patient.note', 'write', 'subject'],
  'Subscription.patientNotesChanged': ['view.patient | viewAny.patient', 'none'],
  'Subscription.settingsStatusChanged': ['view.patient | viewAny.patient', 'read', 'rows'],

  // Devices: {host}.user.device, with the host org or support, or viewAny.device.
  'Query.devices': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
  'Query.machine': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
  'Query.machines': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
  'GET /api/devices/datatable': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
  'GET /api/machines/datatable': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
  'GET /api/machines/{id}/history': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
  'GET /api/machines/{guid}/connection-history': [
    'org.user.device | support.user.device | viewAny.device',
    'read',
    'rows',
  ],
  'GET /api/machines/{serial}/iccid-data': ['org.user.device | support.user.device | viewAny.device', 'read', 'none'],
  'GET /api/aeris/{iccid}/device-details': ['org.user.device | support.user.device | viewAny.device', 'read', 'none'],

  // The devices of a patient are a part of the patient.
  'GET /api/patients/{id}/usage': ['view.patient | viewAny.patient', 'read', 'subject'],
  'GET /api/patients/{id}/compliance': ['view.patient | viewAny.patient', 'read', 'subject'],
  'GET /api/patients/{id}/timeline': ['view.patient | viewAny.patient', 'read', 'subject'],
  'GET /api/patients/{patient}/devices': ['view.patient | viewAny.patient', 'read', 'subject'],
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
  'GET /api/patients/{patient}/devices/{history}/connection_history': [
    'view.patient | viewAny.patient',
    'read',
    'subject',
  ],

  // "Add Device needs create.device."
  'Query.checkAssignDevice': ['create.device', 'read', 'subject'],
  'Mutation.assignDevice': ['create.device', 'write', 'subject'],
  'GET /api/patients/{id}/check-if-active-devices': ['create.device', 'read', 'subject'],
  'POST /api/patients/{id}/check-add-device': ['create.device', 'read', 'subject'],
  'POST /api/patients/{id}/check-date-overlaps': ['create.device', 'read', 'subject'],
  'POST /api/patients/{id}/devices': ['create.device', 'write', 'subject'],
  // Asked by both dialogs.
  'POST /api/patients/{id}/distance-from-today': ['create.device | update.device', 'read', 'subject'],

  // "Edit/End needs update.device." A change of dates has the compliance calculated again.
  'Query.checkUpdateDevice': ['update.device', 'read', 'subject'],
  'Mutation.updateDevice': ['update.device', 'write', 'subject'],
  'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps': ['update.device', 'read', 'subject'],
  'PATCH /api/patients/{id}/check-update-device/{machineId}': ['update.device', 'read', 'subject'],
  'PATCH /api/patients/{id}/devices/{deviceId}': ['update.device', 'write', 'subject'],
  // Who may read a result may issue it; of a batch, its file is of the user who asked for it.
  'Query.complianceReport': ['view.patient | viewAny.patient', 'read', 'rows'],
  'GET /api/verify/{code}': ['view.patient | viewAny.patient', 'read', 'subject'],
  'Mutation.issueComplianceReport': ['view.patient | viewAny.patient', 'write', 'subject'],
  'Query.currentComplianceBatch': ['view.patient | viewAny.patient', 'none'],
  'Subscription.complianceBatchProgress': ['view.patient | viewAny.patient', 'none'],
  'Mutation.startComplianceBatch': ['view.patient | viewAny.patient', 'write', 'none'],
  'Mutation.dismissComplianceBatch': ['view.patient | viewAny.patient', 'write'],
  'GET /api/compliance-batches/{id}/file': ['view.patient | viewAny.patient', 'read', 'rows'],
  'Query.complianceRules': ['view.patient | viewAny.patient', 'none'],
  'Mutation.recalculateCompliance': ['update.device', 'write', 'subject'],
  'POST /api/dashboard/initial-compliance/patients/{id}/compliance': ['update.device', 'write', 'subject'],

  // Add Pin: update.device.pin.
  'Query.checkAddDevicePin': ['update.device.pin', 'read', 'subject'],
  'Mutation.addDevicePin': ['update.device.pin', 'write', 'subject'],
  // The PIN of one machine, to users who may set it or view any device; recorded before it is shown.
  'Mutation.showMachinePin': ['update.device.pin | viewAny.device', 'write', 'subject'],
  'POST /api/patients/{id}/devices/{machineId}/check-add-pin': ['update.device.pin', 'read', 'subject'],
  'POST /api/patients/{id}/devices/{deviceId}/add-pin': ['update.device.pin', 'write', 'subject'],

  // "update.machine.date_change_utility: shows Date Change Utility button." The log is of the device.
  'GET /api/machines/device/date-change-log': [
    'org.user.device | support.user.device | viewAny.device',
    'read',
    'rows',
  ],
  'GET /api/machines/{id}/usage/date-change-utility/{source}': ['update.machine.date_change_utility', 'read', 'rows'],
  'POST /api/machines/{id}/usage/date-change-utility/{source}': [
    'update.machine.date_change_utility',
    'write',
    'subject',
  ],
  'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no': [
    'update.machine.date_change_utility',
    'write',
    'subject',
  ],
  'Query.checkChangeUsageDates': ['update.machine.date_change_utility', 'read', 'subject'],
  'Mutation.changeUsageDates': ['update.machine.date_change_utility', 'write', 'subject'],
  'Mutation.undoUsageDates': ['update.machine.date_change_utility', 'write', 'subject'],
  'Mutation.resetRecordNo': ['update.machine.date_change_utility', 'write', 'subject'],

  // Who moves nights of a card voids them (decisions/129).
  'Query.checkVoidNights': ['update.machine.date_change_utility', 'read', 'subject'],
  'Mutation.voidNights': ['update.machine.date_change_utility', 'write', 'subject'],
  'POST /api/machines/{id}/usage/void-nights': ['update.machine.date_change_utility', 'write', 'subject'],
  'Query.checkGiveBackNights': ['update.machine.date_change_utility', 'read', 'subject'],
  'Mutation.giveBackNights': ['update.machine.date_change_utility', 'write', 'subject'],
  'POST /api/machines/{id}/usage/give-back-nights': ['update.machine.date_change_utility', 'write', 'subject'],

  // "Delete needs delete.device."
  'Mutation.deleteDevice': ['delete.device', 'write', 'subject'],
  'DELETE /api/patients/{id}/devices/{deviceId}': ['delete.device', 'write', 'subject'],
  'Query.checkDeleteDevice': ['delete.device', 'read', 'subject'],
  // Void and its undo take what Delete takes (decisions/123).
  'Query.checkVoidDevice': ['delete.device', 'read', 'subject'],
  'Mutation.voidDevice': ['delete.device', 'write', 'subject'],
  'POST /api/patients/{id}/devices/{deviceId}/void': ['delete.device', 'write', 'subject'],
  'Mutation.restoreDevice': ['delete.device', 'write', 'subject'],
  'POST /api/patients/{id}/devices/{deviceId}/restore': ['delete.device', 'write', 'subject'],

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

  // "iCode Reports is shown to all" who see the patient. "Add iCode Report needs upload.device.icode."
  'Query.icodeReports': ['view.patient | viewAny.patient', 'read', 'rows'],
  'GET /api/icode-reports': ['view.patient | viewAny.patient', 'read', 'rows'],
  'Query.checkCreateICodeReports': ['upload.device.icode', 'read', 'subject'],
  'Mutation.createICodeReports': ['upload.device.icode', 'write', 'subject'],
  'POST /api/icode-reports': ['upload.device.icode', 'write', 'subject'],

  // Files of SD cards: what each of them is, of no patient in particular.
  'POST /api/uploads': ['upload.device.usage', 'write', 'none'],
  'GET /api/uploads': ['upload.device.usage', 'read', 'none'],
  'Mutation.createUpload': ['upload.device.usage', 'write', 'none'],
  'Query.checkConfirmUpload': ['upload.device.usage', 'read', 'subject'],
  'Mutation.confirmUpload': ['upload.device.usage', 'write', 'subject'],
  'Mutation.cancelUpload': ['upload.device.usage', 'write', 'none'],
  'GET /api/uploads/{id}': ['upload.device.usage', 'read', 'none'],
  'Query.upload': ['upload.device.usage', 'read', 'none'],
  'Query.uploads': ['upload.device.usage', 'read', 'none'],
  'Subscription.uploadProgress': ['upload.device.usage', 'read', 'none'],

  // Staff and messages to staff: no data of patients.
  'GET /api/users/{id}': ['session', 'none'],
  // "create or update on a user row: Edit User"
  'Query.newUserForm': ['create.user', 'none'],
  'Query.userFormOrganizations': ['create.user', 'none'],
  'Query.checkCreateUser': ['create.user', 'none'],
  'Mutation.createUser': ['create.user', 'write'],
  'POST /api/users': ['create.user', 'write'],
  // Import: one's own files, and the users of an organization (reference/security.md U-11).
  'POST /api/orgs/{org_id}/users/import': ['create.user', 'write'],
  'GET /api/orgs/{org_id}/users/import/{id}': ['create.user', 'none'],
  'GET /api/orgs/{org_id}/users/import/{id}/result': ['create.user', 'none'],
  'Query.userImport': ['create.user', 'none'],
  'Query.currentUserImport': ['create.user', 'none'],
  'Subscription.jobProgress': ['create.user', 'none'],
  'Mutation.dismissUserImport': ['create.user', 'write'],
  'Mutation.importUsers': ['create.user', 'write'],
  'GET /api/user-types/{id}': ['create.user', 'none'],
  'Query.userForm': ['update.user', 'none'],
  'Query.checkUpdateUser': ['update.user', 'none'],
  'Mutation.updateUser': ['update.user', 'write'],
  'PATCH /api/users': ['update.user', 'write'],
  'PATCH /api/users/{id}': ['session', 'write'],
  'Query.users': ['view.user | viewAny.user', 'none'],
  'GET /api/users/datatable': ['view.user | viewAny.user', 'none'],
  'Query.userStatusCounts': ['view.user | viewAny.user', 'none'],
  'GET /api/orgs/{org_id}/users/datatable': ['view.user | viewAny.user', 'none'],
  // An act on a user takes its own permission (reference/security.md, Z-6).
  'Mutation.setUserActive': ['update.user.active', 'write'],
  'Mutation.setUsersActive': ['update.user.active', 'write'],
  'Mutation.unlockUser': ['update.user.lock', 'write'],
  'Mutation.setUserVentilatorAccess': ['update.user.mvc_settings', 'write'],
  'PATCH /api/users/{id}/mvc-settings': ['update.user.mvc_settings', 'write'],
  // "Resend invitation only when email is unverified. Reset password only when email is verified."
  'Mutation.resendUserInvitation': ['update.user.invitation', 'write'],
  'Mutation.resendUserInvitations': ['update.user.invitation', 'write'],
  'Mutation.startUserPasswordReset': ['update.user.password', 'write'],
  // Support staff only.
  'Query.suppressedEmails': ['viewAny.suppressed_email', 'none'],
  'Mutation.removeSuppressedEmail': ['delete.suppressed_email', 'write'],
  // Every user reads their own page and logs and ends their own sessions; those of another user: "view on a user row".
  'Query.user': ['session', 'none'],
  'Mutation.setUserNotificationType': ['session', 'write'],
  'Query.userLogins': ['session', 'none'],
  'Query.userSessions': ['session', 'none'],
  'Query.userAuditLog': ['session', 'none'],
  'Mutation.endUserSession': ['session', 'write'],
  'Mutation.endUserSessions': ['session', 'write'],
  'GET /api/users/{user_id}/history/datatable': ['session', 'none'],
  'GET /api/users/{user_id}/audit_log/datatable': ['session', 'none'],
  // What users did with the data of patients.
  'Query.userActivity': ['session', 'read', 'subject'],
  'Query.activity': ['viewAny.activity', 'read', 'subject'],
  'GET /api/support/activity-logs/user/{id}': ['session', 'read', 'subject'],
  'GET /api/support/activity-logs/datatable': ['viewAny.activity', 'read', 'subject'],
  // What was refused of accounts: for administrators and support staff.
  'Query.securityEvents': ['view.user | viewAny.activity', 'none'],
  'GET /api/security-events/datatable': ['view.user | viewAny.activity', 'none'],
  // Roles: document 001, section 6, for support staff.
  'Query.role': ['viewAll.role', 'none'],
  'Query.roles': ['viewAll.role', 'none'],
  'GET /api/support/role/datatable': ['viewAll.role', 'none'],
  'GET /api/support/role/{id}': ['viewAll.role', 'none'],
  'Query.orgMessages': ['send.org.message', 'none'],
  'Query.orgMessageRecipients': ['send.org.message', 'none'],
  'Query.checkSendOrgMessage': ['send.org.message', 'none'],
  'Mutation.sendOrgMessage': ['send.org.message', 'write'],
  // Support staff acts in one organization (DESIGN section 7: `viewAny.org`).
  'Mutation.switchOrganization': ['viewAny.org', 'write'],
  // Organizations: support staff creates and changes them, and activates and deactivates them (DESIGN section 7).
  'Query.checkCreateOrganization': ['create.org', 'none'],
  'Mutation.createOrganization': ['create.org', 'write'],
  'POST /api/orgs': ['create.org', 'write'],
  'Query.checkUpdateOrganization': ['update.org', 'none'],
  'Mutation.updateOrganization': ['update.org', 'write'],
  'Query.checkDeactivateOrganization': ['update.org', 'none'],
  'Mutation.deactivateOrganization': ['update.org', 'write'],
  'Mutation.activateOrganization': ['update.org', 'write'],
  'Query.clinicalTypes': ['viewAny.org', 'none'],
  // Organizations: support staff lists them; administrators see their own (DESIGN section 7).
  'Query.organizations': ['viewAny.org', 'none'],
  'Query.organizationTypes': ['viewAny.org', 'none'],
  'Query.organization': ['viewAny.org | update.org.settings', 'none'],
  // Their locations and groups: support staff, and administrators for their own (decisions/087).
  'Mutation.createLocation': ['update.org | update.org.settings', 'write'],
  'Mutation.updateLocation': ['update.org | update.org.settings', 'write'],
  'Mutation.closeLocation': ['update.org | update.org.settings', 'write'],
  'Mutation.reopenLocation': ['update.org | update.org.settings', 'write'],
  'Mutation.makePrimaryLocation': ['update.org | update.org.settings', 'write'],
  'Mutation.createOrgGroup': ['update.org | update.org.settings', 'write'],
  'Mutation.updateOrgGroup': ['update.org | update.org.settings', 'write'],
  'Mutation.deleteOrgGroup': ['update.org | update.org.settings', 'write'],
  'GET /api/orgs/datatable': ['viewAny.org', 'none'],
  'GET /api/orgs/orgtypes': ['viewAny.org', 'none'],
  'GET /api/orgs/clinicaltypes': ['viewAny.org', 'none'],
  'GET /api/orgs/{id}/groups': ['session', 'none'],
  'GET /api/orgs/{id}/locations': ['session', 'none'],
  // Migration from the legacy system: document 001, section 7, and DESIGN section 7 (`migrate.org`). The progress and the results
  // are of all support staff. Patients of the legacy system have no row here, so no line names them.
  'GET /api/migration-patients/{dme_id}': ['migrate.org', 'read', 'none'],
  'GET /api/migration-search': ['migrate.org', 'none'],
  'Mutation.migrateOrganization': ['migrate.org', 'write'],
  'Mutation.migratePatients': ['migrate.org', 'write', 'none'],
  'Mutation.undoPatientMigration': ['migrate.org', 'write', 'none'],
  'POST /api/migrate/patients': ['migrate.org', 'write'],
  'POST /api/orgs/get-location': ['migrate.org', 'none'],
  'POST /api/orgs/{dme_id}/migrate': ['migrate.org', 'write'],
  'Query.legacyContact': ['migrate.org', 'none'],
  'Query.legacyLocations': ['migrate.org', 'none'],
  'Query.legacyPatients': ['migrate.org', 'read', 'none'],
  'Query.patientMigration': ['viewAny.org', 'read', 'rows'],
  'Query.patientMigrations': ['viewAny.org', 'read', 'rows'],
  'Subscription.patientMigrationProgress': ['viewAny.org', 'none'],
  'Subscription.orgMessageDelivered': ['session', 'none'],
  'GET /broadcasting/auth': ['session', 'none'],
  'POST /broadcasting/auth': ['session', 'none'],
  'GET /broadcasting/user-auth': ['session', 'none'],
  'POST /broadcasting/user-auth': ['session', 'none'],

  // Trusted domains: no data of patients.
  'Query.trustedDomains': ['update.org.settings', 'none'],
  'GET /api/trusted-domains/datatable': ['update.org.settings', 'none'],
  'Query.checkCreateTrustedDomain': ['update.org.settings', 'none'],
  'Mutation.createTrustedDomain': ['update.org.settings', 'write'],
  'Mutation.deleteTrustedDomain': ['update.org.settings', 'write'],
  'POST /api/trusted-domains': ['update.org.settings', 'write'],

  // Announcements: no data of patients. Each user reads and marks those that concern them.
  'Query.announcements': ['update.announcement', 'none'],
  'GET /api/announcements/datatable': ['update.announcement', 'none'],
  'Query.announcementOrganizations': ['update.announcement', 'none'],
  'Query.checkCreateAnnouncement': ['update.announcement', 'none'],
  'Mutation.createAnnouncement': ['update.announcement', 'write'],
  'POST /api/announcements': ['update.announcement', 'write'],
  'Query.checkUpdateAnnouncement': ['update.announcement', 'none'],
  'Mutation.updateAnnouncement': ['update.announcement', 'write'],
  'PATCH /api/announcements/{id}': ['update.announcement', 'write'],
  'GET /api/announcements': ['session', 'none'],
  'Mutation.markAnnouncementRead': ['session', 'none'],
  'POST /api/announcements/{id}/read': ['session', 'none'],

  // The accounts of patients in the mobile app.
  'Query.mobileUsers': ['view.mobile_user', 'read', 'rows'],
  'GET /api/mobile-users/datatable': ['view.mobile_user', 'read', 'rows'],
  'Mutation.setMobileUserActive': ['update.mobile_user', 'write', 'subject'],
  'PATCH /api/mobile-users/{id}': ['update.mobile_user', 'write', 'subject'],

  // A hand-off: asked for by staff of one organization, answered by that of another. Accepting takes update.device too.
  'Query.handOff': ['request.patient', 'read', 'rows'],
  'Query.handOffs': ['request.patient', 'read', 'rows'],
  'Subscription.handOffChanged': ['request.patient', 'none'],
  'Mutation.askForDevice': ['request.patient', 'write', 'none'],
  'Mutation.askForPatient': ['request.patient', 'write', 'none'],
  'Mutation.withdrawHandOff': ['request.patient', 'write', 'subject'],
  'Mutation.refuseHandOff': ['request.patient', 'write', 'subject'],
  'Mutation.acceptHandOff': ['request.patient', 'write', 'subject'],
  'Mutation.writeHandOffMessage': ['request.patient', 'write', 'subject'],

  // The device gateway.
  'POST /device/v1/sessions': ['device', 'none', 'none'],
  'POST /device/v1/sessions/{session}/end': ['device', 'none', 'none'],
  'POST /device/v1/settings/fetch': ['device', 'none', 'none'],
  'POST /device/v1/settings/{record}/answer': ['device', 'none', 'none'],
  'POST /device/v1/settings/report': ['device', 'none', 'none'],
  'POST /device/v1/nights': ['device', 'none', 'none'],
};

/** The permissions of which an operation takes one; or public, session or device alone. */
export const permissionsOf = (operation: string): readonly string[] => OPERATIONS[operation]![0].split(' | ');
