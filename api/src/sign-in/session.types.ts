import { Field, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import type { Locale } from '../shared/messages.ts';
import { Payload } from '../shared/payload.ts';
import { LocaleEnum, ViewerType } from '../auth/viewer.types.ts';

@InputType({ description: 'Sign-in credentials.' })
export class SignInInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;

  @Field(() => String, { description: 'Password.' })
  password!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of signing in.' })
export class SignInPayload extends Payload {
  @Field(() => ViewerType, {
    nullable: true,
    description: 'The viewer; null when refused, or until the second factor is given.',
  })
  viewer: ViewerType | null = null;

  @Field(() => Boolean, {
    description:
      'True when the password was right and the sign-in continues at /verify-login: a second factor is due, or has to be set up.',
  })
  verificationRequired = false;
}

@InputType({
  description:
    'A password or second factor that confirms the signed-in user: exactly one of the fields. SecondFactors.reauthenticating lists the factors.',
})
export class ReauthenticateInput {
  @Field(() => String, { nullable: true, description: 'Password.' })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'Six digits of the authenticator app.' })
  code?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The answer of a passkey to startPasskeyReauthentication, as JSON (AuthenticationResponseJSON).',
  })
  passkey?: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of giving the password, or a factor, again.' })
export class ReauthenticatePayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of signing out.' })
export class SignOutPayload extends Payload {}

@InputType({ description: 'Preferences of the viewer; an omitted field is unchanged.' })
export class UpdateViewerInput {
  @Field(() => LocaleEnum, { nullable: true, description: 'Language.' })
  locale?: Locale | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing preferences.' })
export class UpdateViewerPayload extends Payload {
  @Field(() => ViewerType, { nullable: true, description: 'The viewer after the change; null when refused.' })
  viewer: ViewerType | null = null;
}
