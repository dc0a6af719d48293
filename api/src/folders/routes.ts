// Printed from the folders of the features by `npm run schema`. Do not edit.

import { accountRoutes } from '../account/account.routes.ts';
import { activityRoutes } from '../activity/activity.routes.ts';
import { announcementsRoutes } from '../announcements/announcements.routes.ts';
import { bulkQueriesRoutes } from '../bulk-queries/bulk-queries.routes.ts';
import { communicationRoutes } from '../communication/communication.routes.ts';
import { complianceBatchesRoutes } from '../compliance-reports/compliance-batches.routes.ts';
import { complianceReportsRoutes } from '../compliance-reports/compliance-reports.routes.ts';
import { complianceRoutes } from '../compliance/compliance.routes.ts';
import { credentialsRoutes } from '../credentials/credentials.routes.ts';
import { oauthTokenRoutes } from '../credentials/oauth-token.routes.ts';
import { deviceHistoryRoutes } from '../device-history/device-history.routes.ts';
import { updateDeviceRoutes } from '../device-history/update-device.routes.ts';
import { voidDeviceRoutes } from '../device-history/void-device.routes.ts';
import { deviceIndexRoutes } from '../device-index/device-index.routes.ts';
import { deviceSettingsRoutes } from '../device-settings/device-settings.routes.ts';
import { undeliveredSettingsRoutes } from '../device-settings/undelivered-settings.routes.ts';
import { fhirRoutes } from '../fhir/fhir.routes.ts';
import { followUpsRoutes } from '../follow-ups/follow-ups.routes.ts';
import { gatewayRoutes } from '../gateway/gateway.routes.ts';
import { iCodeReportsRoutes } from '../icode-reports/icode-reports.routes.ts';
import { machinesRoutes } from '../machines/machines.routes.ts';
import { bouncesRoutes } from '../mail/bounces.routes.ts';
import { migrationRoutes } from '../migration/migration.routes.ts';
import { mobileUsersRoutes } from '../mobile-users/mobile-users.routes.ts';
import { nightVoidsRoutes } from '../night-voids/night-voids.routes.ts';
import { organizationsRoutes } from '../organizations/organizations.routes.ts';
import { patientDeclinesRoutes } from '../patient-declines/patient-declines.routes.ts';
import { patientFormRoutes } from '../patients/patient-form.routes.ts';
import { patientsRoutes } from '../patients/patients.routes.ts';
import { broadcastingRoutes } from '../realtime/broadcasting.routes.ts';
import { rolesRoutes } from '../roles/roles.routes.ts';
import { securityEventsRoutes } from '../security-events/security-events.routes.ts';
import { sessionRoutes } from '../sign-in/session.routes.ts';
import { twoFactorRoutes } from '../sign-in/two-factor.routes.ts';
import { timelineRoutes } from '../timeline/timeline.routes.ts';
import { trustedDomainsRoutes } from '../trusted-domains/trusted-domains.routes.ts';
import { uploadsRoutes } from '../uploads/uploads.routes.ts';
import { usageDatesRoutes } from '../usage-dates/usage-dates.routes.ts';
import { usageRoutes } from '../usage/usage.routes.ts';
import { usersImportRoutes } from '../users-import/users-import.routes.ts';
import { userFormRoutes } from '../users/form/user-form.routes.ts';
import { usersRoutes } from '../users/users.routes.ts';

/** The paths of every `*.routes.ts`. */
export const found = [
  accountRoutes,
  activityRoutes,
  announcementsRoutes,
  bouncesRoutes,
  broadcastingRoutes,
  bulkQueriesRoutes,
  communicationRoutes,
  complianceBatchesRoutes,
  complianceReportsRoutes,
  complianceRoutes,
  credentialsRoutes,
  deviceHistoryRoutes,
  deviceIndexRoutes,
  deviceSettingsRoutes,
  fhirRoutes,
  followUpsRoutes,
  gatewayRoutes,
  iCodeReportsRoutes,
  machinesRoutes,
  migrationRoutes,
  mobileUsersRoutes,
  nightVoidsRoutes,
  oauthTokenRoutes,
  organizationsRoutes,
  patientDeclinesRoutes,
  patientFormRoutes,
  patientsRoutes,
  rolesRoutes,
  securityEventsRoutes,
  sessionRoutes,
  timelineRoutes,
  trustedDomainsRoutes,
  twoFactorRoutes,
  undeliveredSettingsRoutes,
  updateDeviceRoutes,
  uploadsRoutes,
  usageDatesRoutes,
  usageRoutes,
  userFormRoutes,
  usersImportRoutes,
  usersRoutes,
  voidDeviceRoutes,
];
