import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { userErrorsOf } from '../graphql/root-fields.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
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
    const check = {
      ...questions,
      distance: distance && userErrorsOf(ctx, distance)[0]!,
      conflict: null,
      machineHistory: [],
      userErrors: [],
    };
    try {
      await checkUpdate(ctx, historyOf(input), input, only ?? undefined);
      return check;
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return { ...check, ...error.facts, userErrors: userErrorsOf(ctx, error) };
    }
  }

  @Mutation(() => UpdateDevicePayload, {
    description:
      'Changes the dates of an assignment: moves its start, ends it, or opens it again. Ending makes its pending settings void.',
  })
  async updateDevice(
    @Arg('input', () => UpdateDeviceInput, { description: 'The assignment as it is to be.' }) input: UpdateDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<UpdateDevicePayload> {
    try {
      const { history, patient, recalculate } = await updateDevice(ctx, historyOf(input), input);
      return { deviceHistory: history, patient, conflict: null, machineHistory: [], recalculate, userErrors: [] };
    } catch (error) {
      // A refusal without other assignments still answers the list of them.
      throw error instanceof InvalidInput
        ? new InvalidInput(error.refusals, { machineHistory: [], recalculate: false, ...error.facts })
        : error;
    }
  }

  @Query(() => AddDevicePinCheck, { description: 'Everything that may refuse addDevicePin, without writing.' })
  async checkAddDevicePin(
    @Arg('input', () => AddDevicePinInput, { description: 'The assignment and the PIN.' }) input: AddDevicePinInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<AddDevicePinCheck> {
    try {
      await checkAddPin(ctx, historyOf(input), input, only ?? undefined);
      return { userErrors: [] };
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return { userErrors: userErrorsOf(ctx, error) };
    }
  }

  @Mutation(() => AddDevicePinPayload, {
    description: 'Confirms the PIN of a device that a patient has and of which none was entered.',
  })
  async addDevicePin(
    @Arg('input', () => AddDevicePinInput, { description: 'The assignment and the PIN.' }) input: AddDevicePinInput,
    @Ctx() ctx: Context,
  ): Promise<AddDevicePinPayload> {
    const deviceHistory = await addPin(ctx, historyOf(input), input);
    return { deviceHistory, patient: await deviceHistory.patient.loadOrFail(), userErrors: [] };
  }

  @Mutation(() => DeleteDevicePayload, {
    description: 'Deletes an assignment. Its settings go with it; nights and iCodes belong to the patient and stay.',
  })
  async deleteDevice(
    @Arg('input', () => DeleteDeviceInput, { description: 'The assignment.' }) input: DeleteDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<DeleteDevicePayload> {
    const { id } = historyOf(input);
    const patient = await deleteDevice(ctx, { id });
    return { deletedDeviceHistoryId: toGlobalId('DeviceHistory', id), patient, userErrors: [] };
  }
}
