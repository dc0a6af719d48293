// Printed from the folders of the features by `npm run schema`. Do not edit.

import { accountAccess } from '../account/account.access.ts';
import { activityAccess } from '../activity/activity.access.ts';
import { announcementsAccess } from '../announcements/announcements.access.ts';
import { bulkQueriesAccess } from '../bulk-queries/bulk-queries.access.ts';
import { changesAccess } from '../changes/changes.access.ts';
import { communicationAccess } from '../communication/communication.access.ts';
import { complianceBatchesAccess } from '../compliance-reports/compliance-batches.access.ts';
import { complianceReportsAccess } from '../compliance-reports/compliance-reports.access.ts';
import { complianceAccess } from '../compliance/compliance.access.ts';
import { credentialsAccess } from '../credentials/credentials.access.ts';
import { dashboardAccess } from '../dashboard/dashboard.access.ts';
import { deviceHistoryAccess } from '../device-history/device-history.access.ts';
import { deviceIndexAccess } from '../device-index/device-index.access.ts';
import { deviceSettingsAccess } from '../device-settings/device-settings.access.ts';
import { dismissedNoticesAccess } from '../dismissed-notices/dismissed-notices.access.ts';
import { fhirAccess } from '../fhir/fhir.access.ts';
import { followUpsAccess } from '../follow-ups/follow-ups.access.ts';
import { gatewayAccess } from '../gateway/gateway.access.ts';
import { nodeAccess } from '../graphql/node.access.ts';
import { priceAccess } from '../graphql/price.access.ts';
import { handOffsAccess } from '../hand-offs/hand-offs.access.ts';
import { iCodeReportsAccess } from '../icode-reports/icode-reports.access.ts';
import { inboxAccess } from '../inbox/inbox.access.ts';
import { installationAccess } from '../installation/installation.access.ts';
import { locationsAccess } from '../locations/locations.access.ts';
import { machinesAccess } from '../machines/machines.access.ts';
import { mailAccess } from '../mail/mail.access.ts';
import { migrationAccess } from '../migration/migration.access.ts';
import { mobileUsersAccess } from '../mobile-users/mobile-users.access.ts';
import { nightVoidsAccess } from '../night-voids/night-voids.access.ts';
import { orgGroupsAccess } from '../org-groups/org-groups.access.ts';
import { orgMessagesAccess } from '../org-messages/org-messages.access.ts';
import { organizationsAccess } from '../organizations/organizations.access.ts';
import { patientAccessAccess } from '../patient-access/patient-access.access.ts';
import { patientDeclinesAccess } from '../patient-declines/patient-declines.access.ts';
import { patientNotesAccess } from '../patient-notes/patient-notes.access.ts';
import { patientsAccess } from '../patients/patients.access.ts';
import { broadcastingAccess } from '../realtime/broadcasting.access.ts';
import { rolesAccess } from '../roles/roles.access.ts';
import { savedQueriesAccess } from '../saved-queries/saved-queries.access.ts';
import { searchResultsAccess } from '../search-results/search-results.access.ts';
import { securityEventsAccess } from '../security-events/security-events.access.ts';
import { serviceAccountsAccess } from '../service-accounts/service-accounts.access.ts';
import { sessionAccess } from '../sign-in/session.access.ts';
import { twoFactorAccess } from '../sign-in/two-factor.access.ts';
import { summariesAccess } from '../summaries/summaries.access.ts';
import { suppressedEmailsAccess } from '../suppressed-emails/suppressed-emails.access.ts';
import { tablePreferencesAccess } from '../table-preferences/table-preferences.access.ts';
import { timelineAccess } from '../timeline/timeline.access.ts';
import { trustedDomainsAccess } from '../trusted-domains/trusted-domains.access.ts';
import { uploadsAccess } from '../uploads/uploads.access.ts';
import { usageDatesAccess } from '../usage-dates/usage-dates.access.ts';
import { usageAccess } from '../usage/usage.access.ts';
import { usersImportAccess } from '../users-import/users-import.access.ts';
import { userFormAccess } from '../users/form/user-form.access.ts';
import { usersAccess } from '../users/users.access.ts';
import { webhooksAccess } from '../webhooks/webhooks.access.ts';

/** The operations of every `*.access.ts`. */
export const found = [
  accountAccess,
  activityAccess,
  announcementsAccess,
  broadcastingAccess,
  bulkQueriesAccess,
  changesAccess,
  communicationAccess,
  complianceAccess,
  complianceBatchesAccess,
  complianceReportsAccess,
  credentialsAccess,
  dashboardAccess,
  deviceHistoryAccess,
  deviceIndexAccess,
  deviceSettingsAccess,
  dismissedNoticesAccess,
  fhirAccess,
  followUpsAccess,
  gatewayAccess,
  handOffsAccess,
  iCodeReportsAccess,
  inboxAccess,
  installationAccess,
  locationsAccess,
  machinesAccess,
  mailAccess,
  migrationAccess,
  mobileUsersAccess,
  nightVoidsAccess,
  nodeAccess,
  organizationsAccess,
  orgGroupsAccess,
  orgMessagesAccess,
  patientAccessAccess,
  patientDeclinesAccess,
  patientNotesAccess,
  patientsAccess,
  priceAccess,
  rolesAccess,
  savedQueriesAccess,
  searchResultsAccess,
  securityEventsAccess,
  serviceAccountsAccess,
  sessionAccess,
  summariesAccess,
  suppressedEmailsAccess,
  tablePreferencesAccess,
  timelineAccess,
  trustedDomainsAccess,
  twoFactorAccess,
  uploadsAccess,
  usageAccess,
  usageDatesAccess,
  userFormAccess,
  usersAccess,
  usersImportAccess,
  webhooksAccess,
];
