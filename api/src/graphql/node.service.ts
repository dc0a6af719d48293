import type { EntityClass } from '@mikro-orm/core';
import { Announcement } from '../announcements/announcement.entity.ts';
import { authorizeOperation } from '../auth/authorize.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { SettingsRecord } from '../device-settings/settings-record.entity.ts';
import { HandOff } from '../hand-offs/hand-off.entity.ts';
import { ICodeReport } from '../icode-reports/icode-report.entity.ts';
import { MobileUser } from '../mobile-users/mobile-user.entity.ts';
import { Location } from '../organizations/location.entity.ts';
import { OrgGroup } from '../organizations/org-group.entity.ts';
import { Machine } from '../machines/machine.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { PatientNote } from '../patient-notes/patient-note.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import { Role } from '../roles/role.entity.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { fromGlobalId, type Node } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { TrustedDomain } from '../trusted-domains/trusted-domain.entity.ts';
import { Upload } from '../uploads/upload.entity.ts';
import { User } from '../users/user.entity.ts';

/**
 * Every type with a global id, and the operation that reads it otherwise: what that one refuses, to a user or to a token,
 * is refused here too. Staff reads the places and the names of organizations and users in a session; what else there is
 * of them, their fields decide by the same operations.
 */
const TYPES = new Map<string, { entity: EntityClass<Node>; operation: string }>([
  ['PatientNote', { entity: PatientNote, operation: 'Query.patientNotes' }],
  ['Patient', { entity: Patient, operation: 'Query.patient' }],
  ['DeviceHistory', { entity: DeviceHistory, operation: 'Query.patient' }],
  ['SettingsRecord', { entity: SettingsRecord, operation: 'Query.patient' }],
  ['ICodeReport', { entity: ICodeReport, operation: 'Query.icodeReports' }],
  ['Machine', { entity: Machine, operation: 'Query.machine' }],
  ['Location', { entity: Location, operation: 'GET /api/orgs/{id}/locations' }],
  ['OrgGroup', { entity: OrgGroup, operation: 'GET /api/orgs/{id}/groups' }],
  ['Organization', { entity: Organization, operation: 'GET /api/orgs/{id}/locations' }],
  ['TrustedDomain', { entity: TrustedDomain, operation: 'Query.trustedDomains' }],
  ['Role', { entity: Role, operation: 'Query.role' }],
  ['Announcement', { entity: Announcement, operation: 'Query.announcements' }],
  ['HandOff', { entity: HandOff, operation: 'Query.handOff' }],
  ['MobileUser', { entity: MobileUser, operation: 'Query.mobileUsers' }],
  ['Upload', { entity: Upload, operation: 'Query.upload' }],
  ['User', { entity: User, operation: 'Query.user' }],
]);

/**
 * Returns the row behind a global id. Throws Forbidden without the permission to read its type, NotFound when it does
 * not exist or the viewer may not see it.
 */
export async function findNode(ctx: Context, globalId: string): Promise<Node> {
  const wanted = fromGlobalId(globalId);
  const type = wanted && TYPES.get(wanted.type);
  if (!wanted || !type) throw new NotFound();
  authorizeOperation(ctx, type.operation);
  return findVisible(ctx, type.entity, { id: wanted.id });
}
