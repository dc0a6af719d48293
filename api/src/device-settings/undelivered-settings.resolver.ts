import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import type { Context } from '../shared/context.ts';
import { SubmitSettingsCheck, SubmitSettingsPayload } from './submit-settings.types.ts';
import { checkDismissal, checkResend, dismissSettings, resendSettings } from './undelivered-settings.service.ts';
import {
  DismissSettingsCheck,
  DismissSettingsInput,
  DismissSettingsPayload,
  ResendSettingsInput,
} from './undelivered-settings.types.ts';

@Resolver()
export class UndeliveredSettingsResolver {
  @Query(() => SubmitSettingsCheck, {
    description:
      'Every reason why resendSettings would refuse the input, and the changes it would make, without writing.',
  })
  checkResendSettings(
    @Arg('input', () => ResendSettingsInput, { description: 'The same input as for resendSettings.' })
    input: ResendSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<SubmitSettingsCheck> {
    return checked(ctx, SubmitSettingsCheck, async () => ({ changes: await checkResend(ctx, input) }));
  }

  @Mutation(() => SubmitSettingsPayload, {
    description: 'Submits the values of a failed change again, as a new change with all checks of a submission.',
  })
  resendSettings(
    @Arg('input', () => ResendSettingsInput, {
      description: 'The device, the failed change, and the basis that the user saw.',
    })
    input: ResendSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SubmitSettingsPayload>> {
    return resendSettings(ctx, input);
  }

  @Query(() => DismissSettingsCheck, {
    description: 'Every reason why dismissSettings would refuse the input, without writing.',
  })
  checkDismissSettings(
    @Arg('input', () => DismissSettingsInput, { description: 'The same input as for dismissSettings.' })
    input: DismissSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<DismissSettingsCheck> {
    return checked(ctx, DismissSettingsCheck, () => checkDismissal(ctx, input));
  }

  @Mutation(() => DismissSettingsPayload, {
    description:
      'Takes a failed or replaced change out of DeviceHistory.pendingSettings. It stays in the history, with who dismissed it and when.',
  })
  dismissSettings(
    @Arg('input', () => DismissSettingsInput, { description: 'The device and the change.' })
    input: DismissSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DismissSettingsPayload>> {
    return dismissSettings(ctx, input);
  }
}
