// Printed from the folders of the features by `npm run schema`. Do not edit.

import { ActivityLine } from '../activity/activity-line.entity.ts';
import { Login } from '../activity/login.entity.ts';
import { UserChange } from '../activity/user-change.entity.ts';
import { Announcement } from '../announcements/announcement.entity.ts';
import { BulkQuery } from '../bulk-queries/bulk-query.entity.ts';
import { Module, ConnectionRecord } from '../communication/communication.entity.ts';
import { ComplianceResult } from '../compliance/compliance-result.entity.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { DeviceIndexEntry } from '../device-index/device-index.entity.ts';
import { SettingsRecord } from '../device-settings/settings-record.entity.ts';
import { FollowUpDecision } from '../follow-ups/follow-up-decision.entity.ts';
import { HandOffMessage } from '../hand-offs/hand-off-message.entity.ts';
import { HandOff } from '../hand-offs/hand-off.entity.ts';
import { ICodeReport } from '../icode-reports/icode-report.entity.ts';
import { InboxItem } from '../inbox/inbox-item.entity.ts';
import { Location } from '../locations/location.entity.ts';
import { MachineModel, Machine } from '../machines/machine.entity.ts';
import { PatientMigrationRow } from '../migration/patient-migration-row.entity.ts';
import { MobileUser } from '../mobile-users/mobile-user.entity.ts';
import { OrgGroup } from '../org-groups/org-group.entity.ts';
import { OrgMessage } from '../org-messages/org-message.entity.ts';
import { OrganizationType, ClinicalType, Organization } from '../organizations/organization.entity.ts';
import { PatientNote } from '../patient-notes/patient-note.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import { Role } from '../roles/role.entity.ts';
import { SavedQuery } from '../saved-queries/saved-query.entity.ts';
import { SecurityEvent } from '../security-events/security-event.entity.ts';
import { SuppressedEmail } from '../suppressed-emails/suppressed-email.entity.ts';
import { TablePreferences } from '../table-preferences/table-preferences.entity.ts';
import { TrustedDomain } from '../trusted-domains/trusted-domain.entity.ts';
import { Upload, StoredUploadFile } from '../uploads/upload.entity.ts';
import { UsageDateChange } from '../usage-dates/usage-date-change.entity.ts';
import { UsageNight } from '../usage/usage-night.entity.ts';
import { UserAccount } from '../users/user-account.entity.ts';
import { User } from '../users/user.entity.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';

/** Every mapped table: the classes of every `*.entity.ts`. */
export const found = [
  ActivityLine,
  Announcement,
  BulkQuery,
  ClinicalType,
  ComplianceResult,
  ConnectionRecord,
  DeviceHistory,
  DeviceIndexEntry,
  FollowUpDecision,
  HandOff,
  HandOffMessage,
  ICodeReport,
  InboxItem,
  Location,
  Login,
  Machine,
  MachineModel,
  MobileUser,
  Module,
  Organization,
  OrganizationType,
  OrgGroup,
  OrgMessage,
  Patient,
  PatientMigrationRow,
  PatientNote,
  Role,
  SavedQuery,
  SecurityEvent,
  SettingsRecord,
  StoredUploadFile,
  SuppressedEmail,
  TablePreferences,
  TrustedDomain,
  Upload,
  UsageDateChange,
  UsageNight,
  User,
  UserAccount,
  UserChange,
  WebhookDelivery,
  WebhookEndpoint,
];
