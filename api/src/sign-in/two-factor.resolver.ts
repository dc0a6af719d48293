import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { confirmPasskeyEnrollment, startPasskeyEnrollment } from './passkeys-enrollment.ts';
import { startPasskey } from './passkeys-check.ts';
import {
  confirmAppEnrollment,
  confirmSmsEnrollment,
  startAppEnrollment,
  startSmsEnrollment,
} from './two-factor-enrollment.ts';
import {
  deletePasskey,
  findOwnFactors,
  findSignInStep,
  regenerateRecoveryCodes,
  removeOwnFactor,
  resetSecondFactor,
  type OwnFactors,
  type SignInStep,
} from './two-factor.service.ts';
import { sendSignInCode } from './two-factor-sms.ts';
import type { SecondFactor } from './two-factor-state.ts';
import {
  ChangeSecondFactorPayload,
  ConfirmPasskeyInput,
  EnrollmentPayload,
  PasskeyOptionsPayload,
  RegenerateRecoveryCodesPayload,
  ResetUserSecondFactorInput,
  ResetUserSecondFactorPayload,
  SecondFactorEnum,
  SecondFactors,
  SendSignInCodePayload,
  SignInStepType,
  StartAppEnrollmentPayload,
  StartSmsEnrollmentPayload,
  VerifySignInInput,
  VerifySignInPayload,
} from './two-factor.types.ts';
import { verifySignIn } from './two-factor-verify.ts';
import { viewerOf } from '../auth/viewer.types.ts';

@Resolver()
export class TwoFactorResolver {
  @Query(() => SignInStepType, {
    nullable: true,
    description: 'The next step of a sign-in whose password was right; null without one.',
  })
  signInStep(@Ctx() ctx: Context): Promise<SignInStep | null> {
    return findSignInStep(ctx);
  }

  @Query(() => SecondFactors, { description: "The viewer's own second factors." })
  secondFactors(@Ctx() ctx: Context): Promise<OwnFactors> {
    return findOwnFactors(ctx);
  }

  @Mutation(() => VerifySignInPayload, {
    description: 'Completes a sign-in with the second factor; replaces the session cookie.',
  })
  async verifySignIn(
    @Arg('input', () => VerifySignInInput, { description: 'The second factor.' }) input: VerifySignInInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<VerifySignInPayload>> {
    const { mustEnroll } = await verifySignIn(ctx, input);
    return { viewer: ctx.signedIn && viewerOf(ctx.signedIn), enrollmentRequired: mustEnroll };
  }

  @Mutation(() => SendSignInCodePayload, {
    description: 'Sends a code to the phone of the user who signs in: at most 3 in 10 minutes and 10 in a day.',
  })
  async sendSignInCode(@Ctx() ctx: Context): Promise<Partial<SendSignInCodePayload>> {
    await sendSignInCode(ctx);
    return {};
  }

  @Mutation(() => PasskeyOptionsPayload, { description: 'Asks for a passkey of the user who signs in.' })
  async startPasskeySignIn(@Ctx() ctx: Context): Promise<Partial<PasskeyOptionsPayload>> {
    return { options: await startPasskey(ctx, 'verify') };
  }

  @Mutation(() => PasskeyOptionsPayload, {
    description: 'Asks for a passkey of the viewer, which reauthenticate takes in place of the password.',
  })
  async startPasskeyReauthentication(@Ctx() ctx: Context): Promise<Partial<PasskeyOptionsPayload>> {
    return { options: await startPasskey(ctx, 'full') };
  }

  @Mutation(() => StartAppEnrollmentPayload, { description: 'Makes the secret of a new authenticator app.' })
  startAppEnrollment(@Ctx() ctx: Context): Promise<Partial<StartAppEnrollmentPayload>> {
    return startAppEnrollment(ctx);
  }

  @Mutation(() => EnrollmentPayload, {
    description: 'Turns the new authenticator app on. A user who had to set up a factor is signed in then.',
  })
  async confirmAppEnrollment(
    @Arg('code', () => String, { description: 'The first code of the app.' }) code: string,
    @Ctx() ctx: Context,
  ): Promise<Partial<EnrollmentPayload>> {
    return { recoveryCodes: await confirmAppEnrollment(ctx, { code }) };
  }

  @Mutation(() => StartSmsEnrollmentPayload, { description: 'Sends a code to a new phone, to verify its number.' })
  async startSmsEnrollment(
    @Arg('phone', () => String, {
      nullable: true,
      description:
        "A number of the USA, Puerto Rico or Canada, ten digits. Where the organization fixes the phone it is that of the user's record, and may be omitted.",
    })
    phone: string | null,
    @Ctx() ctx: Context,
  ): Promise<Partial<StartSmsEnrollmentPayload>> {
    await startSmsEnrollment(ctx, { phone });
    return {};
  }

  @Mutation(() => EnrollmentPayload, {
    description: 'Turns codes by SMS on. A user who had to set up a factor is signed in then.',
  })
  async confirmSmsEnrollment(
    @Arg('code', () => String, { description: 'The code that the phone received.' }) code: string,
    @Ctx() ctx: Context,
  ): Promise<Partial<EnrollmentPayload>> {
    return { recoveryCodes: await confirmSmsEnrollment(ctx, { code }) };
  }

  @Mutation(() => PasskeyOptionsPayload, { description: 'Asks the browser for a new passkey.' })
  async startPasskeyEnrollment(@Ctx() ctx: Context): Promise<Partial<PasskeyOptionsPayload>> {
    return { options: await startPasskeyEnrollment(ctx) };
  }

  @Mutation(() => EnrollmentPayload, {
    description: 'Adds a passkey. A user who had to set up a factor is signed in then.',
  })
  async confirmPasskeyEnrollment(
    @Arg('input', () => ConfirmPasskeyInput, { description: 'The passkey and its name.' }) input: ConfirmPasskeyInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<EnrollmentPayload>> {
    return { recoveryCodes: await confirmPasskeyEnrollment(ctx, input) };
  }

  @Mutation(() => ChangeSecondFactorPayload, { description: 'Deletes a passkey of the viewer.' })
  async deletePasskey(
    @Arg('id', () => ID, { description: 'Id of the passkey.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Partial<ChangeSecondFactorPayload>> {
    await deletePasskey(ctx, rowId('Passkey', id));
    return { secondFactors: await findOwnFactors(ctx) };
  }

  @Mutation(() => ChangeSecondFactorPayload, {
    description: "Turns one of the viewer's factors off; passkeys all at once.",
  })
  async removeSecondFactor(
    @Arg('method', () => SecondFactorEnum, { description: 'The factor.' }) method: SecondFactor,
    @Ctx() ctx: Context,
  ): Promise<Partial<ChangeSecondFactorPayload>> {
    await removeOwnFactor(ctx, method);
    return { secondFactors: await findOwnFactors(ctx) };
  }

  @Mutation(() => RegenerateRecoveryCodesPayload, {
    description: "Makes ten new recovery codes; the viewer's present ones end.",
  })
  async regenerateRecoveryCodes(@Ctx() ctx: Context): Promise<Partial<RegenerateRecoveryCodesPayload>> {
    return { recoveryCodes: await regenerateRecoveryCodes(ctx) };
  }

  @Mutation(() => ResetUserSecondFactorPayload, {
    description: "Removes a user's second factor, to be set up again, and ends their sessions.",
  })
  async resetUserSecondFactor(
    @Arg('input', () => ResetUserSecondFactorInput, { description: 'The user and the factor.' })
    input: ResetUserSecondFactorInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ResetUserSecondFactorPayload>> {
    return { user: await resetSecondFactor(ctx, input.userId, input.method) };
  }
}
