import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { userErrorsOf } from '../graphql/root-fields.ts';
import { settingsStatusEvents } from '../realtime/channels.ts';
import type { Topics } from '../realtime/topics.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { cancelPendingSettings, checkSubmission, findStatusChange, submitSettings } from './submit-settings.service.ts';
import {
  CancelPendingSettingsInput,
  CancelPendingSettingsPayload,
  SettingChange,
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
  async checkSubmitSettings(
    @Arg('input', () => SubmitSettingsInput, { description: 'As for submitSettings.' }) input: SubmitSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<SubmitSettingsCheck> {
    const check = { changes: [], newerRecord: null, basis: null, userErrors: [] };
    try {
      return { ...check, changes: await checkSubmission(ctx, input) };
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return { ...check, ...error.facts, userErrors: userErrorsOf(ctx, error) };
    }
  }

  @Mutation(() => SubmitSettingsPayload, {
    description: 'Sends a change of settings on its way to the device; one that still is on its way is replaced.',
  })
  async submitSettings(
    @Arg('input', () => SubmitSettingsInput, {
      description: 'The device, the mode and its settings, and what the editor saw.',
    })
    input: SubmitSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<SubmitSettingsPayload> {
    return { ...(await submitSettings(ctx, input)), newerRecord: null, basis: null, userErrors: [] };
  }

  @Mutation(() => CancelPendingSettingsPayload, {
    description: 'Withdraws a change that the device has not answered: it becomes Void/Replaced.',
  })
  async cancelPendingSettings(
    @Arg('input', () => CancelPendingSettingsInput, { description: 'The device and the change.' })
    input: CancelPendingSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<CancelPendingSettingsPayload> {
    return { ...(await cancelPendingSettings(ctx, input)), userErrors: [] };
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

@Resolver(() => SubmitSettingsPayload)
export class SubmitSettingsPayloadResolver {
  // A refused mutation answers its refusals only; the list is never null.
  @FieldResolver(() => [SettingChange])
  changes(@Root() { changes }: SubmitSettingsPayload): SettingChange[] {
    return changes ?? [];
  }
}
