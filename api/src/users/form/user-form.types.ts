import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Organization } from '../../organizations/organization.entity.ts';
import { WithoutPatients } from '../../shared/marks.ts';
import { enumOf } from '../../shared/enums.ts';
import { Payload } from '../../shared/payload.ts';
import type { UserScope } from './user-form-options.ts';
import { USER_TYPES, type UserType } from './user-form.rules.ts';
import { User } from '../user.entity.ts';
import type { RowVersion } from '../../shared/conflict.ts';
import { CONFLICT, SEEN, Versioned, VersionedPayload, VersionScalar } from '../../shared/versioned.ts';

export const UserTypeEnum = enumOf(USER_TYPES);
registerEnumType(UserTypeEnum, {
  name: 'UserType',
  description: 'Part of the organization that a user sees.',
  valuesConfig: {
    ORGANIZATION: { description: 'The whole organization.' },
    LOCATION: { description: 'The locations that the user is assigned to.' },
    GROUP: { description: 'The locations of the groups that the user is assigned to.' },
  },
});

export const UserScopeEnum: Record<Uppercase<UserScope>, UserScope> = {
  ALL: 'all',
  LOCATION: 'location',
  GROUP: 'group',
};
registerEnumType(UserScopeEnum, {
  name: 'UserScope',
  description: 'The list of users from which a form is opened.',
  valuesConfig: {
    ALL: { description: 'All users.' },
    LOCATION: { description: 'The users of locations. A new one has the type LOCATION, where that is possible.' },
    GROUP: { description: 'The users of groups. A new one has the type GROUP, where that is possible.' },
  },
});

type NotificationType = 'Email' | 'Text';
export const NotificationTypeEnum: Record<Uppercase<NotificationType>, NotificationType> = {
  EMAIL: 'Email',
  TEXT: 'Text',
};
registerEnumType(NotificationTypeEnum, {
  name: 'NotificationType',
  description: 'Way in which a user is notified.',
  valuesConfig: { EMAIL: { description: 'By e-mail.' }, TEXT: { description: 'By text message.' } },
});

@WithoutPatients()
@ObjectType({ description: 'A role that users of the organization may have.' })
export class RoleOption {
  @Field(() => String, { description: 'Name of the role, such as org.ep.admin.' })
  name!: string;

  @Field(() => String, { description: "Label of the role in the viewer's language." })
  label!: string;

  @Field(() => UserTypeEnum, { description: 'The type of the users that may have the role.' })
  userType!: UserType;

  @Field(() => Boolean, { description: 'True when the viewer may give the role.' })
  assignable!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Reason for which the viewer may not give the role, in the viewer's language; null when they may.",
  })
  reason!: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'A location or group that users may be assigned to.' })
export class PlaceOption {
  @Field(() => Int, { description: 'Integer id of the location or group.' })
  id!: number;

  @Field(() => String, { description: 'Name of the location or group.' })
  name!: string;

  @Field(() => Boolean, { description: 'True when the viewer may add it to a user or remove it.' })
  assignable!: boolean;
}

@WithoutPatients()
@ObjectType('UserFormValues', { implements: Versioned, description: 'The values of a user, as the form edits them.' })
export class UserFormValuesType implements Versioned {
  version!: number;

  @Field(() => String, { description: 'Given name.' })
  firstName!: string;

  @Field(() => String, { description: 'Family name.' })
  lastName!: string;

  @Field(() => String, { description: 'E-mail address; it cannot be changed.' })
  email!: string;

  @Field(() => String, { nullable: true, description: 'Phone number of ten digits; null when there is none.' })
  phone!: string | null;

  @Field(() => String, { description: 'Country: US or CA.' })
  country!: string;

  @Field(() => UserTypeEnum, { description: 'Part of the organization that the user sees.' })
  userType!: UserType;

  @Field(() => String, { description: 'Name of the role, such as org.ep.admin; empty without one.' })
  role!: string;

  @Field(() => [Int], { description: 'Integer ids of the locations of a user of the type Location.' })
  locations!: number[];

  @Field(() => [Int], { description: 'Integer ids of the groups of a user of the type Group.' })
  groups!: number[];

  @Field(() => Boolean, { description: 'True when the user can be the clinician of a patient.' })
  isClinician!: boolean;

  @Field(() => NotificationTypeEnum, { description: 'Way in which the user is notified.' })
  notificationType!: NotificationType;

  @Field(() => Boolean, { description: 'True when text messages to the phone number are a second factor.' })
  twoFactorSmsEnabled!: boolean;
}

@WithoutPatients()
@ObjectType({ description: "The form of a user: its values, and the viewer's choices." })
export class UserForm {
  @Field(() => Organization, { description: "The user's organization." })
  organization!: Organization;

  @Field(() => UserFormValuesType, { nullable: true, description: 'Current values; null for a new user.' })
  values!: UserFormValuesType | null;

  @Field(() => [UserTypeEnum], { description: 'The user types for which the viewer may give a role.' })
  userTypes!: UserType[];

  @Field(() => [RoleOption], { description: 'The roles of the organization.' })
  roles!: RoleOption[];

  @Field(() => [PlaceOption], { description: "The organization's first 1000 locations by name." })
  locations!: PlaceOption[];

  @Field(() => [PlaceOption], { description: "The organization's first 1000 groups by name." })
  groups!: PlaceOption[];

  @Field(() => Boolean, {
    description: 'True when saving a user without a phone number needs confirmation: the second factor is on.',
  })
  asksForPhone!: boolean;

  @Field(() => Boolean, { description: 'True when the form asks whether the user is a clinician: not in clinics.' })
  asksForClinician!: boolean;
}

@InputType({ description: 'What a user may do, and where.' })
class UserInput {
  @Field(() => String, { description: 'Given name of at most 100 characters.' })
  firstName!: string;

  @Field(() => String, { description: 'Family name of at most 100 characters.' })
  lastName!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Phone number of the United States, Canada or Puerto Rico: ten digits, or (XXX) XXX-XXXX. Null for none.',
  })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'Country: US or CA; US for new users by default.' })
  country?: string | null;

  @Field(() => UserTypeEnum, { description: 'Part of the organization that the user sees.' })
  userType!: UserType;

  @Field(() => String, { description: 'Name of a role of this user type.' })
  role!: string;

  @Field(() => [Int], {
    nullable: true,
    description: 'Integer ids of the locations: at least one for the type Location, none for other types.',
  })
  locations?: number[] | null;

  @Field(() => [Int], {
    nullable: true,
    description: 'Integer ids of the groups: at least one for the type Group, none for other types.',
  })
  groups?: number[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True when the user can be the clinician of a patient. New users can by default.',
  })
  isClinician?: boolean | null;

  @Field(() => NotificationTypeEnum, {
    nullable: true,
    description: 'Notification by e-mail or by text message; by e-mail for new users by default.',
  })
  notificationType?: NotificationType | null;
}

@InputType({ description: 'A new user.' })
export class CreateUserInput extends UserInput {
  @Field(() => ID, {
    nullable: true,
    description: "Global id or integer id of the user's organization; by default the viewer's own.",
  })
  organizationId?: string | null;

  @Field(() => String, { description: 'E-mail address, to which the invitation is sent. No other user has it.' })
  email!: string;

  @Field(() => String, { description: 'The e-mail address again.' })
  confirmEmail!: string;
}

@InputType({ description: 'New values of a user. The e-mail address cannot be changed.' })
export class UpdateUserInput extends UserInput {
  @Field(() => ID, { description: 'Global id or integer id of the user.' })
  userId!: string;

  @Field(() => VersionScalar, SEEN)
  version?: RowVersion | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a new user.' })
export class CreateUserCheck extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of creating a user.' })
export class CreateUserPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The new user; null when refused.' })
  user: User | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a changed user.' })
export class UpdateUserCheck extends VersionedPayload {
  @Field(() => UserFormValuesType, CONFLICT)
  override conflict: UserFormValuesType | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing a user.' })
export class UpdateUserPayload extends VersionedPayload {
  @Field(() => User, { nullable: true, description: 'The user after the change; null when refused.' })
  user: User | null = null;

  @Field(() => UserFormValuesType, CONFLICT)
  override conflict: UserFormValuesType | null = null;
}
