import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { rowId, toGlobalId } from '../shared/node.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { heldNights, rangeOf } from './assignment-nights.service.ts';
import { checkDelete } from './delete-device.service.ts';
import { canRestore, canVoid } from './device-history.policy.ts';
import { AssignmentImpactType } from './device-nights.types.ts';
import { removedDevicesOfPatients, serialOfAssignment, voidedDevicesOfPatients } from './removed-devices.service.ts';
import { NightsOfRemovedDevice, VoidedDevice } from './removed-devices.types.ts';
import { restoreDevice } from './restore-device.service.ts';
import { DeleteDeviceInput } from './update-device.types.ts';
import { checkVoidDevice, checkVoidable, voidImpactOf, voidDevice } from './void-device.service.ts';
import {
  DeleteDeviceCheck,
  RestoreDeviceInput,
  RestoreDevicePayload,
  VoidDeviceCheck,
  VoidDeviceInput,
  VoidDevicePayload,
} from './void-device.types.ts';

const keyOf = ({ deviceHistoryId }: { deviceHistoryId: string }) => ({ id: rowId('DeviceHistory', deviceHistoryId) });

@Resolver()
export class VoidDeviceResolver {
  @Query(() => DeleteDeviceCheck, {
    description: 'The dry run of deleteDevice: every reason for a refusal, and the nights that stay with the patient.',
  })
  checkDeleteDevice(
    @Arg('input', () => DeleteDeviceInput, { description: 'The same input as for deleteDevice.' })
    input: DeleteDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<DeleteDeviceCheck> {
    return checked(ctx, DeleteDeviceCheck, async () => {
      return { nightsThatStay: rangeOf(await heldNights(ctx, await checkDelete(ctx, keyOf(input)))) };
    });
  }

  @Query(() => VoidDeviceCheck, {
    description:
      'The dry run of voidDevice: every reason why it would be refused, and the nights that would leave the patient.',
  })
  async checkVoidDevice(
    @Arg('input', () => VoidDeviceInput, { description: 'The same input as for voidDevice.' }) input: VoidDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<VoidDeviceCheck> {
    const assignment = await checkVoidable(ctx, keyOf(input));
    const impact = new AssignmentImpactType(await voidImpactOf(ctx, assignment));
    return checked(ctx, VoidDeviceCheck, async () => void (await checkVoidDevice(ctx, keyOf(input), input)), {
      impact,
    });
  }

  @Mutation(() => VoidDevicePayload, {
    description:
      'Voids an assignment that never happened, and deletes its settings. Its nights leave the patient; iCode reports stay. restoreDevice undoes it.',
  })
  async voidDevice(
    @Arg('input', () => VoidDeviceInput, { description: 'The assignment and the reason.' })
    input: VoidDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<VoidDevicePayload>> {
    const { id } = keyOf(input);
    const patient = await voidDevice(ctx, { id }, input);
    return { voidedDeviceHistoryId: toGlobalId('DeviceHistory', id), patient };
  }

  @Mutation(() => RestoreDevicePayload, {
    description:
      'Undoes voidDevice: the assignment returns with its dates, its nights and its settings. Settings that waited for the device are void.',
  })
  async restoreDevice(
    @Arg('input', () => RestoreDeviceInput, { description: 'The voided assignment.' }) input: RestoreDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<RestoreDevicePayload>> {
    const deviceHistory = await restoreDevice(ctx, keyOf(input));
    return { deviceHistory, patient: await deviceHistory.patient.loadOrFail() };
  }
}

@Resolver(() => Patient)
export class PatientRemovedDevicesResolver {
  @FieldResolver(() => [NightsOfRemovedDevice], {
    description:
      'Nights that count although their device is not among the devices of the patient, because the assignment was removed from view; newest first.',
  })
  async nightsOfRemovedDevices(@Root() patient: Patient, @Ctx() ctx: Context): Promise<NightsOfRemovedDevice[]> {
    const removed = await ctx.loader(removedDevicesOfPatients).load(patient.id);
    return removed.map((device) => new NightsOfRemovedDevice(device));
  }

  @FieldResolver(() => [VoidedDevice], {
    description: 'Assignments that were voided in the last 90 days and not restored, newest first.',
  })
  async voidedDevices(@Root() patient: Patient, @Ctx() ctx: Context): Promise<VoidedDevice[]> {
    const voided = await ctx.loader(voidedDevicesOfPatients).load(patient.id);
    return voided.map((device) => new VoidedDevice(device));
  }
}

const SERIAL = 'Serial number of the device; null when the viewer may no longer see the device.';

@Resolver(() => NightsOfRemovedDevice)
export class NightsOfRemovedDeviceResolver {
  @FieldResolver(() => String, { nullable: true, description: SERIAL })
  serial(@Root() { removed }: NightsOfRemovedDevice, @Ctx() ctx: Context): Promise<string | null> {
    return serialOfAssignment(ctx, removed);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may use Void assignment.' })
  viewerCanVoid(@Root() { removed }: NightsOfRemovedDevice, @Ctx() { viewer }: Context): boolean {
    return canVoid(viewer, removed, 0);
  }
}

@Resolver(() => VoidedDevice)
export class VoidedDeviceResolver {
  @FieldResolver(() => String, { nullable: true, description: SERIAL })
  serial(@Root() { voided }: VoidedDevice, @Ctx() ctx: Context): Promise<string | null> {
    return serialOfAssignment(ctx, voided);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'User who voided it; null for a user that the viewer may not see.',
  })
  voidedBy(@Root() { voided }: VoidedDevice, @Ctx() ctx: Context): Promise<User | null> | null {
    return voided.voidedById === null ? null : ctx.loader(usersById).load(voided.voidedById);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may use Restore.' })
  viewerCanRestore(@Root() _voided: VoidedDevice, @Ctx() { viewer }: Context): boolean {
    return canRestore(viewer);
  }
}
