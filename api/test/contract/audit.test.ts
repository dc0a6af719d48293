import { beforeAll, describe, expect, test } from '@jest/globals';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import { linesOf } from '../audit-lines.ts';
import { admin, asViewer, makeOrganization, usePortal, type TestViewer } from '../harness.ts';
import { call } from './call.ts';
import { OPERATIONS } from './operations.fixture.ts';
import { arrange, GRAPHQL, REST, type Things } from './permissions.fixture.ts';

usePortal();

/** Operations that are not called here: those without a user, those of devices, and those whose own tests look at their line. */
const ELSEWHERE = [
  'Query.handOff', // hand-offs.test.ts
  'Query.handOffs',
  'Mutation.askForDevice',
  'Mutation.askForPatient',
  'Mutation.withdrawHandOff',
  'Mutation.refuseHandOff',
  'Mutation.acceptHandOff',
  'Mutation.writeHandOffMessage',
  'Subscription.handOffChanged',
  'Query.viewer',
  'Mutation.signIn',
  'Mutation.signOut',
  'POST /login',
  'POST /logout',
  'GET /csrf-token',
  'Query.signInStep',
  'Mutation.verifySignIn', // two-factor.test.ts
  'Mutation.sendSignInCode',
  'Mutation.startPasskeyReauthentication',
  'Mutation.startPasskeySignIn',
  'Mutation.startAppEnrollment',
  'Mutation.confirmAppEnrollment',
  'Mutation.startSmsEnrollment',
  'Mutation.confirmSmsEnrollment',
  'Mutation.startPasskeyEnrollment',
  'Mutation.confirmPasskeyEnrollment',
  'Query.secondFactors',
  'Mutation.removeSecondFactor',
  'Mutation.deletePasskey',
  'Mutation.regenerateRecoveryCodes',
  'Mutation.resetUserSecondFactor', // two-factor.reset.test.ts
  'POST /api/users/reset-mfa/{id}',
  'Mutation.updateViewer', // session.test.ts
  'Mutation.reauthenticate', // reauthenticate.test.ts
  'Mutation.deleteTrustedDomain', // trusted-domains.test.ts
  'Query.complianceReport', // compliance-reports.test.ts
  'GET /api/verify/{code}',
  'GET /.well-known/airlog-report-keys.json', // report-signatures.test.ts
  'Mutation.issueComplianceReport',
  'Query.patientAccess', // patient-access.test.ts
  'Query.patientAccessUsers',
  'Query.patientReaders',
  'Query.checkDeclinePatient', // patient-declines.test.ts
  'Mutation.declinePatient',
  'POST /api/patients/{id}/decline',
  'Query.patientNotes', // patient-notes.test.ts
  'Mutation.createPatientNote',
  'Mutation.updatePatientNote',
  'Mutation.removePatientNote',
  'Subscription.patientNotesChanged',
  'Query.followUps', // follow-ups.test.ts
  'Query.followUpCounts',
  'Query.followUpAssignees',
  'Mutation.assignFollowUp',
  'Mutation.completeFollowUp',
  'Mutation.reopenFollowUp',
  'Mutation.snoozeFollowUp',
  'GET /api/follow-ups',
  'POST /api/follow-ups/{patient}/{reason}/assign',
  'POST /api/follow-ups/{patient}/{reason}/done',
  'POST /api/follow-ups/{patient}/{reason}/reopen',
  'POST /api/follow-ups/{patient}/{reason}/snooze',
  'Query.currentComplianceBatch', // compliance-batches.test.ts
  'Subscription.complianceBatchProgress',
  'Mutation.startComplianceBatch',
  'Mutation.dismissComplianceBatch',
  'GET /api/compliance-batches/{id}/file',
  'GET /api/migration-patients/{dme_id}', // migration/*.test.ts
  'GET /api/migration-search',
  'Mutation.migrateOrganization',
  'Mutation.migratePatients',
  'Mutation.undoPatientMigration',
  'POST /api/migrate/patients',
  'POST /api/orgs/get-location',
  'POST /api/orgs/{dme_id}/migrate',
  'Query.legacyContact',
  'Query.legacyLocations',
  'Query.legacyPatients',
  'Query.patientMigration',
  'Query.patientMigrations',
  'Subscription.patientMigrationProgress',
  'Mutation.importUsers', // users-import.test.ts
  'Mutation.dismissUserImport',
  'Query.currentUserImport',
  'Query.userImport',
  'Subscription.jobProgress',
  'POST /api/orgs/{org_id}/users/import',
  'GET /api/orgs/{org_id}/users/import/{id}',
  'GET /api/orgs/{org_id}/users/import/{id}/result',
  'POST /api/uploads', // uploads.test.ts
  'Mutation.createUpload', // uploads.graphql.test.ts
  'Query.checkConfirmUpload', // uploads.confirm.test.ts
  'Mutation.confirmUpload',
  'Mutation.cancelUpload',
  'GET /api/uploads/{id}',
  'Query.upload',
  'Query.uploads',
  'Mutation.updateOrganizationSettings', // organization-settings.test.ts
  'Query.checkUpdateOrganizationSettings',
  'Mutation.createLocation', // locations.test.ts
  'Mutation.updateLocation',
  'Mutation.closeLocation',
  'Mutation.reopenLocation',
  'Mutation.makePrimaryLocation',
  'Mutation.createOrgGroup', // org-groups.test.ts
  'Mutation.updateOrgGroup',
  'Mutation.deleteOrgGroup',
  'Mutation.acceptInvitation', // account.test.ts
  'Mutation.requestPasswordReset',
  'Mutation.resetPassword',
  'Mutation.changePassword',
  'Mutation.resendUserInvitation',
  'Mutation.startUserPasswordReset',
  'Query.accountLink',
  'POST /accept-invitation',
  'POST /forgot-password',
  'POST /reset-password',
  'POST /api/mail/bounces', // bounces.test.ts
  'Query.suppressedEmails', // suppressed-emails.test.ts
  'Mutation.removeSuppressedEmail',
  'Mutation.saveTablePreferences', // table-preferences.test.ts
  'Mutation.markInboxItemRead', // inbox.test.ts
  'Mutation.markInboxRead',
  'Query.inbox',
  'Subscription.inboxChanged',
  'Subscription.patientsChanged',
  'Subscription.deviceHistoryChanged', // sockets.test.ts
  'Subscription.settingsStatusChanged',
  'Subscription.uploadProgress',
  'Subscription.orgMessageDelivered',
  'Query.user', // user-page.test.ts
  'Mutation.setUserNotificationType',
  'Query.userLogins', // activity.test.ts
  'Query.userSessions',
  'Query.userAuditLog',
  'Mutation.endUserSession',
  'Mutation.endUserSessions',
  'GET /api/users/{user_id}/history/datatable',
  'GET /api/users/{user_id}/audit_log/datatable',
  'Query.userActivity',
  'Query.activity',
  'GET /api/support/activity-logs/user/{id}',
  'GET /api/support/activity-logs/datatable',
  'Query.securityEvents', // security-events.test.ts
  'GET /api/security-events/datatable',
  'Query.checkSendOrgMessage', // org-messages.test.ts
  'Mutation.sendOrgMessage',
  'Query.checkCreateAnnouncement', // announcements.test.ts
  'Mutation.createAnnouncement',
  'POST /api/announcements',
  'Query.checkUpdateAnnouncement',
  'Mutation.updateAnnouncement',
  'PATCH /api/announcements/{id}',
  'Mutation.markAnnouncementRead',
  'POST /api/announcements/{id}/read',
  'Mutation.switchOrganization', // acting-organization.test.ts
  'Query.checkCreateOrganization', // organization-form.test.ts
  'Mutation.createOrganization',
  'POST /api/orgs',
  'Query.checkUpdateOrganization',
  'Mutation.updateOrganization',
  'Query.checkDeactivateOrganization', // organization-state.test.ts
  'Mutation.deactivateOrganization',
  'Mutation.activateOrganization',
  'POST /oauth/token', // credentials/api-keys.test.ts
  'GET /broadcasting/auth', // broadcasting.test.ts
  'POST /broadcasting/auth',
  'GET /broadcasting/user-auth',
  'POST /broadcasting/user-auth',
  ...Object.keys(OPERATIONS).filter((operation) => operation.includes('/device/v1/')),
];
const called = Object.keys(OPERATIONS).filter((operation) => !ELSEWHERE.includes(operation));

let orgId: number;
let reader: TestViewer;
let shared: Things;
beforeAll(async () => {
  orgId = await makeOrganization();
  reader = await asViewer({ orgId, can: ['view.patient'] });
  shared = await arrange(orgId, reader);
});
/** What changes nothing may look at the same patient. */
const thingsFor = (operation: string) => (OPERATIONS[operation]![1] === 'write' ? arrange(orgId, reader) : shared);

/** The patients of an operation's line, where they are not the patient of `arrange`. Lists: contract/reads.test.ts. */
const PATIENTS: Record<string, (things: Things) => number[]> = {
  ...Object.fromEntries(
    [
      'Query.checkAssignDevice',
      'Mutation.assignDevice',
      'GET /api/patients/{id}/check-if-active-devices',
      'POST /api/patients/{id}/check-add-device',
      'POST /api/patients/{id}/check-date-overlaps',
      'POST /api/patients/{id}/devices',
      'POST /api/patients/{id}/distance-from-today',
    ].map((operation) => [operation, ({ free }: Things) => [free.patient.id]]),
  ),
  ...Object.fromEntries(
    [
      'Query.checkAddDevicePin',
      'Mutation.addDevicePin',
      'POST /api/patients/{id}/devices/{machineId}/check-add-pin',
      'POST /api/patients/{id}/devices/{deviceId}/add-pin',
    ].map((operation) => [operation, ({ unpinned }: Things) => [unpinned.patient.id]]),
  ),
  ...Object.fromEntries(
    [
      'Query.checkResendSettings',
      'Mutation.resendSettings',
      'Query.checkDismissSettings',
      'Mutation.dismissSettings',
      'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again',
      'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again',
      'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss',
      'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss',
    ].map((operation) => [operation, ({ undelivered }: Things) => [undelivered.patient.id]]),
  ),
};
/** What `call` selects of them contains no row. */
const EMPTY = [
  'Query.dashboard',
  'Query.machine',
  'Query.machines',
  'Query.patients',
  'Query.possibleDuplicates',
  'Query.devices',
  'Query.icodeReports',
  'Query.mobileUsers',
  'Query.searchResults',
  'GET /api/machines/device/date-change-log',
];
const ADDING = ['Mutation.createPatient', 'POST /api/patients'];
/** They contain the patients of other tests too. */
const TABLES = ['GET /api/patients/datatable', 'GET /api/devices/datatable', 'GET /api/machines/datatable'];

function patientsOf(operation: string, things: Things): unknown {
  const [, , shows] = OPERATIONS[operation]!;
  if (shows === undefined || shows === 'none' || EMPTY.includes(operation)) return [];
  // A page by address, which need not have the patient's.
  if (operation === 'GET /api/mobile-users/datatable') return expect.arrayContaining([expect.any(Number)]);
  // The one that the operation made.
  if (ADDING.includes(operation)) return [expect.any(Number)];
  if (TABLES.includes(operation)) return expect.arrayContaining([things.patient.id, things.unpinned.patient.id]);
  return (PATIENTS[operation] ?? (({ patient }) => [patient.id]))(things);
}

test('every other operation is known here', () => {
  expect(called.filter((operation) => !(operation in GRAPHQL) && !(operation in REST))).toEqual([]);
});

describe.each(['support', 'ep'] as const)('a call by staff (%s)', (kind) => {
  const outcome = { write: 'done', read: 'read' } as const;

  test.each(called)(
    '%s leaves one line with the patients when it shows or changes data of patients, and else none',
    async (operation) => {
      const things = await thingsFor(operation);
      const staff = await asViewer({ kind, orgId: kind === 'ep' ? orgId : undefined, can: [...PERMISSIONS] });
      // Support staff adds and changes patients only while it acts in an organization.
      if (kind === 'support' && /(create|update)\.patient/.test(OPERATIONS[operation]![0]))
        await admin.query('update sessions set acting_org_id = $1 where user_id = $2', [orgId, staff.userId]);
      expect(await call(staff, operation, things)).toBe('done');
      const [, audit] = OPERATIONS[operation]!;
      const lines = await linesOf(staff);
      expect(lines.map((line) => [line.operation, line.outcome, line.patients])).toEqual(
        audit === 'none' ? [] : [[operation, outcome[audit], patientsOf(operation, things)]],
      );
      if (audit === 'none' || operation in GRAPHQL) return;
      // The parameters of the path, as they came.
      const { path } = REST[operation]!(things);
      const named = [...operation.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, String(path[name!])]);
      expect(lines[0]!.properties).toMatchObject(Object.fromEntries(named));
    },
  );
});
