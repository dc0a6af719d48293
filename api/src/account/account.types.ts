import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { LinkPurpose } from '../mail/mail-templates.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { User } from '../users/user.entity.ts';

const AccountLinkPurposeEnum: Record<Uppercase<LinkPurpose>, LinkPurpose> = {
  INVITATION: 'invitation',
  PASSWORD: 'password',
};
registerEnumType(AccountLinkPurposeEnum, {
  name: 'AccountLinkPurpose',
  description: 'Purpose of the link in a mail.',
  valuesConfig: {
    INVITATION: { description: 'The first password, at /accept-invitation.' },
    PASSWORD: { description: 'A new password, at /reset-password.' },
  },
});
export { AccountLinkPurposeEnum };

@WithoutPatients()
@ObjectType('AccountLink', { description: 'A valid link of a mail.' })
export class AccountLinkType {
  @Field(() => String, { description: 'E-mail address of the account.' })
  email!: string;
}

@InputType({ description: 'A password chosen with the link of a mail.' })
export class LinkPasswordInput {
  @Field(() => String, { description: "Secret in the link's fragment." })
  token!: string;

  @Field(() => String, { description: 'The new password: 12 to 128 characters, hard to guess, without names.' })
  password!: string;

  @Field(() => String, { description: 'The new password again.' })
  passwordConfirmation!: string;
}

@InputType({ description: "A change of the viewer's own password." })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The current password.' })
  currentPassword!: string;

  @Field(() => String, { description: 'The new password: 12 to 128 characters, hard to guess, without names.' })
  password!: string;

  @Field(() => String, { description: 'The new password again.' })
  passwordConfirmation!: string;
}

@InputType({ description: 'The account of the forgotten password.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: 'E-mail address of the account.' })
  email!: string;
}

@InputType({ description: 'The invited user, who gets the mail again.' })
export class ResendUserInvitationInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@InputType({ description: 'The user who is to choose a new password.' })
export class StartUserPasswordResetInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of accepting an invitation.' })
export class AcceptInvitationPayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of choosing a new password.' })
export class ResetPasswordPayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: "Result of changing the viewer's password." })
export class ChangePasswordPayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of asking for a new password; the same whether an account exists or not.' })
export class RequestPasswordResetPayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of sending an invitation again.' })
export class ResendUserInvitationPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The invited user; null when refused.' })
  user: User | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of starting the reset of a password.' })
export class StartUserPasswordResetPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user; null when refused.' })
  user: User | null = null;
}
