import 'reflect-metadata';
import { buildSchema, type NonEmptyArray } from 'type-graphql';
import type { GraphQLSchema } from 'graphql';
import { AccountResolver } from './account/account.resolver.ts';
import { ActivityResolver, UserChangesResolver } from './activity/activity.resolver.ts';
import { SessionsResolver } from './activity/sessions.resolver.ts';
import { AnnouncementsResolver, ViewerAnnouncementsResolver } from './announcements/announcements.resolver.ts';
import { SessionResolver } from './auth/session.resolver.ts';
import { TwoFactorResolver } from './auth/two-factor.resolver.ts';
import {
  CommunicationResolver,
  MachineCommunicationResolver,
  ModuleResolver,
} from './communication/communication.resolver.ts';
import {
  ComplianceResolver,
  NightEvidenceResolver,
  PatientComplianceResolver,
} from './compliance/compliance.resolver.ts';
import { ComplianceBatchesResolver } from './compliance-reports/compliance-batches.resolver.ts';
import { ComplianceReportsResolver } from './compliance-reports/compliance-reports.resolver.ts';
import { CredentialsResolver } from './credentials/credentials.resolver.ts';
import { DashboardResolver } from './dashboard/dashboard.resolver.ts';
import { AssignDeviceResolver } from './device-history/assign-device.resolver.ts';
import {
  DeviceHistoryResolver,
  MachineHistoryResolver,
  PatientDevicesResolver,
} from './device-history/device-history.resolver.ts';
import { UpdateDeviceResolver } from './device-history/update-device.resolver.ts';
import {
  NightsOfRemovedDeviceResolver,
  PatientRemovedDevicesResolver,
  VoidDeviceResolver,
  VoidedDeviceResolver,
} from './device-history/void-device.resolver.ts';
import { DeviceIndexResolver } from './device-index/device-index.resolver.ts';
import { DeviceSettingsResolver, PatientDeviceResolver } from './device-settings/device-settings.resolver.ts';
import { SettingsRecordResolver } from './device-settings/settings-record.resolver.ts';
import { SubmitSettingsResolver } from './device-settings/submit-settings.resolver.ts';
import { UndeliveredSettingsResolver } from './device-settings/undelivered-settings.resolver.ts';
import {
  FollowUpPayloadResolver,
  FollowUpsResolver,
  PatientFollowUpsResolver,
} from './follow-ups/follow-ups.resolver.ts';
import { answeringOnce } from './graphql/fast/by-level.ts';
import { NodeResolver } from './graphql/node.resolver.ts';
import { guardRootFields } from './graphql/root-fields.ts';
import { typingArguments } from './graphql/typed-arguments.ts';
import { HandOffMessagesResolver, HandOffsResolver, PatientHandOffsResolver } from './hand-offs/hand-offs.resolver.ts';
import { PatientICodeAssistantResolver } from './icode-reports/icode-assistant.resolver.ts';
import { ICodeReportsResolver, PatientICodeReportsResolver } from './icode-reports/icode-reports.resolver.ts';
import { InboxResolver, ViewerInboxResolver } from './inbox/inbox.resolver.ts';
import { LocationsResolver, OrganizationPlacesResolver } from './locations/locations.resolver.ts';
import { MachinesResolver } from './machines/machines.resolver.ts';
import { MigrationResolver } from './migration/migration.resolver.ts';
import { PatientMigrationRowResolver, PatientMigrationsResolver } from './migration/patient-migrations.resolver.ts';
import { MobileUsersResolver } from './mobile-users/mobile-users.resolver.ts';
import {
  NightVoidsResolver,
  PatientNightVoidsResolver,
  UploadNightVoidsResolver,
  VoidedNightsResolver,
} from './night-voids/night-voids.resolver.ts';
import { OrgGroupsResolver } from './org-groups/org-groups.resolver.ts';
import { OrgMessagesResolver } from './org-messages/org-messages.resolver.ts';
import { ActingOrganizationResolver } from './organizations/acting-organization.resolver.ts';
import { OrganizationFormResolver } from './organizations/organization-form.resolver.ts';
import { OrganizationSettingsResolver } from './organizations/organization-settings.resolver.ts';
import { OrganizationStateResolver } from './organizations/organization-state.resolver.ts';
import { OrganizationRecordResolver, OrganizationsResolver } from './organizations/organizations.resolver.ts';
import { PatientAccessResolver } from './patient-access/patient-access.resolver.ts';
import { PatientDeclinesResolver } from './patient-declines/patient-declines.resolver.ts';
import { NotesOfPatientResolver, PatientNotesResolver } from './patient-notes/patient-notes.resolver.ts';
import { PatientFormResolver } from './patients/patient-form.resolver.ts';
import { PatientRecordResolver } from './patients/patient-record.resolver.ts';
import { PatientsResolver } from './patients/patients.resolver.ts';
import { PatientStatesResolver } from './patients/patients.states.resolver.ts';
import { RolesResolver, UserRoleResolver } from './roles/roles.resolver.ts';
import { SearchResultsResolver } from './search-results/search-results.resolver.ts';
import { SecurityEventsResolver } from './security-events/security-events.resolver.ts';
import { SuppressedEmailsResolver } from './suppressed-emails/suppressed-emails.resolver.ts';
import { TablePreferencesResolver } from './table-preferences/table-preferences.resolver.ts';
import { TimelineResolver } from './timeline/timeline.resolver.ts';
import { TrustedDomainsResolver } from './trusted-domains/trusted-domains.resolver.ts';
import { UploadsResolver } from './uploads/uploads.resolver.ts';
import { MachineDateProposalsResolver, PatientNightsResolver, UsageNightResolver } from './usage/usage.resolver.ts';
import { UsageDatesResolver } from './usage-dates/usage-dates.resolver.ts';
import { UserFormResolver } from './users/user-form.resolver.ts';
import { UserPageResolver } from './users/user-page.resolver.ts';
import { UserAccountResolver } from './users/users.account.resolver.ts';
import { UsersBulkResolver } from './users/users.bulk.resolver.ts';
import { UserMayResolver } from './users/users.may.resolver.ts';
import { UsersResolver } from './users/users.resolver.ts';
import { UsersImportResolver } from './users-import/users-import.resolver.ts';

/** Every resolver, one per line and sorted. A feature adds its line here and its operations to its access file. */
const resolvers = [
  AccountResolver,
  ActingOrganizationResolver,
  ActivityResolver,
  AnnouncementsResolver,
  AssignDeviceResolver,
  CommunicationResolver,
  ComplianceBatchesResolver,
  ComplianceReportsResolver,
  ComplianceResolver,
  CredentialsResolver,
  DashboardResolver,
  DeviceHistoryResolver,
  DeviceIndexResolver,
  DeviceSettingsResolver,
  FollowUpPayloadResolver,
  FollowUpsResolver,
  HandOffMessagesResolver,
  HandOffsResolver,
  ICodeReportsResolver,
  InboxResolver,
  LocationsResolver,
  MachineCommunicationResolver,
  MachineDateProposalsResolver,
  MachineHistoryResolver,
  MachinesResolver,
  MigrationResolver,
  MobileUsersResolver,
  ModuleResolver,
  NightEvidenceResolver,
  NightsOfRemovedDeviceResolver,
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
  RolesResolver,
  SearchResultsResolver,
  SecurityEventsResolver,
  SessionResolver,
  SessionsResolver,
  SettingsRecordResolver,
  SubmitSettingsResolver,
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
] as unknown as NonEmptyArray<new () => object>;

// type-graphql requires its own pub/sub as soon as there is a subscription. Our subscriptions all name their source
// themselves (realtime/channels.ts).
const unused = () => {
  throw new Error('A subscription must name its source: `subscribe`, not `topics`.');
};

/** The schema as the code describes it, with each root field behind the authorization matrix. */
export async function createSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers,
    validate: false,
    emitSchemaFile: false,
    skipCheck: true, // graphql validates the schema once, when the server starts
    pubSub: { publish: unused, subscribe: unused },
  });
  return answeringOnce(guardRootFields(typingArguments(schema)));
}
