import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { LocaleEnum } from '../auth/viewer.types.ts';
import { WithoutPatients } from '../shared/marks.ts';
import type { Locale } from '../shared/messages.ts';
import { Organization } from './organization.entity.ts';
import type { RowVersion } from '../shared/conflict.ts';
import { CONFLICT, RequiredVersionInput, Versioned, VersionedPayload } from '../shared/versioned.ts';

const ExportAccessEnum: Record<string, Organization['exportToCsvAccess']> = { DISABLED: 0, ALL: 1, ADMINISTRATORS: 2 };
registerEnumType(ExportAccessEnum, {
  name: 'ExportAccess',
  description: 'Users who may save lists as CSV files: the documented export_to_csv_access.',
  valuesConfig: {
    DISABLED: { description: 'No user (0).' },
    ALL: { description: 'All users who see the list (1).' },
    ADMINISTRATORS: { description: 'Administrators (2).' },
  },
});

const VentilatorVisibilityEnum: Record<string, Organization['ventilatorVisibility']> = {
  ALL_USERS: 'all-users',
  SPECIFIC_USERS: 'specific-users',
};
registerEnumType(VentilatorVisibilityEnum, {
  name: 'VentilatorVisibility',
  description: 'Users who see patients on a ventilator.',
  valuesConfig: {
    ALL_USERS: { description: 'All users (all-users).' },
    SPECIFIC_USERS: { description: 'Users with ventilator access (specific-users).' },
  },
});

@WithoutPatients()
@ObjectType({ implements: Versioned, description: 'Settings of an organization, by its administrators.' })
export class OrganizationSettings implements Versioned {
  version!: RowVersion;

  @Field(() => String, { description: 'IANA time zone in which times are shown to its staff.' })
  timezone!: string;

  @Field(() => LocaleEnum, { description: 'Language that new users start with.' })
  locale!: Locale;

  @Field(() => Int, { description: 'Minutes after which an idle session ends: 5 to 60.' })
  sessionIdleMinutes!: number;

  @Field(() => ExportAccessEnum, { description: 'Users who may save lists as CSV files.' })
  exportToCsvAccess!: Organization['exportToCsvAccess'];

  @Field(() => Boolean, { description: 'True when the organization cares for patients on a ventilator.' })
  allowVentilatorSupport!: boolean;

  @Field(() => VentilatorVisibilityEnum, { description: 'Users who see patients on a ventilator.' })
  ventilatorVisibility!: Organization['ventilatorVisibility'];

  @Field(() => Boolean, { description: 'True when API keys can be managed.' })
  allowApiKeyManagement!: boolean;

  @Field(() => Boolean, { description: 'True when clinical staff may add a missing PIN to devices of its patients.' })
  physicianCanAddMissingPin!: boolean;

  @Field(() => Boolean, { description: "True when only its own staff may edit the settings of its patients' devices." })
  disallowExternalDeviceEdit!: boolean;

  @Field(() => Boolean, { description: 'True when a second factor is used at sign-in: auth.2fa_enabled.' })
  twoFactorEnabled!: boolean;

  @Field(() => Boolean, {
    description:
      "True when codes go only to the phone number of the user's record, and saving a user without one is confirmed: auth.2fa_prevent_phone_numbers.",
  })
  twoFactorPreventPhoneNumbers!: boolean;

  @Field(() => Boolean, { description: 'True when codes of an authenticator app are accepted: auth.2fa_app.' })
  twoFactorApp!: boolean;

  @Field(() => Boolean, { description: 'True when codes sent as a text message are accepted: auth.2fa_sms.' })
  twoFactorSms!: boolean;
}

@InputType({ description: "A change of the settings of the viewer's organization. A field that is omitted stays." })
export class UpdateOrganizationSettingsInput extends RequiredVersionInput {
  @Field(() => String, { nullable: true, description: 'IANA time zone, such as America/New_York.' })
  timezone?: string | null;

  @Field(() => LocaleEnum, { nullable: true, description: 'Language that new users start with.' })
  locale?: Locale | null;

  @Field(() => Int, { nullable: true, description: 'Minutes after which an idle session ends: 5 to 60.' })
  sessionIdleMinutes?: number | null;

  @Field(() => ExportAccessEnum, { nullable: true, description: 'Users who may save lists as CSV files.' })
  exportToCsvAccess?: Organization['exportToCsvAccess'] | null;

  @Field(() => Boolean, { nullable: true, description: 'True when it cares for patients on a ventilator.' })
  allowVentilatorSupport?: boolean | null;

  @Field(() => VentilatorVisibilityEnum, { nullable: true, description: 'Users who see those patients.' })
  ventilatorVisibility?: Organization['ventilatorVisibility'] | null;

  @Field(() => Boolean, { nullable: true, description: 'True when API keys can be managed.' })
  allowApiKeyManagement?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'True when clinical staff may add a missing PIN.' })
  physicianCanAddMissingPin?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'True when only its own staff may edit device settings.' })
  disallowExternalDeviceEdit?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'True when a second factor is used at sign-in.' })
  twoFactorEnabled?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "True when codes go only to the phone number of the user's record.",
  })
  twoFactorPreventPhoneNumbers?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'True when codes of an authenticator app are accepted.' })
  twoFactorApp?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'True when codes sent as a text message are accepted.' })
  twoFactorSms?: boolean | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing the settings of an organization.' })
export class UpdateOrganizationSettingsPayload extends VersionedPayload {
  @Field(() => Organization, { nullable: true, description: 'The organization after the change; null when refused.' })
  organization: Organization | null = null;

  @Field(() => Organization, CONFLICT)
  override conflict: Organization | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a change of the settings of an organization.' })
export class UpdateOrganizationSettingsCheck extends VersionedPayload {
  @Field(() => Organization, CONFLICT)
  override conflict: Organization | null = null;
}
