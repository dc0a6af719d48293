import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { join } from '../realtime/channel.ts';
import type { Topics } from '../realtime/topics.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { settingsStatusChannel } from './settings-status.channel.ts';
import { cancelPendingSettings, checkSubmission, findStatusChange, submitSettings } from './submit-settings.service.ts';
import {
  CancelPendingSettingsInput,
  CancelPendingSettingsPayload,
  SettingsStatusChange,
  SubmitSettingsCheck,
  SubmitSettingsInput,
  SubmitSettingsPayload,
} from './submit-settings.types.ts';

@Resolver()
export class SubmitSettingsResolver {
  @Query(() => SubmitSettingsCheck, {
    description:
      'Every reason why submitSettings would refuse the input, and the changes it would make, without writing.',
  })
  checkSubmitSettings(
    @Arg('input', () => SubmitSettingsInput, { description: 'The same input as for submitSettings.' })
    input: SubmitSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<SubmitSettingsCheck> {
    return checked(ctx, SubmitSettingsCheck, async () => ({ changes: await checkSubmission(ctx, input) }));
  }

  @Mutation(() => SubmitSettingsPayload, {
    description: 'Submits a settings change for the device to fetch. It replaces a pending one.',
  })
  submitSettings(
    @Arg('input', () => SubmitSettingsInput, {
      description: 'The device, the mode with its settings, and the basis that the editor saw.',
    })
    input: SubmitSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SubmitSettingsPayload>> {
    return submitSettings(ctx, input);
  }

  @Mutation(() => CancelPendingSettingsPayload, {
    description: 'Withdraws a change that the device has not answered: it becomes Void/Replaced.',
  })
  cancelPendingSettings(
    @Arg('input', () => CancelPendingSettingsInput, { description: 'The device and the change.' })
    input: CancelPendingSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CancelPendingSettingsPayload>> {
    return cancelPendingSettings(ctx, input);
  }

  @Subscription(() => SettingsStatusChange, {
    description:
      "A settings change of one of the patient's devices was submitted, fetched, delivered, failed, replaced or withdrawn.",
    subscribe: ({ args, context }) =>
      join(context as Context, settingsStatusChannel, rowId('Patient', (args as { patientId: string }).patientId)),
  })
  settingsStatusChanged(
    @Arg('patientId', () => ID, { description: 'Global id or integer id of the patient.' }) _patientId: string,
    @Root() event: Topics['settings.status-changed'],
    @Ctx() ctx: Context,
  ): Promise<SettingsStatusChange> {
    return findStatusChange(ctx, event);
  }
}
