// Printed from the folders of the features by `npm run schema`. Do not edit.

import { AccountResolver } from '../account/account.resolver.ts';
import { ActivityResolver, UserChangesResolver } from '../activity/activity.resolver.ts';
import { SessionsResolver } from '../activity/sessions.resolver.ts';
import { AnnouncementsResolver, ViewerAnnouncementsResolver } from '../announcements/announcements.resolver.ts';
import {
  BulkQueriesResolver,
  StartBulkQueryResolver,
  CancelBulkQueryResolver,
} from '../bulk-queries/bulk-queries.resolver.ts';
import { ChangesResolver } from '../changes/changes.resolver.ts';
import {
  CommunicationResolver,
  MachineCommunicationResolver,
  ModuleResolver,
} from '../communication/communication.resolver.ts';
import { ComplianceBatchesResolver } from '../compliance-reports/compliance-batches.resolver.ts';
import { ComplianceReportsResolver } from '../compliance-reports/compliance-reports.resolver.ts';
import {
  PatientComplianceResolver,
  ComplianceResolver,
  NightEvidenceResolver,
} from '../compliance/compliance.resolver.ts';
import { CredentialsResolver } from '../credentials/credentials.resolver.ts';
import { DashboardResolver } from '../dashboard/dashboard.resolver.ts';
import { AssignDeviceResolver } from '../device-history/assign-device.resolver.ts';
import {
  DeviceHistoryResolver,
  PatientDevicesResolver,
  MachineHistoryResolver,
} from '../device-history/device-history.resolver.ts';
import { UpdateDeviceResolver } from '../device-history/update-device.resolver.ts';
import {
  VoidDeviceResolver,
  PatientRemovedDevicesResolver,
  NightsOfRemovedDeviceResolver,
  VoidedDeviceResolver,
} from '../device-history/void-device.resolver.ts';
import { DeviceIndexResolver } from '../device-index/device-index.resolver.ts';
import { DeviceSettingsResolver, PatientDeviceResolver } from '../device-settings/device-settings.resolver.ts';
import { NightSettingsResolver } from '../device-settings/night-settings.resolver.ts';
import { SettingsChangesResolver } from '../device-settings/settings-changes.resolver.ts';
import { SettingsRecordResolver } from '../device-settings/settings-record.resolver.ts';
import { SubmitSettingsResolver } from '../device-settings/submit-settings.resolver.ts';
import { UndeliveredSettingsResolver } from '../device-settings/undelivered-settings.resolver.ts';
import { DismissedNoticesResolver } from '../dismissed-notices/dismissed-notices.resolver.ts';
import {
  FollowUpsResolver,
  PatientFollowUpsResolver,
  FollowUpPayloadResolver,
} from '../follow-ups/follow-ups.resolver.ts';
import { NodeResolver } from '../graphql/node.resolver.ts';
import { PriceResolver } from '../graphql/price.resolver.ts';
import { HandOffsResolver, HandOffMessagesResolver, PatientHandOffsResolver } from '../hand-offs/hand-offs.resolver.ts';
import { PatientICodeAssistantResolver } from '../icode-reports/icode-assistant.resolver.ts';
import { ICodeReportsResolver, PatientICodeReportsResolver } from '../icode-reports/icode-reports.resolver.ts';
import { InboxResolver, ViewerInboxResolver } from '../inbox/inbox.resolver.ts';
import { InstallationResolver } from '../installation/installation.resolver.ts';
import { LocationsResolver, OrganizationPlacesResolver } from '../locations/locations.resolver.ts';
import { MachinesResolver } from '../machines/machines.resolver.ts';
import { MigrationResolver } from '../migration/migration.resolver.ts';
import { PatientMigrationsResolver, PatientMigrationRowResolver } from '../migration/patient-migrations.resolver.ts';
import { MobileUsersResolver } from '../mobile-users/mobile-users.resolver.ts';
import {
  NightVoidsResolver,
  PatientNightVoidsResolver,
  UploadNightVoidsResolver,
  VoidedNightsResolver,
} from '../night-voids/night-voids.resolver.ts';
import { OrgGroupsResolver } from '../org-groups/org-groups.resolver.ts';
import { OrgMessagesResolver } from '../org-messages/org-messages.resolver.ts';
import { ActingOrganizationResolver } from '../organizations/acting-organization.resolver.ts';
import { OrganizationFormResolver } from '../organizations/organization-form.resolver.ts';
import { OrganizationSettingsResolver } from '../organizations/organization-settings.resolver.ts';
import { OrganizationStateResolver } from '../organizations/organization-state.resolver.ts';
import { OrganizationsResolver, OrganizationRecordResolver } from '../organizations/organizations.resolver.ts';
import { PatientAccessResolver } from '../patient-access/patient-access.resolver.ts';
import { PatientDeclinesResolver } from '../patient-declines/patient-declines.resolver.ts';
import { PatientNotesResolver, NotesOfPatientResolver } from '../patient-notes/patient-notes.resolver.ts';
import { PatientFormResolver } from '../patients/patient-form.resolver.ts';
import { PatientRecordResolver } from '../patients/patient-record.resolver.ts';
import { PatientStatesResolver } from '../patients/patients-states.resolver.ts';
import { PatientsResolver } from '../patients/patients.resolver.ts';
import { RolesResolver, UserRoleResolver } from '../roles/roles.resolver.ts';
import { SavedQueriesResolver } from '../saved-queries/saved-queries.resolver.ts';
import { SearchResultsResolver } from '../search-results/search-results.resolver.ts';
import { SecurityEventsResolver } from '../security-events/security-events.resolver.ts';
import { ServiceAccountsResolver } from '../service-accounts/service-accounts.resolver.ts';
import { SessionResolver } from '../sign-in/session.resolver.ts';
import { TwoFactorResolver } from '../sign-in/two-factor.resolver.ts';
import { SettingsChangeSummaryResolver } from '../summaries/settings-change-summary.resolver.ts';
import { SummariesResolver } from '../summaries/summaries.resolver.ts';
import { UsageSummaryResolver } from '../summaries/usage-summary.resolver.ts';
import { SuppressedEmailsResolver } from '../suppressed-emails/suppressed-emails.resolver.ts';
import { TablePreferencesResolver } from '../table-preferences/table-preferences.resolver.ts';
import { TimelineResolver } from '../timeline/timeline.resolver.ts';
import { TrustedDomainsResolver } from '../trusted-domains/trusted-domains.resolver.ts';
import { UploadsResolver } from '../uploads/uploads.resolver.ts';
import { UsageDatesResolver } from '../usage-dates/usage-dates.resolver.ts';
import { UsagePeriodsResolver } from '../usage-periods/usage-periods.resolver.ts';
import { NightsResolver } from '../usage/nights.resolver.ts';
import { PatientNightsResolver, UsageNightResolver, MachineDateProposalsResolver } from '../usage/usage.resolver.ts';
import { UsersImportResolver } from '../users-import/users-import.resolver.ts';
import { UsersBulkResolver } from '../users/acts/users-bulk.resolver.ts';
import { UserFormResolver } from '../users/form/user-form.resolver.ts';
import { UserPageResolver } from '../users/user-page.resolver.ts';
import { UserAccountResolver } from '../users/users-account.resolver.ts';
import { UserMayResolver } from '../users/users-may.resolver.ts';
import { UsersResolver } from '../users/users.resolver.ts';
import { WebhooksResolver } from '../webhooks/webhooks.resolver.ts';

/** Every resolver of every `*.resolver.ts`. */
export const found = [
  AccountResolver,
  ActingOrganizationResolver,
  ActivityResolver,
  AnnouncementsResolver,
  AssignDeviceResolver,
  BulkQueriesResolver,
  CancelBulkQueryResolver,
  ChangesResolver,
  CommunicationResolver,
  ComplianceBatchesResolver,
  ComplianceReportsResolver,
  ComplianceResolver,
  CredentialsResolver,
  DashboardResolver,
  DeviceHistoryResolver,
  DeviceIndexResolver,
  DeviceSettingsResolver,
  DismissedNoticesResolver,
  FollowUpPayloadResolver,
  FollowUpsResolver,
  HandOffMessagesResolver,
  HandOffsResolver,
  ICodeReportsResolver,
  InboxResolver,
  InstallationResolver,
  LocationsResolver,
  MachineCommunicationResolver,
  MachineDateProposalsResolver,
  MachineHistoryResolver,
  MachinesResolver,
  MigrationResolver,
  MobileUsersResolver,
  ModuleResolver,
  NightEvidenceResolver,
  NightSettingsResolver,
  NightsOfRemovedDeviceResolver,
  NightsResolver,
  NightVoidsResolver,
  NodeResolver,
  NotesOfPatientResolver,
  OrganizationFormResolver,
  OrganizationPlacesResolver,
  OrganizationRecordResolver,
  OrganizationSettingsResolver,
  OrganizationsResolver,
  OrganizationStateResolver,
  OrgGroupsResolver,
  OrgMessagesResolver,
  PatientAccessResolver,
  PatientComplianceResolver,
  PatientDeclinesResolver,
  PatientDeviceResolver,
  PatientDevicesResolver,
  PatientFollowUpsResolver,
  PatientFormResolver,
  PatientHandOffsResolver,
  PatientICodeAssistantResolver,
  PatientICodeReportsResolver,
  PatientMigrationRowResolver,
  PatientMigrationsResolver,
  PatientNightsResolver,
  PatientNightVoidsResolver,
  PatientNotesResolver,
  PatientRecordResolver,
  PatientRemovedDevicesResolver,
  PatientsResolver,
  PatientStatesResolver,
  PriceResolver,
  RolesResolver,
  SavedQueriesResolver,
  SearchResultsResolver,
  SecurityEventsResolver,
  ServiceAccountsResolver,
  SessionResolver,
  SessionsResolver,
  SettingsChangesResolver,
  SettingsChangeSummaryResolver,
  SettingsRecordResolver,
  StartBulkQueryResolver,
  SubmitSettingsResolver,
  SummariesResolver,
  SuppressedEmailsResolver,
  TablePreferencesResolver,
  TimelineResolver,
  TrustedDomainsResolver,
  TwoFactorResolver,
  UndeliveredSettingsResolver,
  UpdateDeviceResolver,
  UploadNightVoidsResolver,
  UploadsResolver,
  UsageDatesResolver,
  UsageNightResolver,
  UsagePeriodsResolver,
  UsageSummaryResolver,
  UserAccountResolver,
  UserChangesResolver,
  UserFormResolver,
  UserMayResolver,
  UserPageResolver,
  UserRoleResolver,
  UsersBulkResolver,
  UsersImportResolver,
  UsersResolver,
  ViewerAnnouncementsResolver,
  ViewerInboxResolver,
  VoidDeviceResolver,
  VoidedDeviceResolver,
  VoidedNightsResolver,
  WebhooksResolver,
];
