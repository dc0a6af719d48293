import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { Payload } from '../shared/payload.ts';
import { User } from '../users/user.entity.ts';
import type { SecondFactor } from './two-factor-state.ts';
import { ViewerType } from '../auth/viewer.types.ts';

export const SecondFactorEnum: Record<Uppercase<SecondFactor>, SecondFactor> = {
  APP: 'app',
  SMS: 'sms',
  PASSKEY: 'passkey',
};
registerEnumType(SecondFactorEnum, {
  name: 'SecondFactorMethod',
  description: 'A second factor of a sign-in.',
  valuesConfig: {
    APP: { description: 'Codes of an authenticator app.' },
    SMS: { description: 'Codes by text message.' },
    PASSKEY: { description: 'A passkey (WebAuthn).' },
  },
});

const SignInStageEnum = { VERIFY: 'verify', ENROLL: 'enroll' } as const;
registerEnumType(SignInStageEnum, {
  name: 'SignInStage',
  description: 'The next step of a sign-in after the password.',
  valuesConfig: {
    VERIFY: { description: 'One of the factors is asked for.' },
    ENROLL: { description: 'The organization requires a second factor, and the user has to set one up.' },
  },
});

@WithoutPatients()
@ObjectType('SignInStep', {
  description: 'The next step of a sign-in that is not complete. It reveals nothing else about the user.',
})
export class SignInStepType {
  @Field(() => SignInStageEnum, { description: 'Stage of the step.' })
  stage!: 'verify' | 'enroll';

  @Field(() => [SecondFactorEnum], {
    description: 'The factors that complete the step, or that can be set up. The first is asked for.',
  })
  factors!: SecondFactor[];

  @Field(() => Boolean, {
    description:
      'True when the user who sets up codes by text message chooses the phone; otherwise it is that of their record.',
  })
  choosesPhone!: boolean;
}

@WithoutPatients()
@ObjectType({ description: 'A passkey of the viewer.' })
export class Passkey {
  @Field(() => ID, { description: 'Id of the passkey.' })
  id!: number;

  @Field(() => String, { description: 'The name that its user gave it.' })
  name!: string;

  @Field(() => DateTimeScalar, { description: 'Time at which it was added.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which it last completed a sign-in; null before that.',
  })
  lastUsedAt!: Date | null;
}

@WithoutPatients()
@ObjectType({ description: "The viewer's own second factors." })
export class SecondFactors {
  @Field(() => [SecondFactorEnum], { description: 'The factors that are set up.' })
  factors!: SecondFactor[];

  @Field(() => [SecondFactorEnum], { description: 'The factors that the organization allows.' })
  allowed!: SecondFactor[];

  @Field(() => [SecondFactorEnum], {
    description: 'The factors that reauthenticate takes in place of the password.',
  })
  reauthenticating!: SecondFactor[];

  @Field(() => Boolean, { description: 'True when the organization requires a second factor.' })
  required!: boolean;

  @Field(() => Boolean, {
    description: 'True when the viewer chooses the phone that receives codes; otherwise it is that of their record.',
  })
  choosesPhone!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The last four digits of the phone that receives codes; null without SMS.',
  })
  phoneEnding!: string | null;

  @Field(() => Int, { description: 'Number of unused recovery codes.' })
  recoveryCodesLeft!: number;

  @Field(() => [Passkey], { description: 'The passkeys, oldest first.' })
  passkeys!: Passkey[];
}

@InputType({ description: 'The second factor of a sign-in: exactly one of the fields.' })
export class VerifySignInInput {
  @Field(() => String, { nullable: true, description: 'Six digits of the app or of the text message.' })
  code?: string | null;

  @Field(() => String, { nullable: true, description: 'A recovery code.' })
  recoveryCode?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The answer of a passkey, as JSON (AuthenticationResponseJSON).',
  })
  passkey?: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of the second step of a sign-in.' })
export class VerifySignInPayload extends Payload {
  @Field(() => ViewerType, { nullable: true, description: 'The viewer; null until the sign-in is complete.' })
  viewer: ViewerType | null = null;

  @Field(() => Boolean, {
    description: 'True when the factor was right and is no longer allowed: the user has to set up an allowed one.',
  })
  enrollmentRequired = false;
}

@WithoutPatients()
@ObjectType({ description: 'Result of sending a code by text message.' })
export class SendSignInCodePayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Options with which a browser asks for a passkey.' })
export class PasskeyOptionsPayload extends Payload {
  @Field(() => String, {
    nullable: true,
    description: 'Options of WebAuthn as JSON, for navigator.credentials; null when refused.',
  })
  options: string | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'The secret of a new authenticator app. It is in use when a first code confirms it.' })
export class StartAppEnrollmentPayload extends Payload {
  @Field(() => String, { nullable: true, description: 'The secret in base 32, to be typed; null when refused.' })
  secret: string | null = null;

  @Field(() => String, { nullable: true, description: 'Address for authenticator apps (otpauth:); null when refused.' })
  uri: string | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The address as a QR code: the dark modules as the path of an SVG; null when refused.',
  })
  qrPath: string | null = null;

  @Field(() => Int, { nullable: true, description: 'Length of a side of the QR code in modules; null when refused.' })
  qrSize: number | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of sending a code to a new phone.' })
export class StartSmsEnrollmentPayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of setting up a second factor.' })
export class EnrollmentPayload extends Payload {
  @Field(() => [String], {
    nullable: true,
    description: 'Ten recovery codes, shown this once; null when the user has some, or when refused.',
  })
  recoveryCodes: string[] | null = null;
}

@InputType({ description: 'A new passkey.' })
export class ConfirmPasskeyInput {
  @Field(() => String, { description: 'A name by which the user recognizes it, at most 60 characters.' })
  name!: string;

  @Field(() => String, { description: "The browser's answer as JSON (RegistrationResponseJSON)." })
  passkey!: string;
}

@WithoutPatients()
@ObjectType({ description: "Result of changing the viewer's own second factors." })
export class ChangeSecondFactorPayload extends Payload {
  @Field(() => SecondFactors, {
    nullable: true,
    description: 'The second factors after the change; null when refused.',
  })
  secondFactors: SecondFactors | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of making new recovery codes.' })
export class RegenerateRecoveryCodesPayload extends Payload {
  @Field(() => [String], { nullable: true, description: 'Ten recovery codes, shown this once; null when refused.' })
  recoveryCodes: string[] | null = null;
}

@InputType({ description: "A user's second factor to be removed." })
export class ResetUserSecondFactorInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;

  @Field(() => SecondFactorEnum, { description: 'The factor to remove; of passkeys all.' })
  method!: SecondFactor;
}

@WithoutPatients()
@ObjectType({ description: "Result of resetting a user's second factor." })
export class ResetUserSecondFactorPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user; null when refused.' })
  user: User | null = null;
}
