import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { checked, userErrorsOf } from '../graphql/checked.ts';
import type { Context } from '../shared/context.ts';
import { rowId, toGlobalId } from '../shared/node.ts';
import { addPin, checkAddPin } from './add-pin.service.ts';
import { deleteDevice } from './delete-device.service.ts';
import { checkUpdate, questionsOf, updateDevice } from './update-device.service.ts';
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

const ONLY = 'Names of the fields to check; all when absent. The PIN is compared only when pinNumber is asked for.';

const historyOf = ({ deviceHistoryId }: { deviceHistoryId: string }) => ({
  id: rowId('DeviceHistory', deviceHistoryId),
});

@Resolver()
export class UpdateDeviceResolver {
  @Query(() => UpdateDeviceCheck, {
    description: 'Everything that may refuse updateDevice or asks for confirmation before it, without writing.',
  })
  async checkUpdateDevice(
    @Arg('input', () => UpdateDeviceInput, { description: 'The assignment as it is to be.' }) input: UpdateDeviceInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<UpdateDeviceCheck> {
    const { distance, ...questions } = await questionsOf(ctx, historyOf(input), input, only ?? undefined);
    return checked(
      ctx,
      UpdateDeviceCheck,
      async () => void (await checkUpdate(ctx, historyOf(input), input, only ?? undefined)),
      { ...questions, distance: distance && userErrorsOf(ctx, distance)[0]! },
    );
  }

  @Mutation(() => UpdateDevicePayload, {
    description:
      'Changes the dates of an assignment: moves its start, ends it, or opens it again. Ending makes its pending settings void.',
  })
  async updateDevice(
    @Arg('input', () => UpdateDeviceInput, { description: 'The assignment as it is to be.' }) input: UpdateDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateDevicePayload>> {
    const { history, patient, recalculate } = await updateDevice(ctx, historyOf(input), input);
    return { deviceHistory: history, patient, recalculate };
  }

  @Query(() => AddDevicePinCheck, { description: 'Everything that may refuse addDevicePin, without writing.' })
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
    description: 'Confirms the PIN of a device that a patient has and of which none was entered.',
  })
  async addDevicePin(
    @Arg('input', () => AddDevicePinInput, { description: 'The assignment and the PIN.' }) input: AddDevicePinInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<AddDevicePinPayload>> {
    const deviceHistory = await addPin(ctx, historyOf(input), input);
    return { deviceHistory, patient: await deviceHistory.patient.loadOrFail() };
  }

  @Mutation(() => DeleteDevicePayload, {
    description: 'Deletes an assignment. Its settings go with it; nights and iCodes belong to the patient and stay.',
  })
  async deleteDevice(
    @Arg('input', () => DeleteDeviceInput, { description: 'The assignment.' }) input: DeleteDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeleteDevicePayload>> {
    const { id } = historyOf(input);
    const patient = await deleteDevice(ctx, { id });
    return { deletedDeviceHistoryId: toGlobalId('DeviceHistory', id), patient };
  }
}
