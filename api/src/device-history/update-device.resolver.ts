import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { checked, userErrorsOf } from '../graphql/checked.ts';
import type { Context } from '../shared/context.ts';
import { rowId, toGlobalId } from '../shared/node.ts';
import { addPin, checkAddPin } from './add-pin.service.ts';
import { deleteDevice } from './delete-device.service.ts';
import { AssignmentImpactType } from './device-nights.types.ts';
import { checkUpdate, impactOfUpdate, questionsOf, updateDevice } from './update-device.service.ts';
import {
  AddDevicePinCheck,
  AddDevicePinInput,
  AddDevicePinPayload,
  DeleteDeviceInput,
  DeleteDevicePayload,
  UpdateDeviceCheck,
  UpdateDeviceInput,
  UpdateDevicePayload,
} from './update-device.types.ts';

const ONLY = 'Names of the fields to check; all when omitted. The PIN is compared only when pinNumber is among them.';

const historyOf = ({ deviceHistoryId }: { deviceHistoryId: string }) => ({
  id: rowId('DeviceHistory', deviceHistoryId),
});

@Resolver()
export class UpdateDeviceResolver {
  @Query(() => UpdateDeviceCheck, {
    description:
      'The dry run of updateDevice: every reason why it would refuse the input or ask for confirmation, and the nights that would move.',
  })
  async checkUpdateDevice(
    @Arg('input', () => UpdateDeviceInput, { description: 'The same input as for updateDevice.' })
    input: UpdateDeviceInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<UpdateDeviceCheck> {
    const { distance, ...questions } = await questionsOf(ctx, historyOf(input), input, only ?? undefined);
    return checked(
      ctx,
      UpdateDeviceCheck,
      async () => {
        const found = await checkUpdate(ctx, historyOf(input), input, only ?? undefined);
        return only ? {} : { impact: new AssignmentImpactType(await impactOfUpdate(ctx, found)) };
      },
      { ...questions, distance: distance && userErrorsOf(ctx, distance)[0]! },
    );
  }

  @Mutation(() => UpdateDevicePayload, {
    description:
      'Changes the dates of an assignment: moves its start, ends it, or reopens it. Ending makes its pending settings void.',
  })
  async updateDevice(
    @Arg('input', () => UpdateDeviceInput, { description: 'The assignment and its new values.' })
    input: UpdateDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateDevicePayload>> {
    const { history, patient, recalculate } = await updateDevice(ctx, historyOf(input), input);
    return { deviceHistory: history, patient, recalculate };
  }

  @Query(() => AddDevicePinCheck, {
    description: 'Every reason why addDevicePin would refuse the input, without writing.',
  })
  checkAddDevicePin(
    @Arg('input', () => AddDevicePinInput, { description: 'The assignment and the PIN.' }) input: AddDevicePinInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<AddDevicePinCheck> {
    return checked(
      ctx,
      AddDevicePinCheck,
      async () => void (await checkAddPin(ctx, historyOf(input), input, only ?? undefined)),
    );
  }

  @Mutation(() => AddDevicePinPayload, {
    description: "Confirms the missing PIN of a patient's current device.",
  })
  async addDevicePin(
    @Arg('input', () => AddDevicePinInput, { description: 'The assignment and the PIN.' }) input: AddDevicePinInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<AddDevicePinPayload>> {
    const deviceHistory = await addPin(ctx, historyOf(input), input);
    return { deviceHistory, patient: await deviceHistory.patient.loadOrFail() };
  }

  @Mutation(() => DeleteDevicePayload, {
    description: 'Deletes an assignment and its settings. Nights and iCodes belong to the patient and stay.',
  })
  async deleteDevice(
    @Arg('input', () => DeleteDeviceInput, { description: 'The assignment to delete.' }) input: DeleteDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeleteDevicePayload>> {
    const { id } = historyOf(input);
    const patient = await deleteDevice(ctx, { id }, input);
    return { deletedDeviceHistoryId: toGlobalId('DeviceHistory', id), patient };
  }
}
