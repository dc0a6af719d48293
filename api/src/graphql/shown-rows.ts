import {
  defaultFieldResolver,
  getNamedType,
  isInterfaceType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { Operation } from '../auth/operation.ts';
import type { Context } from '../shared/context.ts';
import { patientsOf, type PatientData } from '../shared/patient-data.ts';

type Resolver = GraphQLFieldResolver<unknown, Context>;

/** The types without data of patients. Every other type has some, also a type that is forgotten here. */
const WITHOUT_PATIENTS = new Set([
  'AcceptInvitationPayload',
  'AccountLink',
  'ActivateOrganizationPayload',
  'Announcement',
  'AnnouncementConnection',
  'AnnouncementEdge',
  'ApiKeySecretPayload',
  'ChangePasswordPayload',
  'ChangeSecondFactorPayload',
  'CheckSendOrgMessagePayload',
  'ClinicalType',
  'CloseLocationPayload',
  'Colleague',
  'ComplianceBatch',
  'ComplianceRule',
  'CreateAnnouncementCheck',
  'CreateAnnouncementPayload',
  'CreateLocationPayload',
  'CreateOrganizationCheck',
  'CreateOrganizationPayload',
  'CreateOrgGroupPayload',
  'CreatePatientCheck',
  'CreatePersonalAccessTokenPayload',
  'CreateTrustedDomainCheck',
  'CreateTrustedDomainPayload',
  'CreateUserCheck',
  'CreateUserPayload',
  'DashboardCard',
  'DeactivateOrganizationCheck',
  'DeactivateOrganizationPayload',
  'DeleteOrgGroupPayload',
  'DeletePersonalAccessTokenPayload',
  'DeleteTrustedDomainPayload',
  'DismissComplianceBatchPayload',
  'DismissUserImportPayload',
  'EnrollmentPayload',
  'EndUserSessionPayload',
  'EndUserSessionsPayload',
  'FieldChange',
  'FollowUpCount',
  'FoundLocation',
  'FoundOrganization',
  'HandOffChange',
  'ImportUsersPayload',
  'InboxChange',
  'JobProgress',
  'LegacyLocation',
  'Location',
  'LocationUsage',
  'Login',
  'LoginConnection',
  'LoginEdge',
  'MakePrimaryLocationPayload',
  'MarkAnnouncementReadPayload',
  'MarkInboxReadPayload',
  'MigrateOrganizationPayload',
  'OrganizationEnds',
  'OrgGroup',
  'OrgMessage',
  'OrgMessageConnection',
  'OrgMessageDelivery',
  'OrgMessageEdge',
  'Organization',
  'OrganizationConnection',
  'OrganizationEdge',
  'OrganizationRecord',
  'OrganizationSettings',
  'OrganizationType',
  'PageInfo',
  'Passkey',
  'PasskeyOptionsPayload',
  'PatientAccessChange',
  'PatientChange',
  'PatientMigrationProgress',
  'PatientOrganization',
  'PatientNotesChange',
  'PlaceOption',
  'ReauthenticatePayload',
  'RegenerateRecoveryCodesPayload',
  'RemoveSuppressedEmailPayload',
  'ReopenLocationPayload',
  'RequestPasswordResetPayload',
  'ResendUserInvitationPayload',
  'ResendUserInvitationsPayload',
  'ResetPasswordPayload',
  'ResetUserSecondFactorPayload',
  'RevokeApiKeyPayload',
  'Role',
  'RoleConnection',
  'RoleEdge',
  'RoleOption',
  'RolePermission',
  'SaveTablePreferencesPayload',
  'SecondFactors',
  'SecurityEvent',
  'SecurityEventConnection',
  'SecurityEventEdge',
  'SendOrgMessagePayload',
  'SendSignInCodePayload',
  'SetUserActivePayload',
  'SetUserNotificationTypePayload',
  'SetUserVentilatorAccessPayload',
  'SetUsersActivePayload',
  'SignInPayload',
  'SignInStep',
  'SignOutPayload',
  'StartAppEnrollmentPayload',
  'StartComplianceBatchPayload',
  'StartSmsEnrollmentPayload',
  'StartUserPasswordResetPayload',
  'SuppressedEmail',
  'SuppressedEmailConnection',
  'SuppressedEmailEdge',
  'SwitchOrganizationPayload',
  'TablePreferences',
  'TrustedDomain',
  'TrustedDomainConnection',
  'TrustedDomainEdge',
  'UnlockUserPayload',
  'UpdateAnnouncementCheck',
  'UpdateAnnouncementPayload',
  'UpdateLocationPayload',
  'UpdateOrganizationCheck',
  'UpdateOrganizationPayload',
  'UpdateOrgGroupPayload',
  'UpdateOrganizationSettingsCheck',
  'UpdateOrganizationSettingsPayload',
  'UpdateUserCheck',
  'UpdateUserPayload',
  'UpdateViewerPayload',
  'User',
  'UserChange',
  'UserChangeConnection',
  'UserChangeEdge',
  'UserConnection',
  'UserEdge',
  'UserError',
  'UserForm',
  'UserFormValues',
  'UserImport',
  'UserImportError',
  'UserImportRow',
  'VerifySignInPayload',
  'UserOutcome',
  'UserSession',
  'UserStatusCount',
  'Viewer',
]);

/** Whether the rows of a type say whose data they are. */
function isRow(name: string): boolean {
  const type = getMetadataStorage().objectTypes.find((one) => one.name === name)?.target;
  return typeof (type?.prototype as Partial<PatientData> | undefined)?.patientShown === 'function';
}

/** Returns the types that the answer to a root field may contain. */
function reachable(schema: GraphQLSchema, root: GraphQLObjectType): Set<string> {
  const found = new Set<string>();
  const visit = (type: unknown): void => {
    if (isInterfaceType(type)) for (const one of schema.getPossibleTypes(type)) visit(one);
    if (!isObjectType(type) || found.has(type.name) || WITHOUT_PATIENTS.has(type.name)) return;
    found.add(type.name);
    for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  visit(root);
  return found;
}

/**
 * Throws with every root field whose answer may contain data of patients although its operation does not declare it, or
 * whose rows say of no patient that they are shown.
 */
export function assertShownDeclared(
  schema: GraphQLSchema,
  operations: Record<string, Operation>,
  roots: readonly GraphQLObjectType[],
): void {
  const faults = roots.flatMap((root) =>
    Object.values(root.getFields()).flatMap((field) => {
      const name = `${root.name}.${field.name}`;
      const types = [...reachable(schema, getNamedType(field.type) as GraphQLObjectType)];
      const { phi, shows } = operations[name] ?? {};
      return (types.length > 0 && !phi) || (shows === 'rows' && !types.some(isRow)) ? [name] : [];
    }),
  );
  if (faults.length > 0)
    throw new Error(`These root fields do not declare whose data they show: ${faults.join(', ')}.`);
}

function note(ctx: Context, info: GraphQLResolveInfo, rows: readonly unknown[]): void {
  const patients = patientsOf(rows);
  if (patients.length === 0) return;
  let at = info.path;
  while (at.prev) at = at.prev;
  const reading = ctx.readings.get(String(at.key));
  if (!reading) throw new Error(`${at.typename}.${at.key} shows patients and leaves no audit line.`);
  for (const id of patients) reading.patients.add(id);
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

/** The field as before; what it resolves to is stated in the audit line of its root field. */
function noting(resolve: Resolver, rowsOf: (value: unknown, source: unknown) => unknown[]): Resolver {
  return (source, args, ctx, info) => {
    const noted = (value: unknown) => {
      note(ctx, info, rowsOf(value, source));
      return value;
    };
    const value = resolve(source, args, ctx, info);
    return isPromise(value) ? value.then(noted) : noted(value);
  };
}

const nodesOf = (page: unknown): unknown[] => (page as { edges: { node: unknown }[] }).edges.map(({ node }) => node);

/**
 * Has every field with rows of patients state them. Of a page all rows are stated at once, also when only its cursors
 * are selected: a cursor contains the value by which the list is sorted.
 */
export function noteShownRows(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || type.name.endsWith('Edge')) continue;
    const isPage = type.name.endsWith('Connection') && isRow(type.name.slice(0, -'Connection'.length));
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      const resolve = (field.resolve ?? defaultFieldResolver) as Resolver;
      if (isPage && (field.name === 'edges' || field.name === 'pageInfo'))
        field.resolve = noting(resolve, (_value, page) => nodesOf(page));
      else if (isRow(named.name) || named.name === 'Node') field.resolve = noting(resolve, listed);
    }
  }
}
