import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { canReadEveryActivity } from '../activity/activity.policy.ts';
import { canManageAnnouncements } from '../announcements/announcements.policy.ts';
import { canListDevices } from '../device-index/device-index.policy.ts';
import { canUseHandOffs } from '../hand-offs/hand-offs.policy.ts';
import { canUploadICode } from '../icode-reports/icode-reports.policy.ts';
import { canReadInstallation, canRunJobsAgain } from '../installation/installation.policy.ts';
import { canListMobileUsers } from '../mobile-users/mobile-users.policy.ts';
import { canSendOrgMessage } from '../org-messages/org-messages.policy.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { canMigrateOrganizations } from '../migration/migration.policy.ts';
import {
  canCreateOrganization,
  canListOrganizations,
  canSwitchOrganization,
  canUpdateOrganizationSettings,
} from '../organizations/organizations.policy.ts';
import { canCreatePatient, canReadPatients } from '../patients/patients.policy.ts';
import { labeledRoles } from '../roles/role-label.ts';
import { canViewRoles } from '../roles/roles.policy.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { translate, type Locale } from '../shared/messages.ts';
import { canUpload } from '../uploads/uploads.policy.ts';
import { canManageServiceAccounts } from '../service-accounts/service-accounts.policy.ts';
import { canReadSecurityEvents } from '../security-events/security-events.policy.ts';
import { canListSuppressedEmails, canRemoveSuppressedEmail } from '../suppressed-emails/suppressed-emails.policy.ts';
import { canManageTrustedDomains } from '../trusted-domains/trusted-domains.policy.ts';
import { User } from '../users/user.entity.ts';
import { canInviteUsers, canListUsers, canViewAnyUser } from '../users/users.policy.ts';
import { canCreateUser } from '../users/form/user-form.policy.ts';
import { canExportDevices, canExportPatients, canExportUsers, exportNotice } from './export.policy.ts';
import { canUseGraphiql } from './graphiql.policy.ts';
import type { Viewer } from './viewer.ts';

type Host = Viewer['facts']['host'];

export const HostEnum: Record<Uppercase<Host>, Host> = { ORG: 'org', SUPPORT: 'support' };
registerEnumType(HostEnum, {
  name: 'Host',
  description: 'The portal that a user signs in to: the {host} of permission names, there in lower case.',
  valuesConfig: {
    ORG: { description: 'The portal of organizations.' },
    SUPPORT: { description: 'The portal of support staff.' },
  },
});

export const LocaleEnum: Record<Uppercase<Locale>, Locale> = { EN: 'en', ES: 'es' };
registerEnumType(LocaleEnum, {
  name: 'Locale',
  description: 'A language of the portal.',
  valuesConfig: { EN: { description: 'English.' }, ES: { description: 'Spanish.' } },
});

@WithoutPatients()
@ObjectType('Viewer', { description: 'The signed-in user and their permissions.' })
export class ViewerType {
  /** The session's viewer; the public fields are resolved from it. */
  readonly session!: Viewer;

  @Field(() => User, { description: 'The user record.' })
  user!: User;

  @Field(() => Organization, { description: "The user's organization." })
  organization!: Organization;

  @Field(() => [String], { description: "Names of the user's permissions, from their roles." })
  permissions!: string[];

  @Field(() => LocaleEnum, { description: 'Language of the user.' })
  locale!: Locale;

  @Field(() => HostEnum, { description: 'Portal of the user.' })
  host!: Host;

  @Field(() => [String], { description: "Names of the user's roles, such as org.ep.admin." })
  roles!: string[];

  @Field(() => [String], { description: "Labels of the user's roles, in their language." })
  roleLabels!: string[];

  @Field(() => Boolean, {
    description: 'True when the user may read patients, and so see which patient has a device.',
  })
  get viewerCanReadPatients(): boolean {
    return canReadPatients(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may add patients to the organization.' })
  get viewerCanCreatePatient(): boolean {
    return canCreatePatient(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may open the device index.' })
  get viewerCanListDevices(): boolean {
    return canListDevices(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may list the users of the organization.' })
  get viewerCanListUsers(): boolean {
    return canListUsers(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may view the users of every organization.' })
  get viewerCanViewAnyUser(): boolean {
    return canViewAnyUser(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may view roles and their permissions.' })
  get viewerCanViewRoles(): boolean {
    return canViewRoles(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may open the index of the activity of all users.' })
  get viewerCanReadActivity(): boolean {
    return canReadEveryActivity(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may see refused requests of accounts.' })
  get viewerCanReadSecurityEvents(): boolean {
    return canReadSecurityEvents(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may create organizations.' })
  get viewerCanCreateOrganizations(): boolean {
    return canCreateOrganization(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may add users to the organization.' })
  get viewerCanCreateUsers(): boolean {
    return canCreateUser(this.session, { id: this.session.workOrgId });
  }

  @Field(() => Boolean, { description: 'True when the user may send users their invitation again.' })
  get viewerCanInviteUsers(): boolean {
    return canInviteUsers(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may add iCode reports that belong to no patient.' })
  get viewerCanUploadICodes(): boolean {
    return canUploadICode(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may send files of SD cards, and read their results.' })
  get viewerCanUploadCards(): boolean {
    return canUpload(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may send messages to users of any organization.' })
  get viewerCanSendOrgMessages(): boolean {
    return canSendOrgMessage(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may change the settings of the organization.' })
  get viewerCanUpdateOrganizationSettings(): boolean {
    return canUpdateOrganizationSettings(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may list the organizations.' })
  get viewerCanListOrganizations(): boolean {
    return canListOrganizations(this.session);
  }

  @Field(() => Boolean, {
    description: 'True when the user may migrate locations and patients from the legacy system.',
  })
  get viewerCanMigrateOrganizations(): boolean {
    return canMigrateOrganizations(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may act in one organization out of all.' })
  get viewerCanSwitchOrganization(): boolean {
    return canSwitchOrganization(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may see the state of the installation.' })
  get viewerCanReadInstallation(): boolean {
    return canReadInstallation(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may let failed jobs run again.' })
  get viewerCanRunJobsAgain(): boolean {
    return canRunJobsAgain(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may list the addresses to which no mail is sent.' })
  get viewerCanListSuppressedEmails(): boolean {
    return canListSuppressedEmails(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may allow mail to such an address again.' })
  get viewerCanRemoveSuppressedEmail(): boolean {
    return canRemoveSuppressedEmail(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may list, add and remove trusted domains.' })
  get viewerCanManageTrustedDomains(): boolean {
    return canManageTrustedDomains(this.session);
  }

  @Field(() => Boolean, {
    description:
      'True when the user manages the service accounts of the organization, once it allows API keys (`allowApiKeyManagement`).',
  })
  get viewerCanManageServiceAccounts(): boolean {
    return canManageServiceAccounts(this.session, { allowApiKeyManagement: true });
  }

  @Field(() => Boolean, { description: 'True when the user may list, write and withdraw announcements.' })
  get viewerCanManageAnnouncements(): boolean {
    return canManageAnnouncements(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may list the accounts of patients in the mobile app.' })
  get viewerCanListMobileUsers(): boolean {
    return canListMobileUsers(this.session);
  }

  @Field(() => Boolean, {
    description: 'True when the user may ask other organizations for devices and patients, and answer their requests.',
  })
  get viewerCanUseHandOffs(): boolean {
    return canUseHandOffs(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may open GraphiQL and read the schema.' })
  get viewerCanUseGraphiql(): boolean {
    return canUseGraphiql(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may save lists of patients as a CSV file.' })
  get viewerCanExportPatients(): boolean {
    return canExportPatients(this.session);
  }

  @Field(() => Boolean, {
    description: 'True when the user may save lists of devices, their settings and their sessions as a CSV file.',
  })
  get viewerCanExportDevices(): boolean {
    return canExportDevices(this.session);
  }

  @Field(() => Boolean, { description: 'True when the user may save the list of users as a CSV file.' })
  get viewerCanExportUsers(): boolean {
    return canExportUsers(this.session);
  }

  @Field(() => String, {
    nullable: true,
    description:
      "Reason for which the organization does not let the user save lists as files, in the viewer's language; null when it does.",
  })
  get exportNotice(): string | null {
    const notice = exportNotice(this.session);
    return notice && translate(this.locale, notice);
  }
}

/** The GraphQL view of a viewer; user and organization are read on request. */
export function viewerOf(session: Viewer): ViewerType {
  const { permissions, locale, host, roles } = session.facts;
  return Object.assign(new ViewerType(), {
    session,
    permissions,
    locale,
    host,
    roles,
    roleLabels: labeledRoles(session.facts).map(({ label }) => label),
  });
}
