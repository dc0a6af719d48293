import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { settingsStatusEvents } from '../realtime/channels.ts';
import type { Topics } from '../realtime/topics.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
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
    description: 'Everything that may refuse submitSettings, and what it would change, without writing.',
  })
  checkSubmitSettings(
    @Arg('input', () => SubmitSettingsInput, { description: 'As for submitSettings.' }) input: SubmitSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<SubmitSettingsCheck> {
    return checked(ctx, SubmitSettingsCheck, async () => ({ changes: await checkSubmission(ctx, input) }));
  }

  @Mutation(() => SubmitSettingsPayload, {
    description: 'Sends a change of settings on its way to the device; one that still is on its way is replaced.',
  })
  submitSettings(
    @Arg('input', () => SubmitSettingsInput, {
      description: 'The device, the mode and its settings, and what the editor saw.',
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
      "A settings change of one of the patient's devices moved on: submitted, fetched, delivered, failed, replaced or withdrawn.",
    subscribe: ({ args, context }) =>
      settingsStatusEvents(context as Context, rowId('Patient', (args as { patientId: string }).patientId)),
  })
  settingsStatusChanged(
    @Arg('patientId', () => ID, { description: 'The patient: global id or integer.' }) _patientId: string,
    @Root() event: Topics['settings.status-changed'],
    @Ctx() ctx: Context,
  ): Promise<SettingsStatusChange> {
    return findStatusChange(ctx, event);
  }
}
