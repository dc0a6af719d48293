import { accountAccess } from '../account/account.access.ts';
import { activityAccess } from '../activity/activity.access.ts';
import { announcementsAccess } from '../announcements/announcements.access.ts';
import { communicationAccess } from '../communication/communication.access.ts';
import { complianceAccess } from '../compliance/compliance.access.ts';
import { complianceBatchesAccess } from '../compliance-reports/compliance-batches.access.ts';
import { complianceReportsAccess } from '../compliance-reports/compliance-reports.access.ts';
import { credentialsAccess } from '../credentials/credentials.access.ts';
import { dashboardAccess } from '../dashboard/dashboard.access.ts';
import { deviceHistoryAccess } from '../device-history/device-history.access.ts';
import { deviceIndexAccess } from '../device-index/device-index.access.ts';
import { deviceSettingsAccess } from '../device-settings/device-settings.access.ts';
import { followUpsAccess } from '../follow-ups/follow-ups.access.ts';
import { gatewayAccess } from '../gateway/gateway.access.ts';
import { nodeAccess } from '../graphql/node.access.ts';
import { handOffsAccess } from '../hand-offs/hand-offs.access.ts';
import { iCodeReportsAccess } from '../icode-reports/icode-reports.access.ts';
import { inboxAccess } from '../inbox/inbox.access.ts';
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
import { searchResultsAccess } from '../search-results/search-results.access.ts';
import { securityEventsAccess } from '../security-events/security-events.access.ts';
import { suppressedEmailsAccess } from '../suppressed-emails/suppressed-emails.access.ts';
import { tablePreferencesAccess } from '../table-preferences/table-preferences.access.ts';
import { timelineAccess } from '../timeline/timeline.access.ts';
import { trustedDomainsAccess } from '../trusted-domains/trusted-domains.access.ts';
import { uploadsAccess } from '../uploads/uploads.access.ts';
import { usageAccess } from '../usage/usage.access.ts';
import { usageDatesAccess } from '../usage-dates/usage-dates.access.ts';
import { userFormAccess } from '../users/user-form.access.ts';
import { usersAccess } from '../users/users.access.ts';
import { usersImportAccess } from '../users-import/users-import.access.ts';
import type { Access, Operation } from './operation.ts';
import { isScope } from './scopes.ts';
import { sessionAccess } from './session.access.ts';
import { twoFactorAccess } from './two-factor.access.ts';

/** The matrix of all access files. Throws when two of them declare one operation. */
export function mergeAccess(files: readonly Access[]): Record<string, Operation> {
  const merged: Record<string, Operation> = {};
  for (const [operation, entry] of files.flatMap((file) => Object.entries(file))) {
    if (Object.hasOwn(merged, operation)) throw new Error(`Two access files declare ${operation}.`);
    merged[operation] = entry;
  }
  return merged;
}

/** Every GraphQL root field and every REST route: who may call it. The server refuses to start when one is missing or superfluous. */
export const matrix = mergeAccess([
  accountAccess,
  activityAccess,
  announcementsAccess,
  broadcastingAccess,
  communicationAccess,
  complianceAccess,
  complianceBatchesAccess,
  complianceReportsAccess,
  credentialsAccess,
  dashboardAccess,
  deviceHistoryAccess,
  deviceIndexAccess,
  deviceSettingsAccess,
  followUpsAccess,
  gatewayAccess,
  handOffsAccess,
  iCodeReportsAccess,
  inboxAccess,
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
  rolesAccess,
  searchResultsAccess,
  securityEventsAccess,
  sessionAccess,
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
]);

/**
 * Throws with every operation that writes and does not declare what a repeat does (operation.ts), so that no creating
 * operation is carried out twice by a client that lost its answer.
 */
export function assertRepeatsDeclared(writing: string[]): void {
  const silent = writing.filter((operation) => matrix[operation]?.repeat === undefined);
  if (silent.length > 0) throw new Error(`These operations do not declare their repeat: ${silent.join(', ')}.`);
}

/**
 * Throws with every operation that shows data of patients without stating whose, or leaves no audit line. Devices see
 * their own data only, and their reports are the record.
 */
export function assertReadsDeclared(operations: Record<string, Operation>): void {
  const silent = Object.entries(operations).filter(
    ([, { permission, phi, audit, shows }]) => phi && (!shows || (audit === 'none' && permission !== 'device')),
  );
  if (silent.length > 0)
    throw new Error(
      `These operations do not declare whose data their audit line names: ${silent.map(([name]) => name).join(', ')}.`,
    );
}

/**
 * Throws with every operation that does not declare the scope that a token needs, or names one that its permission does
 * not include: a token could then do what its scopes do not say.
 */
export function assertScopesDeclared(operations: Record<string, Operation>): void {
  const wrong = Object.entries(operations).filter(([, { permission, scope }]) => {
    if (scope === 'none' || scope === 'any')
      return scope === 'any' && !['public', 'session'].includes(String(permission));
    const permissions = [permission].flat() as readonly string[];
    return (
      !scope?.length ||
      scope.some((name) => !isScope(name) || !(permission === 'session' || permissions.includes(name)))
    );
  });
  if (wrong.length > 0)
    throw new Error(`These operations do not declare the scope of tokens: ${wrong.map(([name]) => name).join(', ')}.`);
}

/** Compares the matrix with what the server really serves. Throws with every difference: default deny, at boot. */
export function assertMatrixComplete(served: string[]): void {
  const missing = served.filter((operation) => !Object.hasOwn(matrix, operation));
  const superfluous = Object.keys(matrix).filter((operation) => !served.includes(operation));
  if (missing.length === 0 && superfluous.length === 0) return;
  throw new Error(
    `The authorization matrix does not match the server. Without an entry: ${missing.join(', ') || 'none'}. Without an operation: ${superfluous.join(', ') || 'none'}.`,
  );
}
