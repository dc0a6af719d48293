// Printed from the folders of the features by `npm run schema`. Do not edit.

import { loginsList, userChangesList, activityList } from '../activity/activity.list.ts';
import { announcementsList } from '../announcements/announcements.list.ts';
import { bulkQueriesList } from '../bulk-queries/bulk-queries.list.ts';
import { sessionsList } from '../communication/communication.list.ts';
import { devicesList, devicesWithHoldersList } from '../device-index/device-index.list.ts';
import { settingsChangesList } from '../device-settings/settings-changes.list.ts';
import { handOffsList } from '../hand-offs/hand-offs.list.ts';
import { iCodeReportsList } from '../icode-reports/icode-reports.list.ts';
import { inboxList } from '../inbox/inbox.list.ts';
import { machinesList, machinesWithHoldersList } from '../machines/machines.list.ts';
import { patientMigrationRowsList } from '../migration/patient-migration-rows.list.ts';
import { mobileUsersList } from '../mobile-users/mobile-users.list.ts';
import { orgMessagesList } from '../org-messages/org-messages.list.ts';
import { organizationsList } from '../organizations/organizations.list.ts';
import { patientNotesList } from '../patient-notes/patient-notes.list.ts';
import { patientsList } from '../patients/patients.list.ts';
import { rolesList } from '../roles/roles.list.ts';
import { securityEventsList } from '../security-events/security-events.list.ts';
import { suppressedEmailsList } from '../suppressed-emails/suppressed-emails.list.ts';
import { trustedDomainsList } from '../trusted-domains/trusted-domains.list.ts';
import { uploadsList } from '../uploads/uploads.list.ts';
import { usageDateChangesList } from '../usage-dates/usage-dates.list.ts';
import { nightsList } from '../usage/nights.list.ts';
import { usersList } from '../users/users.list.ts';
import { webhookDeliveriesList } from '../webhooks/webhook-deliveries.list.ts';

/** Every list of every `*.list.ts`, by the name of its constant without `List`. */
export const found = {
  activity: activityList,
  announcements: announcementsList,
  bulkQueries: bulkQueriesList,
  devices: devicesList,
  devicesWithHolders: devicesWithHoldersList,
  handOffs: handOffsList,
  iCodeReports: iCodeReportsList,
  inbox: inboxList,
  logins: loginsList,
  machines: machinesList,
  machinesWithHolders: machinesWithHoldersList,
  mobileUsers: mobileUsersList,
  nights: nightsList,
  organizations: organizationsList,
  orgMessages: orgMessagesList,
  patientMigrationRows: patientMigrationRowsList,
  patientNotes: patientNotesList,
  patients: patientsList,
  roles: rolesList,
  securityEvents: securityEventsList,
  sessions: sessionsList,
  settingsChanges: settingsChangesList,
  suppressedEmails: suppressedEmailsList,
  trustedDomains: trustedDomainsList,
  uploads: uploadsList,
  usageDateChanges: usageDateChangesList,
  userChanges: userChangesList,
  users: usersList,
  webhookDeliveries: webhookDeliveriesList,
};
